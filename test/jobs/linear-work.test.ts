import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ServiceError } from '../../src/contract/errors.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { cutChunks } from '../../src/jobs/chunk-work.ts';
import { type JobFile, readJobRows } from '../../src/jobs/read-job-rows.ts';
import { inputBounds } from '../../src/rows/row-bounds.ts';
import { inChunks } from '../support/chunks.ts';
import { type FileOfSize, HOSTILE_CSV, HOSTILE_JSON, HOSTILE_JSONL } from '../support/work/hostile-files.ts';
import { mainThreadCpuMs } from '../support/work/main-thread-cpu.ts';

/** Bytes of the files compared; the second pair where the first short file is read too quickly to be measured. */
const SIZES = [
  { short: 8 * 1024, long: 256 * 1024 },
  { short: 32 * 1024, long: 256 * 1024 },
] as const;
/** The work for a byte of the long file, at most this many times that of the short one: the thread does other things meanwhile. */
const MAX_RATIO = 2;
/** Other work of the thread, such as collecting garbage, comes by chance; quadratic work is at 8 or 32 times each time. */
const MAX_TRIES = 3;

/** The clock counts in these: of eight files that are read at once it may see nothing. */
const TICK_MS = 10;
const TIMES = 8;
/** Work that is measured to a tenth. */
const MEASURABLE_MS = 10 * TICK_MS;

const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(['invalid_request', 'too_large']);

type Form = Pick<JobFile, 'format' | 'encoding'>;

/** Reads a file as POST /v1/jobs does, up to the texts that are stored; a refusal ends it as well. */
async function read(content: Buffer, pieceBytes: number, form: Form): Promise<void> {
  const bounds = inputBounds(ANSWER_LIMITS);
  const file = {
    ...form,
    required: ['claim', 'grounding_source'],
    bounds,
    maxBytes: 2 ** 30,
    maxRows: 10_000_000,
  };
  const soFar = { bytes: 0, rows: 0, blankLines: 0, line: 0 };
  const rows = readJobRows(inChunks(content, pieceBytes), file, {
    soFar,
    onBytes: () => {},
    signal: new AbortController().signal,
  });
  try {
    for await (const _chunk of cutChunks(rows, { maxRows: 50, maxLength: 256 * 1024 })) {
      // Stored.
    }
  } catch (error) {
    if (!(error instanceof ServiceError && REFUSED.has(error.code))) throw error;
  }
}

async function cpuMsOf(...file: Parameters<typeof read>): Promise<number> {
  const before = mainThreadCpuMs();
  await read(...file);
  return mainThreadCpuMs() - before;
}

/** Work of reading a file: the mean of as many times as it takes to measure it, at most TIMES. */
async function meanCpuMs(...file: Parameters<typeof read>): Promise<{ ms: number; isMeasured: boolean }> {
  let [times, sum] = [0, 0];
  for (; times < TIMES && sum < MEASURABLE_MS; times += 1) sum += await cpuMsOf(...file);
  return { ms: Math.max(sum, TICK_MS) / times, isMeasured: sum >= MEASURABLE_MS };
}

/** How many times the work for a byte of a short file a byte of a long one takes. */
async function ratioOf(file: FileOfSize, form: Form, tries = MAX_TRIES): Promise<number> {
  const [small, large] = SIZES;
  const { isMeasured } = await meanCpuMs(file(small.short), small.short, form);
  const { short, long } = isMeasured ? small : large;
  // By now the code is compiled.
  const { ms } = await meanCpuMs(file(short), short, form);
  const ratio = (await cpuMsOf(file(long), short, form)) / ms / (long / short);
  return ratio <= MAX_RATIO || tries === 1 ? ratio : ratioOf(file, form, tries - 1);
}

describe('the work of reading a file grows with its length, not with the square of it', () => {
  it.each(Object.entries(HOSTILE_CSV))('CSV: %s', async (_, file) => {
    expect(await ratioOf(file, { format: 'csv' })).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(Object.entries(HOSTILE_JSONL))('JSONL: %s', async (_, file) => {
    expect(await ratioOf(file, { format: 'jsonl' })).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(Object.entries(HOSTILE_JSON))('an array of JSON: %s', async (_, file) => {
    expect(await ratioOf(file, { format: 'json' })).toBeLessThanOrEqual(MAX_RATIO);
  });

  it.each(['windows-1252', 'utf-16'] as const)('%s', async (encoding) => {
    const file = (bytes: number) =>
      Buffer.from('{"claim":"a"}\n'.repeat(bytes / 14), encoding === 'utf-16' ? 'utf16le' : 'latin1');
    expect(await ratioOf(file, { format: 'jsonl', encoding })).toBeLessThanOrEqual(MAX_RATIO);
  });

  it('gzip: line feeds', async () => {
    const file = (bytes: number) => gzipSync(Buffer.alloc(16 * bytes, '\n'));
    expect(await ratioOf(file, { format: 'jsonl' })).toBeLessThanOrEqual(MAX_RATIO);
  });
});
