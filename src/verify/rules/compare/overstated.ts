import type { Token } from '../../../text/index.ts';
import { ALL, SOME } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** A word that says more than another in the same place: "all rooms" and "most rooms", "must book" and "may book". */
interface Scale {
  readonly strong: (tokens: readonly Token[], at: number) => boolean;
  readonly weak: (tokens: readonly Token[], at: number) => boolean;
}

const isOneOf = (list: ReadonlySet<string>) => (tokens: readonly Token[], at: number) => list.has(tokens[at]!.lower);
/** "to" behind one of these: "has to", "is advised to". */
const isToBehind = (list: ReadonlySet<string>) => (tokens: readonly Token[], at: number) =>
  tokens[at]!.lower === 'to' && list.has(tokens[at - 1]?.lower ?? '');
const either =
  (...tests: readonly Scale['weak'][]): Scale['weak'] =>
  (tokens, at) =>
    tests.some((test) => test(tokens, at));

const SCALES: readonly Scale[] = [
  { strong: isOneOf(ALL), weak: isOneOf(SOME) },
  {
    strong: isOneOf(words('never')),
    weak: isOneOf(words('rarely seldom hardly sometimes often usually occasionally')),
  },
  {
    strong: either(isOneOf(words('must')), isToBehind(words('has have had required obliged forced needs need'))),
    weak: either(
      isOneOf(words('may can might could')),
      isToBehind(words('advised recommended encouraged invited welcome allowed free able')),
    ),
  },
];

/** How far before a word the word of its scale may be. */
const REACH = 4;

/** True if a claim says more of the same word than a sentence does: all of what it says of most, must for may. */
export function isOverstated(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  return SCALES.some(({ strong, weak }) =>
    claim.tokens.some((_, at) => {
      if (!strong(claim.tokens, at)) return false;
      const of = contentAfter(claim.tokens, at);
      if (of === undefined) return false;
      const places = sentence.positions.get(of.lemma) ?? [];
      return (
        places.some((place) => isBehind(sentence.tokens, place, weak)) &&
        !places.some((place) => isBehind(sentence.tokens, place, strong))
      );
    }),
  );
}

function contentAfter(tokens: readonly Token[], from: number): Token | undefined {
  const after = tokens.slice(from + 1, from + 1 + REACH);
  return after.find(({ lemma, type }) => lemma !== '' || type === 'number' || type === 'symbol');
}

function isBehind(tokens: readonly Token[], place: number, isOfScale: Scale['weak']): boolean {
  for (let at = place - 1; at >= Math.max(0, place - REACH); at--) {
    const { lower, type, sentence } = tokens[at]!;
    if (type === 'symbol' || sentence !== tokens[place]!.sentence || lower === 'not') return false;
    if (isOfScale(tokens, at)) return true;
  }
  return false;
}
