import { performance } from 'node:perf_hooks';
import pMap from 'p-map';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { createVerifier } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { TextWriter } from './bench-texts.ts';
import { measureQueue, queuePlaces, ROWS_OF_CHUNK } from './queue.ts';

const REPLICAS = [1, 2, 4, 10, 30, 100, 300, 1000];
const CHUNKS_OF_REPLICA = 50;
/** As JOB_CONCURRENCY is by default. */
const CONCURRENCY = 4;
const SEED = 1;

/** Jobs on many replicas, simulated from the times that chunks and the queue take here; each with all CPUs. */
export async function benchReplicas(context: BenchContext): Promise<Section> {
  const { seconds, say } = context;
  say('replicas, verifying chunks ...');
  const verifyMs = await verifyChunks(context, (1000 * seconds) / 2);
  const tables: Section['tables'][number][] = [];
  const { places, close, notes } = await queuePlaces();
  try {
    for (const [database, place] of Object.entries(places)) {
      say(`replicas, ${database} ...`);
      const ms = (1000 * seconds) / 4 / Object.keys(places).length;
      const alone = await measureQueue(place, { clients: 1, takers: 1, ms });
      const most = await measureQueue(place, { clients: 1, takers: 8, ms });
      const times = { verifyMs, storeMs: alone['chunk ms p50'], databaseMs: 1000 / most['chunks/s'] };
      const rows = REPLICAS.map((replicas) => {
        const run = simulateReplicas(times, { replicas, chunks: CHUNKS_OF_REPLICA * replicas }, seededRandom(SEED));
        return {
          replicas: String(replicas),
          'rows/s': run.chunksPerSecond * ROWS_OF_CHUNK,
          'of the ideal': run.chunksPerSecond / run.idealPerSecond,
          'database busy': run.databaseBusy,
        };
      });
      const measured = `${verifyMs.length} chunks verified, ${times.storeMs.toFixed(1)} ms to lease and store one, ${times.databaseMs.toFixed(1)} ms of it the database's`;
      tables.push({ title: `simulated from measured times, ${database} (${measured})`, rows });
    }
  } finally {
    await close();
  }
  return { tables, notes };
}

/** Milliseconds of each chunk of claims with one sentence on ten. */
async function verifyChunks({ settings, signal }: BenchContext, ms: number): Promise<number[]> {
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const writer = new TextWriter(SEED);
  const times: number[] = [];
  try {
    const startedAt = performance.now();
    while (times.length < 2 || performance.now() - startedAt < ms) {
      signal.throwIfAborted();
      const rows = Array.from({ length: ROWS_OF_CHUNK }, () => writer.request('medium'));
      const begunAt = performance.now();
      await pMap(rows, (row) => verifier.verify(row, { signal, background: true }), { concurrency: CONCURRENCY });
      times.push(performance.now() - begunAt);
    }
    return times;
  } finally {
    await verifier.close();
  }
}

/** Measured times of one chunk, in milliseconds. */
interface ChunkTimes {
  /** Verification of a chunk by one replica that has its model to itself; at least one sample. */
  readonly verifyMs: readonly number[];
  /** Lease and result of a chunk as one replica alone waits for them. */
  readonly storeMs: number;
  /** The share of that in which the database can serve nobody else: what a chunk takes when it has as much as it can do. */
  readonly databaseMs: number;
}

/**
 * A job on many replicas, as a discrete-event simulation: each replica leases a chunk, verifies it and stores its result;
 * the database serves leases and results one after the other, in the order in which they come. `idealPerSecond` is with a
 * database that takes no time, `databaseBusy` the share of the time in which it was busy.
 * @param random uniform numbers in [0, 1); draws the verification times
 */
export function simulateReplicas(
  { verifyMs, storeMs, databaseMs }: ChunkTimes,
  { replicas, chunks }: { readonly replicas: number; readonly chunks: number },
  random: () => number,
) {
  const callMs = databaseMs / 2;
  const waitMs = Math.max(0, storeMs - databaseMs) / 2;
  // When each replica calls the database next; Infinity: there is nothing left to lease.
  const callsAt = new Array<number>(replicas).fill(0);
  const hasChunk = new Array<boolean>(replicas).fill(false);
  let [leased, stored, databaseFreeAt, endedAt] = [0, 0, 0, 0];
  while (stored < chunks) {
    const replica = indexOfLeast(callsAt);
    const servedAt = Math.max(callsAt[replica]!, databaseFreeAt) + callMs;
    databaseFreeAt = servedAt;
    const answeredAt = servedAt + waitMs;
    if (hasChunk[replica]) {
      stored += 1;
      endedAt = Math.max(endedAt, answeredAt);
      callsAt[replica] = leased < chunks ? answeredAt : Number.POSITIVE_INFINITY;
      hasChunk[replica] = false;
    } else if (leased < chunks) {
      leased += 1;
      callsAt[replica] = answeredAt + verifyMs[Math.floor(random() * verifyMs.length)]!;
      hasChunk[replica] = true;
    } else {
      callsAt[replica] = Number.POSITIVE_INFINITY;
    }
  }
  const meanMs = verifyMs.reduce((sum, ms) => sum + ms, 0) / verifyMs.length;
  return {
    chunksPerSecond: (1000 * chunks) / endedAt,
    idealPerSecond: (1000 * replicas) / meanMs,
    databaseBusy: (chunks * databaseMs) / endedAt,
  };
}

function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! < values[least]!) least = i;
  return least;
}
