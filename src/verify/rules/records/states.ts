import { wordKey } from '../../../text/index.ts';
import { LONGEST_STATE, type State, statesOf } from '../lexicon/record-words.ts';

/** A phrase that names a state. */
export interface NamedState {
  readonly from: number;
  readonly to: number;
  readonly states: readonly State[];
}

/** A thing that was opened may be closed; as the state of a record it is open. */
const OPENED: ReadonlySet<string> = new Set(['opened', 'reopened']);
/** "Backed up" says nothing of what is up. */
const isParticle = (words: readonly string[], at: number) => words[at] === 'up' && /ed$/.test(words[at - 1] ?? '');

/** The states that the words of a statement, or those of a value, name, longer phrases first. */
export function statesIn(
  words: readonly string[],
  { taken = new Set(), isValue = false }: { readonly taken?: ReadonlySet<number>; readonly isValue?: boolean } = {},
): NamedState[] {
  const found: NamedState[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from;
    for (let length = LONGEST_STATE; length > 0 && to === from; length -= 1) {
      const phrase = words.slice(from, from + length);
      const isState =
        phrase.length === length &&
        !taken.has(from) &&
        (isValue || !(OPENED.has(phrase[0]!) || isParticle(words, from)));
      const states = isState ? statesOf(phrase) : [];
      if (states.length === 0) continue;
      to = from + length;
      found.push({ from, to, states });
    }
    from = Math.max(to, from + 1);
  }
  return found;
}

/** How a state of a statement relates to one of a record: undefined for states of different fields, and for one that comes before it. */
export function relationOfStates(
  said: readonly State[],
  own: readonly State[],
): 'same' | 'later' | 'other' | undefined {
  const pairs = said.flatMap((one) =>
    own.flatMap((other) => (one.field === other.field ? [[one, other] as const] : [])),
  );
  if (pairs.length === 0) return undefined;
  // "Shipped" and "delivered" are one for what is not canceled, and two on the way.
  const apart = pairs.filter(([one, other]) => one.alternative !== other.alternative);
  if (apart.length === 0) return 'same';
  if (apart.some(([one, other]) => one.isOrdered && one.alternative < other.alternative)) return undefined;
  return apart.every(([one]) => one.isOrdered) ? 'later' : 'other';
}

const NEGATIVE_PREFIX = /^(?:un|in|non|dis|not)-?(?=\p{L}{3})/u;

/** "Unpaid" and "inactive" deny "paid" and "active". */
export function deniesWord(word: string, key: string): boolean {
  return NEGATIVE_PREFIX.test(word) && wordKey(word.replace(NEGATIVE_PREFIX, '')) === key;
}
