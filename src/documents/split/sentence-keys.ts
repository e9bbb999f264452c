import { wordKey } from '../../text/lemma.ts';
import { sentenceWords } from '../../text/tokens.ts';
import { ONES, SCALES, TENS } from '../../verify/rules/lexicon/number-words.ts';

const DIGITS = /^\d+(?:\.\d+)?$/;
/** Digits of a value that are compared: 3.3 million is no more than 3300000. */
const PRECISION = 12;

/** Search keys of a sentence as the models read it: of its words in order, and of numbers by their values. */
export function sentenceKeys(normalised: string, keyOf = wordKey): string[] {
  const words = sentenceWords(normalised);
  const keys: string[] = [];
  for (let i = 0; i < words.length; i++) {
    let value = numberOf(words[i]!);
    if (value === undefined) {
      keys.push(keyOf(words[i]!));
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

/** Words of a document whose keys are remembered: more than most have, and little memory. */
const MAX_REMEMBERED = 50_000;

/** `wordKey` for the words of a document, most of which occur again: a key takes five times as long to make as to look up. */
export function rememberedKeys(): typeof wordKey {
  const known = new Map<string, string>();
  return (word) => {
    let key = known.get(word);
    if (key !== undefined) return key;
    key = wordKey(word);
    if (known.size < MAX_REMEMBERED) known.set(word, key);
    return key;
  };
}

function numberOf(word: string): number | undefined {
  return DIGITS.test(word) ? Number(word) : (ONES.get(word) ?? TENS.get(word));
}
