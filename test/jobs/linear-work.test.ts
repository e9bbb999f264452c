import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ServiceError } from '../../src/contract/errors.ts';
import type { FileEncoding } from '../../src/contract/file-options.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { cutChunks } from '../../src/jobs/chunk-work.ts';
import { readJobRows } from '../../src/jobs/read-job-rows.ts';
import { inputBounds } from '../../src/rows/row-bounds.ts';
import type { Format } from '../../src/rows/split-records.ts';
import { inChunks } from '../support/chunks.ts';
import { type FileOfSize, HOSTILE_CSV, HOSTILE_JSON, HOSTILE_JSONL } from '../support/work/hostile-files.ts';
import { mainThreadCpuMs } from '../support/work/main-thread-cpu.ts';

const SIZE = 64 * 1024;
const TIMES = 8;
/** Of the work for a file eight times as long: twice what is linear, for what else the thread does meanwhile. */
const MAX_RATIO = 16;
/** What else the thread does, such as collecting garbage, comes by chance; work by the square is at 64 each time. */
const MAX_TRIES = 3;

/** The clock counts in these: of eight files that are read at once it may see nothing. */
const TICK_MS = 10;

const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(['invalid_request', 'too_large']);

/** Reads a file as POST /v1/jobs does, up to the texts that are stored; a refusal ends it as well. */
async function read(content: Buffer, format: Format, encoding?: FileEncoding): Promise<void> {
  const bounds = inputBounds(ANSWER_LIMITS);
  const file = {
    format,
    encoding,
    required: ['claim', 'grounding_source'],
    bounds,
    maxBytes: 2 ** 30,
    maxRows: 10_000_000,
  };
  const soFar = { bytes: 0, rows: 0, blankLines: 0, line: 0 };
  const rows = readJobRows(inChunks(content), file, { soFar, onBytes: () => {}, signal: new AbortController().signal });
  try {
    for await (const _chunk of cutChunks(rows, { maxRows: 50, maxLength: 256 * 1024 })) {
      // Stored.
    }
  } catch (error) {
    if (!(error instanceof ServiceError && REFUSED.has(error.code))) throw error;
  }
}

async function cpuMsOf(content: Buffer, format: Format, encoding?: FileEncoding): Promise<number> {
  const before = mainThreadCpuMs();
  await read(content, format, encoding);
  return mainThreadCpuMs() - before;
}

/** How many times the work of a file is that of one an eighth as long, of which as many are read. */
async function ratioOf(file: FileOfSize, format: Format, encoding?: FileEncoding, tries = MAX_TRIES): Promise<number> {
  const [short, long] = [file(SIZE), file(SIZE * TIMES)];
  await read(short, format, encoding);
  let shortMs = 0;
  for (let time = 0; time < TIMES; time += 1) shortMs += (await cpuMsOf(short, format, encoding)) / TIMES;
  const ratio = (await cpuMsOf(long, format, encoding)) / Math.max(shortMs, TICK_MS / TIMES);
  return ratio <= MAX_RATIO || tries === 1 ? ratio : ratioOf(file, format, encoding, tries - 1);
}

describe('the work of reading a file grows with its length, not with the square of it', () => {
  it.each(Object.entries(HOSTILE_CSV))('CSV: %s', async (_, file) => {
    expect(await ratioOf(file, 'csv')).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(Object.entries(HOSTILE_JSONL))('JSONL: %s', async (_, file) => {
    expect(await ratioOf(file, 'jsonl')).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(Object.entries(HOSTILE_JSON))('an array of JSON: %s', async (_, file) => {
    expect(await ratioOf(file, 'json')).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(['windows-1252', 'utf-16'] as const)('%s', async (encoding) => {
    const file = (bytes: number) =>
      Buffer.from('{"claim":"a"}\n'.repeat(bytes / 14), encoding === 'utf-16' ? 'utf16le' : 'latin1');
    expect(await ratioOf(file, 'jsonl', encoding)).toBeLessThanOrEqual(MAX_RATIO);
  });

  it('gzip: line feeds', async () => {
    expect(await ratioOf((bytes) => gzipSync(Buffer.alloc(16 * bytes, '\n')), 'jsonl')).toBeLessThanOrEqual(MAX_RATIO);
  });
});
