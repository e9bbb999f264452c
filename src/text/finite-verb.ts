import { normaliseForModel } from './normalise.ts';
import { sentenceWords } from './raw-tokens.ts';
import { isLexiconWord, readLexiconWord } from './wink.ts';

/** Auxiliaries that wink-nlp splits into two words or drops. */
const AUXILIARIES = /^(?:cannot|\p{L}+n't|(?:it|he|she|that|there|we|they|you|i)'(?:s|re|ve|ll|d|m))$/u;
const BARE_FORMS: ReadonlySet<string> = new Set(['be', 'been', 'being', 'having', 'doing']);

/**
 * Whether words that form no marked sentence, such as a heading, say something all the same: "Acme is closing its plant"
 * against "Closing of the plant". Past forms count beside a number only: most are participles ("Lessons learned").
 */
export function hasFiniteVerb(text: string): boolean {
  const plain = normaliseForModel(text);
  const words = (plain.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []).map((word) => word.replaceAll('’', "'"));
  const hasNumber = sentenceWords(plain).some((word) => /^\p{N}/u.test(word));
  return words.some((word, at) => AUXILIARIES.test(word) || isFiniteForm(word, { isFirst: at === 0, hasNumber }));
}

function isFiniteForm(word: string, { isFirst, hasNumber }: { isFirst: boolean; hasNumber: boolean }): boolean {
  if (!isLexiconWord(word) || BARE_FORMS.has(word)) return false;
  const read = readLexiconWord(word);
  if (read?.partOfSpeech === 'AUX') return true;
  if (read?.partOfSpeech !== 'VERB' || read.lemma === word || word.endsWith('ing') || isFirst) return false;
  return word.endsWith('s') || hasNumber;
}
