import { pauseRegularly } from '../pause.ts';
import { CsvRecords } from './csv-records.ts';
import { JsonLines, JsonValues } from './json-values.ts';
import type { RecordSplitter, TextRecord } from './text-record.ts';

/** How a text holds rows. `json`: an array of objects, or JSONL. */
export type Format = 'jsonl' | 'json' | 'csv';

export interface TextForm {
  readonly format: Format;
  readonly delimiter?: string | undefined;
}

/** A record with its place among the rows of a spreadsheet, from 1: blank lines are rows too. */
export interface NumberedRecord extends TextRecord {
  readonly row: number;
  /** CSV only. */
  readonly delimiter?: string | undefined;
}

export interface SplitOptions {
  /** Maximum size of a record; a longer one is a problem, and reading continues after it. */
  readonly maxBytes: number;
  /** Called with the number of blank lines left out since the last call; may throw to end the reading. */
  readonly onBlankLines?: (count: number) => void;
  /** Ends the reading at its next pause. */
  readonly signal?: AbortSignal | undefined;
}

/** Bytes that are worked off without a look at the clock. */
const PIECE_BYTES = 64 * 1024;

/**
 * Records of a file, blank lines left out. Memory is bounded by the longest record allowed. The event loop gets its turn after
 * a record or 64 kB once a stretch of work is used up, however the bytes arrive.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  form: TextForm,
  { maxBytes, onBlankLines, signal }: SplitOptions,
): AsyncGenerator<NumberedRecord> {
  const splitter = splitterOf(form, maxBytes);
  const pause = pauseRegularly(signal);
  let blankLines = 0;
  let records = 0;
  async function* recordsOf(found: Iterable<TextRecord | undefined>): AsyncGenerator<NumberedRecord> {
    for (const record of found) {
      tellOfBlankLines();
      if (record !== undefined) {
        records += 1;
        yield { ...record, row: records + blankLines, delimiter: splitter.delimiter };
      }
      await pause();
    }
    tellOfBlankLines();
  }
  function tellOfBlankLines(): void {
    const more = splitter.blankLines - blankLines;
    if (more === 0) return;
    blankLines += more;
    onBlankLines?.(more);
  }
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield* recordsOf(splitter.take(chunk.subarray(at, at + PIECE_BYTES)));
      await pause();
    }
  }
  yield* recordsOf(splitter.end());
}

function splitterOf({ format, delimiter }: TextForm, maxBytes: number): RecordSplitter {
  if (format === 'csv') return new CsvRecords(maxBytes, delimiter);
  return format === 'json' ? new JsonValues(maxBytes) : new JsonLines(maxBytes);
}
