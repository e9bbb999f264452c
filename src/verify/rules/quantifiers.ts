import type { Compared } from './compare-cues.ts';
import type { Token } from './tokens.ts';
import { words } from './words.ts';

/** How much of a class a statement speaks of. */
type Quantity = 'all' | 'only' | 'most' | 'many' | 'some' | 'few' | 'none';

const QUANTITIES: readonly (readonly [Quantity, ReadonlySet<string>])[] = [
  ['all', words('all every each everyone everybody everything always entire entirely completely fully')],
  ['only', words('only solely exclusively')],
  ['most', words('majority mostly mainly usually generally typically largely')],
  ['many', words('many numerous often frequently')],
  ['some', words('some several sometimes partly partially occasionally')],
  ['few', words('few hardly rarely seldom minority scarcely barely')],
  ['none', words('none nobody nothing never')],
];
/** Share of the claim's content stems that a source sentence must hold: a copy in other respects. */
const SAME_MATTER = 0.75;
const MOST_SENTENCES = 6;

/**
 * Whether the claim speaks of more, or of fewer, than every source sentence that it copies otherwise: "all" for "some",
 * "always" for "usually", "only X" for "X", "all" for "one of".
 */
export function quantityDiffers({ claim, source, overlaps }: Compared): boolean {
  const own = quantitiesIn(claim.tokens);
  const near = [...overlaps].filter(([, share]) => share >= SAME_MATTER).slice(0, MOST_SENTENCES);
  if (own.size === 0 || near.length === 0) return false;
  return near.every(([sentence]) =>
    conflict(own, quantitiesIn(source.tokens.filter((token) => token.sentence === sentence))),
  );
}

function conflict(own: ReadonlySet<Quantity>, other: ReadonlySet<Quantity>): boolean {
  if (own.has('only') && !other.has('only')) return true;
  return other.size > 0 && [...own].every((quantity) => !other.has(quantity));
}

function quantitiesIn(tokens: readonly Token[]): Set<Quantity> {
  const found = new Set<Quantity>();
  tokens.forEach((_, at) => {
    const quantity = quantityAt(tokens, at);
    if (quantity !== undefined) found.add(quantity);
  });
  return found;
}

function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const { lower } = tokens[at]!;
  const before = tokens[at - 1]?.lower;
  const after = tokens[at + 1]?.lower ?? '';
  if (lower === 'most') return after === 'of' || /[^s]s$/.test(after) || after === 'people' ? 'most' : undefined;
  if (lower === 'one') return after === 'of' ? 'some' : undefined;
  if (lower === 'few' && before === 'a') return 'some';
  const quantity = QUANTITIES.find(([, cues]) => cues.has(lower))?.[0];
  if (quantity === 'all' && before === 'not') return 'some';
  return quantity === 'all' && (before === 'at' || before === 'above' || before === 'of' || before === 'after')
    ? undefined
    : quantity;
}
