/** One group a line, lemmas: words that name the same slot of a fact, its first word the key. */
const GROUPS = `
birth bear birthday birthdate
die death dead kill fatality
sell sale
found create establish form
release premiere air
marry marriage
earn gross earning earnings
film movie
case infect infection
recover recovery
review critic reviewer
score rate rating
global globally world worldwide
employ employee staff employer
person people`;

const KEYS = new Map(
  GROUPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', ...others] = line.split(' ');
      return [key, ...others].map((word) => [word, key] as const);
    }),
);

/**
 * The slot a lemma names: "a staff of 350" and "employs 350" give a number for the same thing. Only for finding which
 * fact answers which: these words do not mean the same, so neither words in common nor names nor negations are compared by it.
 */
export function slotKey(lemma: string): string {
  return KEYS.get(lemma) ?? lemma;
}
