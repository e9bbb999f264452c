import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import pMap from 'p-map';
import { databaseLookup } from '../../src/access/authenticator.ts';
import { type Access, openAccess } from '../../src/access/index.ts';
import { loadConfig } from '../../src/config.ts';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { createVerifier } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { TextWriter } from './bench-texts.ts';
import { measureQueue, ROWS_OF_CHUNK } from './queue.ts';
import { quantile } from './rounds.ts';
import { type Call, type Cycle, simulatePods } from './simulate-pods.ts';

const PODS = [1, 4, 16, 64, 256, 1000];
/** Requests of a pod at the same time, and rows of jobs as JOB_CONCURRENCY is by default. */
const CONCURRENCY = 4;
const CYCLES_OF_WORKER = 20;
const KEYS = 50;
const SEED = 1;

/**
 * Requests and jobs on 1 to 1,000 pods, simulated from times that are measured here: the models of one pod, and how long
 * PostgreSQL and Redis serve one call while they have as much as they can do. Every request looks its key up, as it does
 * with more keys than requests a second.
 */
export async function benchPods(context: BenchContext): Promise<Section> {
  const { seconds, say } = context;
  const { BENCH_DATABASE_URL: databaseUrl, BENCH_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const note = 'Skipped: set BENCH_DATABASE_URL to an empty PostgreSQL database and BENCH_REDIS_URL to a Redis.';
    return { tables: [], notes: [note] };
  }
  const ms = (1000 * seconds) / 6;
  say('pods, models ...');
  const models = await measureModels(context, ms);
  const { DATABASE_CONNECTIONS: databaseConnections } = loadConfig();
  const access = await openAccess({ dataDir: '', databaseUrl, redisUrl, databaseConnections, defaultLimit: 1e9 });
  let [lookup, hit]: (Measured | undefined)[] = [];
  try {
    say('pods, keys ...');
    lookup = await measureLookups(access, { atATime: databaseConnections, ms });
    say('pods, limits ...');
    hit = await measureHits(access, redisUrl, ms);
  } finally {
    await access.close();
  }
  say('pods, queue ...');
  const chunk = await measureChunks(databaseUrl, ms / 2);
  const half: Call = { store: 'database', busyMs: chunk.busyMs / 2, waitMs: chunk.waitMs / 2 };
  const request: Cycle = {
    before: [
      { store: 'database', ...lookup },
      { store: 'redis', ...hit },
    ],
    modelMs: models.requestMs,
    after: [],
  };
  const job: Cycle = { before: [half], modelMs: models.chunkMs, after: [half] };
  const rows = PODS.map((pods) => {
    const asked = simulate(request, pods * CONCURRENCY);
    const worked = simulate(job, pods);
    return {
      pods: String(pods),
      'requests/s': asked.perSecond,
      'of the ideal': asked.perSecond / asked.idealPerSecond,
      'database busy': asked.busy.database,
      'Redis busy': asked.busy.redis,
      'job rows/s': worked.perSecond * ROWS_OF_CHUNK,
      'rows of the ideal': worked.perSecond / worked.idealPerSecond,
      'database busy by jobs': worked.busy.database,
      'connections, at most': pods * databaseConnections,
    };
  });
  const calls = { 'a key looked up': lookup, 'a request counted': hit, 'a chunk leased and stored': chunk };
  const measured = Object.entries(calls).map(([call, { busyMs, waitMs }]) => ({
    'one call': call,
    'busy ms': busyMs,
    'more ms': waitMs,
    'calls/s': 1000 / busyMs,
  }));
  return {
    tables: [
      { title: `measured, with ${databaseConnections} connections`, rows: measured },
      { title: 'simulated from that, requests and jobs each by themselves', rows },
    ],
  };
}

const simulate = (cycle: Cycle, workers: number) =>
  simulatePods(cycle, { workers, cycles: CYCLES_OF_WORKER * workers }, seededRandom(SEED));

type Measured = Omit<Call, 'store'>;

/** Times of medium requests, of which a pod has several at the same time, and of chunks of a job. */
async function measureModels({ settings, signal }: BenchContext, ms: number) {
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const writer = new TextWriter(SEED);
  const [requestMs, chunkMs]: [number[], number[]] = [[], []];
  try {
    const startedAt = performance.now();
    while (chunkMs.length < 2 || performance.now() - startedAt < ms) {
      const rows = Array.from({ length: ROWS_OF_CHUNK }, () => writer.request('medium'));
      const chunkAt = performance.now();
      const verify = async (row: (typeof rows)[number]) => {
        const begunAt = performance.now();
        await verifier.verify(row, { signal, background: true });
        requestMs.push(performance.now() - begunAt);
      };
      await pMap(rows, verify, { concurrency: CONCURRENCY });
      chunkMs.push(performance.now() - chunkAt);
    }
    return { requestMs, chunkMs };
  } finally {
    await verifier.close();
  }
}

/** Calls a second, `atATime` of them at the same time, and the median time of one. */
async function callFor(call: (n: number) => Promise<unknown>, atATime: number, ms: number) {
  const times: number[] = [];
  const startedAt = performance.now();
  const caller = async () => {
    while (performance.now() - startedAt < ms) {
      const begunAt = performance.now();
      await call(times.length);
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all(Array.from({ length: atATime }, caller));
  return {
    count: times.length,
    medianMs: quantile(times, 0.5),
    perSecond: (1000 * times.length) / (performance.now() - startedAt),
  };
}

async function measureLookups(
  { keys, database }: Access,
  { atATime, ms }: { atATime: number; ms: number },
): Promise<Measured> {
  const numbers = Array.from({ length: KEYS }, (_, at) => at);
  const created = await pMap(numbers, (at) => keys.create({ name: `bench ${at}` }, 'bench'), { concurrency: 4 });
  const lookup = databaseLookup(database);
  const call = (n: number) => lookup(created[n % KEYS]!.id);
  const alone = await callFor(call, 1, ms / 4);
  const busyMs = 1000 / (await callFor(call, atATime, ms)).perSecond;
  return { busyMs, waitMs: Math.max(0, alone.medianMs - busyMs) };
}

/** Redis is one thread: its CPU time per call is the time in which it serves no one else. One call at a time, as of many pods. */
async function measureHits({ rateLimiter }: Access, redisUrl: string, ms: number): Promise<Measured> {
  const redis = new Redis(redisUrl);
  const cpuMs = async () => {
    const info = await redis.info('cpu');
    return ['sys', 'user'].reduce(
      (sum, name) => sum + 1000 * Number(new RegExp(`^used_cpu_${name}:(.*)`, 'm').exec(info)![1]),
      0,
    );
  };
  const call = (n: number) => rateLimiter.hit(`bench:${n % KEYS}`, { limit: 1e9, windowSeconds: 60 });
  try {
    const before = await cpuMs();
    const { count, medianMs } = await callFor(call, 1, ms);
    const busyMs = ((await cpuMs()) - before) / count;
    return { busyMs, waitMs: Math.max(0, medianMs - busyMs) };
  } finally {
    redis.disconnect();
  }
}

async function measureChunks(databaseUrl: string, ms: number): Promise<Measured> {
  const place = { dataDir: '', databaseUrl };
  const alone = await measureQueue(place, { clients: 1, takers: 1, ms });
  const most = await measureQueue(place, { clients: 1, takers: 8, ms });
  const busyMs = 1000 / most['chunks/s'];
  return { busyMs, waitMs: Math.max(0, alone['chunk ms p50'] - busyMs) };
}
