/** Builds a set from one space-separated string: word lists stay readable that way. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Named lists of alternatives that a phrase may hold: "it {is} not true" with `is: ['is', 'was']`. */
export type Slots = Readonly<Record<string, readonly string[]>>;

/** One phrase or word a line or comma. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/** The first word of each group of words, one group a line, by every word of it. */
export function byFirstWord(groups: string, keyOf = (word: string) => word): ReadonlyMap<string, string> {
  const lines = groups.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const keys = line.split(' ').map(keyOf);
      return keys.map((key) => [key, keys[0]!] as const);
    }),
  );
}

/** The other words of pairs, "lend borrow", by the key of each. */
export function bothWays(pairs: string, keyOf: (word: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const others = new Map<string, Set<string>>();
  const add = (word: string, other: string) => others.set(word, (others.get(word) ?? new Set()).add(other));
  for (const pair of listed(pairs)) {
    const [one = '', other = ''] = pair.split(' ').map(keyOf);
    add(one, other);
    add(other, one);
  }
  return others;
}

/** The source of a regular expression that any of the phrases matches; "{slot}" stands for any of a list, "(word)" may be missing. */
export function anyOf(phrases: readonly string[], slots: Slots = {}): string {
  return `(?:${phrases.map((phrase) => pattern(phrase, slots)).join('|')})`;
}

/** A word that may be missing takes the space towards the first one that may not with it. */
function pattern(phrase: string, slots: Slots): string {
  const words = phrase.split(' ');
  const first = words.findIndex((word) => !isOptional(word));
  return words
    .map((word, i) => {
      const body = bodyOf(isOptional(word) ? word.slice(1, -1) : word, slots);
      const spaced = i < first ? `${body}\\s` : i > first ? `\\s${body}` : body;
      return isOptional(word) ? `(?:${spaced})?` : spaced;
    })
    .join('');
}

function isOptional(word: string): boolean {
  return word.startsWith('(') && word.endsWith(')');
}

function bodyOf(word: string, slots: Slots): string {
  const slot = /^\{(\w+)\}$/.exec(word)?.[1];
  return slot === undefined ? word : anyOf(slots[slot]!, slots);
}
