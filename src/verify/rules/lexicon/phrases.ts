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
