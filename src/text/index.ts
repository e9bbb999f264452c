export { MONTHS, TITLES } from './abbreviations.ts';
export { assertionsIn } from './assertions.ts';
export { citationMarksIn, LINK_TARGET } from './citation-marks.ts';
export { isUnit, NO_UNIT } from './column-units.ts';
export { surfaceIndex, surfaceNeedle } from './find-surface.ts';
export { isSurelyNotIn } from './language.ts';
export { isFunctionWord, wordKey } from './lemma.ts';
export { cellsOf, lineCells } from './line-cells.ts';
export { piecesThatFit } from './long-span.ts';
export { hasFiniteVerb, isMadeOfPhrases, isNonAsserting } from './non-asserting.ts';
export { normaliseForModel, plainCharacters } from './normalise.ts';
export type { RecordField, RecordObject } from './record.ts';
export { type FoundSpan, type KindedSpan, movedSpan, readAs, withKinds, withQuestions } from './sentence-kinds.ts';
export { sentenceSteps, splitSentences } from './sentences.ts';
export { firstIndex, range, type Span, trimmed } from './span.ts';
export { finished } from './steps.ts';
export { type CellUnit, MAX_ROWS, MAX_TABLES, type Table, type TableCell, type TableRow } from './table.ts';
export { tableSpanSteps, withTables } from './table-spans.ts';
export { tableSteps, tablesIn } from './tables.ts';
export {
  type PlacedWord,
  placedWords,
  rawTokens,
  sentenceWords,
  type Token,
  tokensOf,
  withDecimalPoint,
  writtenWords,
} from './tokens.ts';
export {
  CELSIUS,
  CURRENCY_UNITS,
  DEGREE,
  FAHRENHEIT,
  KELVIN,
  PERCENT,
  type Unit,
  unitNamed,
} from './unit-names.ts';
export { partOfSpeech } from './wink.ts';
export { bm25, FUNCTION_WORD_WEIGHT } from './word-weights.ts';
