import { wordKey } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';

/** Fewer numbers with words between them may be the values of lines such as "Staff: 350", which other words may say. */
const LEAST_NUMBERS = 6;

/**
 * True if the support of a claim is a list of numbers without any of its words: "Acme employs 350 people." from "349, 350, 351,
 * ...". Models take a number that is somewhere among many for support.
 *
 * @param passage reads the sentences around the support, which few claims need
 * @param titleWords keys of the words of the headings above
 */
export function isOfNumbersAlone(
  claim: SurfaceReading,
  { support, passage: readPassage }: { readonly support: SurfaceReading; readonly passage: () => SurfaceReading },
  titleWords: ReadonlySet<string>,
): boolean {
  if (numbersIn(support) <= wordsIn(support)) return false;
  const passage = readPassage();
  const numbers = numbersIn(passage);
  const words = wordsIn(passage);
  if (numbers <= words || (words > 0 && numbers < LEAST_NUMBERS)) return false;
  return !claim.tokens.some(
    ({ lower, lemma }) =>
      lemma !== '' && (titleWords.has(wordKey(lower)) || [support, passage].some((text) => has(text, lower, lemma))),
  );
}

function wordsIn({ tokens }: SurfaceReading): number {
  return tokens.filter(({ text }) => /^\p{L}+$/u.test(text)).length;
}

/** How many numbers, and codes with numbers in them. */
function numbersIn({ tokens }: SurfaceReading): number {
  return tokens.filter(({ text }) => /\p{N}/u.test(text)).length;
}

function has({ words, positions }: SurfaceReading, word: string, lemma: string): boolean {
  return words.has(word) || positions.has(lemma);
}
