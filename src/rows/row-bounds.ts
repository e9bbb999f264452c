import type { AnswerLimits } from '../contract/answer-request.ts';
import { MAX_VALUES } from '../json-text.ts';

export interface RowBounds {
  /** Size of one record, line ends inside it included. */
  readonly recordBytes: number;
  /** Columns of a file, or of one row of JSON. */
  readonly columns: number;
  /** Names of all columns together, in bytes of UTF-8. */
  readonly namesBytes: number;
  /** Values of one row of JSON. */
  readonly values: number;
}

const RECORD_BYTES = 1_000_000;
/** A character outside the Basic Multilingual Plane, escaped in JSON as two units of UTF-16. */
const BYTES_OF_CHARACTER = 12;

/** Bounds of files to verify, as a job or by the command: both write the same for a row. */
export function inputBounds({
  answerLength,
  sourcesLength,
}: Pick<AnswerLimits, 'answerLength' | 'sourcesLength'>): RowBounds {
  return {
    recordBytes: Math.max(RECORD_BYTES, BYTES_OF_CHARACTER * (answerLength + sourcesLength)),
    columns: 1_000,
    namesBytes: 65_536,
    values: MAX_VALUES,
  };
}

/** Bounds of written results and labeled sets: results take more room than rows. */
export const WIDE_BOUNDS: RowBounds = {
  recordBytes: 32 * 1024 * 1024,
  columns: 10_000,
  namesBytes: 1024 * 1024,
  values: 1_000_000,
};
