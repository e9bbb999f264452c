import { type Access, openAccess } from '../../src/access/index.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { openJobs } from '../../src/jobs/index.ts';
import { readJobRows } from '../../src/jobs/read-job-rows.ts';
import { inputBounds } from '../../src/rows/row-bounds.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section, Table } from './bench-report.ts';
import { NO_STORAGE_LIMITS, queuePlaces } from './queue.ts';

const BOUNDS = inputBounds(ANSWER_LIMITS);
const FILE_BYTES = 8_000_000;
/** Size of the pieces that the socket gives. */
const PART_BYTES = 64 * 1024;
const ROUNDS = 3;

const HEADER = 'claim,grounding_source\n';
const ORDINARY = { claim: 'c'.repeat(100), grounding_source: 's'.repeat(1_000) };
/** The longest record that is read, as one character over and over. */
const longest = (around: string, unit: string) =>
  unit.repeat(Math.floor((BOUNDS.recordBytes - around.length) / unit.length));

/** Files of about the same size: those that people send, and those whose records or lines give most to do at once. */
const FILES: Readonly<Record<string, readonly ['csv' | 'jsonl', unit: string, head?: string]>> = {
  'JSONL of claims': ['jsonl', `${JSON.stringify(ORDINARY)}\n`],
  'CSV of claims': ['csv', `${Object.values(ORDINARY).join(',')}\n`, HEADER],
  'CSV with line ends in quotes': ['csv', `"${'c\n'.repeat(50)}","${'s\n'.repeat(500)}"\n`, HEADER],
  'JSONL, records at their bound': ['jsonl', `{"claim":"${longest('{"claim":""}', '\\u0041')}"}\n`],
  'CSV, records at their bound': ['csv', `a,"${longest('a,""', '""')}"\n`, HEADER],
  'CSV, records of one line each at their bound': ['csv', `a,"${longest('a,""', '\n')}"\n`, HEADER],
  'JSONL, objects at their number of names': [
    'jsonl',
    `{${Array.from({ length: BOUNDS.columns }, (_, at) => `"c${at}":0`).join()}}\n`,
  ],
  'CSV, one quote that never closes': ['csv', 'a\n', `${HEADER}"`],
  'CSV, a quote that opens on each line': ['csv', 'x","\n', HEADER],
  'blank lines': ['jsonl', '\n', '{}\n'],
};

export async function benchUploads({ signal, say }: BenchContext): Promise<Section> {
  const { places, close } = await queuePlaces();
  const access = await openAccess({ ...places.embedded!, defaultLimit: 60 });
  const rows: Table['rows'][number][] = [];
  try {
    for (const [file, [format, unit, head = '']] of Object.entries(FILES)) {
      signal.throwIfAborted();
      say(`uploads, ${file} ...`);
      const bytes = Buffer.from(head + unit.repeat(Math.ceil(FILE_BYTES / unit.length)));
      const rounds: Measured[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await upload(access, { bytes, format }));
      rounds.sort((one, other) => one.longestMs - other.longestMs);
      const { longestMs, ms } = rounds[Math.floor(ROUNDS / 2)]!;
      rows.push({ file, 'MB/s': bytes.length / 1_000 / ms, 'longest stretch ms': longestMs });
    }
  } finally {
    await access.close();
    await close();
  }
  const title = `files of ${FILE_BYTES / 1e6} MB read and stored in the embedded database, nothing verified`;
  return { tables: [{ title, rows }] };
}

interface Measured {
  readonly ms: number;
  readonly longestMs: number;
}

async function upload(
  access: Access,
  { bytes, format }: { bytes: Buffer; format: 'csv' | 'jsonl' },
): Promise<Measured> {
  const { store } = openJobs({ database: access.database, ttlDays: 1, storageLimits: NO_STORAGE_LIMITS });
  const { id: keyId } = await access.keys.create({ name: 'bench' }, 'bench');
  const file = { format, required: ['claim'], bounds: BOUNDS, maxBytes: Number.MAX_SAFE_INTEGER, maxRows: 1e9 };
  const soFar = { bytes: 0, rows: 0, blankLines: 0, line: 0 };
  const reading = { soFar, onBytes: () => undefined, signal: new AbortController().signal };
  const turns = new LongestStretch();
  const from = performance.now();
  const rows = readJobRows(partsOf(bytes), file, reading);
  const job = { client: 'bench', keyId, kind: 'claims', inputFormat: format, rowsPerDay: 1e12 } as const;
  const { id } = await store.receive(job, rows);
  const measured = { ms: performance.now() - from, longestMs: turns.end() };
  await store.delete('bench', id);
  await store.close();
  return measured;
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** The longest time, in milliseconds, between two turns of the event loop. */
class LongestStretch {
  #longestMs = 0;
  #since = performance.now();
  #isOver = false;

  constructor() {
    const tick = () => {
      const now = performance.now();
      this.#longestMs = Math.max(this.#longestMs, now - this.#since);
      this.#since = now;
      if (!this.#isOver) setImmediate(tick);
    };
    setImmediate(tick);
  }

  end(): number {
    this.#isOver = true;
    return Math.max(this.#longestMs, performance.now() - this.#since);
  }
}
