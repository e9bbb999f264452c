import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccessOptions, openAccess } from '../../src/access/index.ts';
import { type Jobs, openJobs } from '../../src/jobs/index.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section, Table } from './bench-report.ts';
import { quantile } from './rounds.ts';

export const ROWS_OF_CHUNK = 50;
export const NO_STORAGE_LIMITS = { maxBytes: Number.MAX_SAFE_INTEGER, minFreeBytes: 0 };
/** Chunks that wait at the beginning of a round, of all clients together. */
const CHUNKS = 2000;
const CLIENTS = [1, 50];
const TAKERS = [1, 8];
/** About as long as results of claims are. */
const RESULT = `${JSON.stringify({ claim: 'c'.repeat(100), reasoning: 'r'.repeat(300) })}\n`;

/** Chunks of jobs leased and finished a second by one process; on PostgreSQL too when BENCH_DATABASE_URL names one. */
export async function benchQueue({ seconds, signal, say }: BenchContext): Promise<Section> {
  const { places, close, notes } = await queuePlaces();
  const rounds = Object.keys(places).length * CLIENTS.length * TAKERS.length;
  const rows: Table['rows'][number][] = [];
  try {
    for (const [database, place] of Object.entries(places)) {
      for (const clients of CLIENTS) {
        for (const takers of TAKERS) {
          signal.throwIfAborted();
          say(`queue, ${database}, ${clients} clients, ${takers} at a time ...`);
          const found = await measureQueue(place, { clients, takers, ms: (1000 * seconds) / rounds });
          rows.push({ database, clients, takers, ...found });
        }
      }
    }
  } finally {
    await close();
  }
  const title = `chunks of ${ROWS_OF_CHUNK} rows leased and finished by one process, nothing verified`;
  return { tables: [{ title, rows }], notes };
}

type Place = Pick<AccessOptions, 'dataDir' | 'databaseUrl'>;

/** The embedded database in its own folder, and PostgreSQL when BENCH_DATABASE_URL names an empty database. */
export async function queuePlaces() {
  const { BENCH_DATABASE_URL: databaseUrl } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const embedded: Record<string, Place> = { embedded: { dataDir } };
  return {
    places: databaseUrl ? { ...embedded, PostgreSQL: { dataDir, databaseUrl } } : embedded,
    notes: databaseUrl ? [] : ['PostgreSQL was left out: BENCH_DATABASE_URL is not set.'],
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

interface Round {
  readonly clients: number;
  readonly takers: number;
  readonly ms: number;
}

export async function measureQueue(place: Place, { clients, takers, ms }: Round) {
  const access = await openAccess({ ...place, defaultLimit: 60 });
  try {
    const { id: keyId } = await access.keys.create({ name: 'bench' }, 'bench');
    const { store, work } = openJobs({ database: access.database, ttlDays: 1, storageLimits: NO_STORAGE_LIMITS });
    const ids: [client: string, id: string][] = [];
    const storedAt = performance.now();
    for (let n = 0; n < clients; n += 1) {
      const job = { client: `bench ${n}`, keyId, kind: 'claims', inputFormat: 'jsonl', rowsPerDay: 1e12 } as const;
      const { id } = await store.receive(job, rowsOf((CHUNKS / clients) * ROWS_OF_CHUNK));
      ids.push([job.client, id]);
    }
    const storeMs = performance.now() - storedAt;
    const found = await takeFor(work, { takers, ms });
    for (const [client, id] of ids) await store.delete(client, id);
    return { 'stored rows/s': (1000 * CHUNKS * ROWS_OF_CHUNK) / storeMs, ...found };
  } finally {
    await access.close();
  }
}

async function takeFor(work: Jobs['work'], { takers, ms }: Pick<Round, 'takers' | 'ms'>) {
  const startedAt = performance.now();
  const times: number[] = [];
  const take = async () => {
    while (performance.now() - startedAt < ms) {
      const begunAt = performance.now();
      const lease = await work.lease();
      if (lease === undefined) return;
      await work.finish(lease, { output: RESULT.repeat(lease.rows.length), errors: {} });
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all(Array.from({ length: takers }, take));
  const perSecond = (1000 * times.length) / (performance.now() - startedAt);
  return {
    'chunks/s': perSecond,
    'rows/s': perSecond * ROWS_OF_CHUNK,
    'chunk ms p50': quantile(times, 0.5),
    'chunk ms p95': quantile(times, 0.95),
  };
}

async function* rowsOf(count: number): AsyncGenerator<InputRow> {
  const columns = { claim: 'c'.repeat(100), grounding_source: 's'.repeat(1000) };
  for (let index = 0; index < count; index += 1) {
    yield { index, row: 1, line: index + 1, endByte: 0, columns, problem: undefined };
  }
}
