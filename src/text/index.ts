export { MONTHS, TITLES } from './abbreviations.ts';
export { pausingSurfaceIndex, type SurfaceIndex } from './find-surface.ts';
export { hasFiniteVerb } from './finite-verb.ts';
export { isSurelyNotIn } from './language.ts';
export { isFunctionWord, wordKey } from './lemma.ts';
export { pausingPieces } from './long-span.ts';
export { isMadeOfPhrases, isNonAsserting } from './non-asserting.ts';
export { normaliseForModel, plainCharacters } from './normalise.ts';
export { type Pausing, pausingList, withoutPause } from './pausing.ts';
export { rawTokens, sentenceWords, writtenWords } from './raw-tokens.ts';
export { type KindedSpan, rowWithHeader, withKinds, withQuestions } from './sentence-kinds.ts';
export { pausingSentences, splitSentences } from './sentences.ts';
export { firstIndex, type Span, trimmed, windowsOf } from './span.ts';
export { pausingTokens, type Token } from './tokens.ts';
export {
  CELSIUS,
  CURRENCY_UNITS,
  DEGREE,
  FAHRENHEIT,
  PERCENT,
  PERCENTAGE_POINTS,
  UNITS,
  type Unit,
} from './unit-names.ts';
export { partOfSpeech } from './wink.ts';
