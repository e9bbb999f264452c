import type { AnswerLimits } from '../index.ts';
import { MAX_VALUES } from '../json-text.ts';

/** What a file may hold before it is read further. */
export interface RowBounds {
  /** Of one record, line ends inside it included. */
  readonly recordBytes: number;
  /** Of a file, or of one row of JSON. */
  readonly columns: number;
  /** Names of all columns together, in bytes of UTF-8. */
  readonly namesBytes: number;
  /** Of one row of JSON. */
  readonly values: number;
}

const RECORD_BYTES = 1_000_000;
/** A character outside the Basic Multilingual Plane, escaped in JSON as two units of UTF-16. */
const BYTES_OF_CHARACTER = 12;

/** Of files that are verified, as a job or by the command: both write the same for a row. */
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

/** Of files that hold what was written for a file, or sets of labelled rows: results take more room than rows. */
export const WIDE_BOUNDS: RowBounds = {
  recordBytes: 32 * 1024 * 1024,
  columns: 10_000,
  namesBytes: 1024 * 1024,
  values: 1_000_000,
};
