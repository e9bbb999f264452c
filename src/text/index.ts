export { TITLES } from './abbreviations.ts';
export { pausingSurfaceIndex, type SurfaceIndex } from './find-surface.ts';
export { hasFiniteVerb } from './finite-verb.ts';
export { firstIndex } from './first-index.ts';
export { isFunctionWord } from './function-words.ts';
export { isSurelyNotIn } from './language.ts';
export { wordKey } from './lemma.ts';
export { pausingPieces } from './long-span.ts';
export { MONTHS } from './months.ts';
export { isMadeOfPhrases, isNonAsserting } from './non-asserting.ts';
export { normaliseForModel } from './normalise.ts';
export { type Pausing, pausingList, withoutPause } from './pausing.ts';
export { plainCharacters } from './plain-characters.ts';
export { rawTokens } from './raw-tokens.ts';
export { type KindedSpan, rowWithHeader, withKinds, withQuestions } from './sentence-kinds.ts';
export { sentenceWords, writtenWords } from './sentence-words.ts';
export { pausingSentences, splitSentences } from './sentences.ts';
export { type Span, trimmed } from './span.ts';
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
export { windowsOf } from './windows.ts';
export { partOfSpeech } from './wink.ts';
