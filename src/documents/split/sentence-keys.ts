import { sentenceWords, wordKey } from '../../text/index.ts';
import { ONES, SCALES, TENS } from '../../verify/rules/lexicon/number-words.ts';

const DIGITS = /^\d+(?:\.\d+)?$/;
/** Digits of a value that are compared: 3.3 million is no more than 3300000. */
const PRECISION = 12;

/**
 * What a sentence is found by: the keys of its words in their order, and numbers by their values, so that "3.5 million" and
 * "3,500,000" are one key, "twelve" and "12" another. Takes the sentence as the models read it.
 */
export function sentenceKeys(normalised: string): string[] {
  const words = sentenceWords(normalised);
  const keys: string[] = [];
  for (let i = 0; i < words.length; i++) {
    let value = numberOf(words[i]!);
    if (value === undefined) {
      keys.push(wordKey(words[i]!));
      continue;
    }
    for (let scale = SCALES.get(words[i + 1] ?? ''); scale !== undefined; scale = SCALES.get(words[i + 1] ?? '')) {
      value *= scale;
      i += 1;
    }
    keys.push(String(Number(value.toPrecision(PRECISION))));
  }
  return keys;
}

function numberOf(word: string): number | undefined {
  return DIGITS.test(word) ? Number(word) : (ONES.get(word) ?? TENS.get(word));
}
