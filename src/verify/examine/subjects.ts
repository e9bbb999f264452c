import { isFunctionWord, partOfSpeech, sentenceWords, wordKey } from '../../text/index.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { SourceWords } from '../read/source-readings.ts';
import type { SurfaceReading } from '../rules/index.ts';
import { isIn, type SentenceRange } from './features.ts';

/** Parts of speech of subjects and objects; words outside the lexicon are names as a rule. */
const NOUNS: ReadonlySet<string | undefined> = new Set(['NOUN', 'PROPN', undefined]);
/** A claim about what its words do not name: "It opened in 2014". */
const REFERRING = /\b(?:it|he|she|they|this|that|these|those|its|his|her|their)\b/i;

/** Keys of the nouns that a span is about, without values; undefined where it names none and refers to something. */
export function subjectsOf(
  { text, normalised }: Pick<ClaimSpan, 'text' | 'normalised'>,
  { facts, tokens }: Pick<SurfaceReading, 'facts' | 'tokens'>,
): ReadonlySet<string> | undefined {
  const said = new Set(
    facts.flatMap(({ fact }) => tokens.slice(fact.boundFrom, fact.to).flatMap((token) => sentenceWords(token.text))),
  );
  const nouns = sentenceWords(normalised).filter(
    (word) => !isFunctionWord(word) && !said.has(word) && NOUNS.has(partOfSpeech(word)),
  );
  return nouns.length === 0 && REFERRING.test(text) ? undefined : new Set(nouns.map(wordKey));
}

/** Keys of a span's names: subjects with a capital, and words with a capital and a digit ("X4"). */
export function namesOf(
  { normalised }: Pick<ClaimSpan, 'normalised'>,
  subjects: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const names = [...normalised.matchAll(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu)].filter(({ 0: name, index }) => {
    const word = name.toLowerCase();
    if (DIGIT.test(word)) return true;
    return subjects?.has(wordKey(word)) === true && (index > 0 || partOfSpeech(word) !== 'NOUN');
  });
  return new Set(names.map(([name]) => wordKey(name.toLowerCase())));
}

const DIGIT = /\p{N}/u;

/** Those of some names that a range of sentences holds. */
export function namesHeld(
  names: ReadonlySet<string>,
  range: SentenceRange,
  { places }: SourceWords,
): ReadonlySet<string> {
  return new Set([...names].filter((key) => places.get(key)?.some((i) => isIn(range, i)) ?? false));
}
