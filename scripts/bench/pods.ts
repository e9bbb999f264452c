import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pMap from 'p-map';
import { type Access, type Database, openAccess } from '../../src/access/index.ts';
import { loadConfig } from '../../src/config.ts';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { ANSWER_LIMITS, createVerifier, type Verifier } from '../../src/index.ts';
import { JobRunner, openJobs } from '../../src/jobs/index.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section, Table } from './bench-report.ts';
import { TextWriter } from './bench-texts.ts';
import { NO_STORAGE_LIMITS, ROWS_OF_CHUNK } from './queue.ts';
import { quantile } from './rounds.ts';

const PODS = [1, 4, 16, 64];
/** Of a pod at the same time: requests, and rows of jobs as JOB_CONCURRENCY is by default. */
const CONCURRENCY = 4;
const KEYS = 50;
const CHUNKS_OF_POD = 3;
const SAMPLE_MS = 250;
const SEED = 1;

/**
 * What PostgreSQL and Redis bear of many pods: each has connections of its own and does what a pod does with the stores,
 * requests first and then a job. Only the models are stood in for: a request takes as long as this machine was seen to take.
 */
export async function benchPods(context: BenchContext): Promise<Section> {
  const { seconds, signal, say } = context;
  const { BENCH_DATABASE_URL: databaseUrl, BENCH_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const note =
      'Left out: BENCH_DATABASE_URL and BENCH_REDIS_URL have to name an empty PostgreSQL database and a Redis.';
    return { tables: [], notes: [note] };
  }
  const { DATABASE_CONNECTIONS: databaseConnections } = loadConfig();
  say('pods, timing requests of one ...');
  const standIn = await timeRequests(context, (1000 * seconds) / 5);
  const rows: Table['rows'][number][] = [];
  for (const pods of PODS) {
    signal.throwIfAborted();
    say(`pods, ${pods} ...`);
    const accesses = await openPods(pods, { databaseUrl, redisUrl, databaseConnections });
    try {
      const stores = await watchStores(accesses[0]!.database, redisUrl);
      const asked = await askFor(accesses, standIn, (1000 * seconds) / 10);
      const seen = await stores.end();
      const job = await workOff(accesses, standIn);
      rows.push({
        pods: String(pods),
        'requests/s': asked.perSecond,
        'of the ideal': asked.perSecond / (pods * standIn.perSecond),
        'checks ms p50': quantile(asked.checkMs, 0.5),
        'checks ms p99': quantile(asked.checkMs, 0.99),
        refused: asked.refused,
        ...seen,
        'job rows/s': job.perSecond,
        'rows of the ideal': job.perSecond / (pods * standIn.perSecond),
        'held up': job.heldUp,
      });
    } finally {
      await Promise.all(accesses.map((access) => access.close()));
    }
  }
  const times = `one pod ${standIn.perSecond.toFixed(2)} requests/s, ${CONCURRENCY} at a time`;
  return {
    tables: [{ title: `real stores, models stood in for (${times}; ${KEYS} keys)`, rows }],
  };
}

/** Answers as the models did, after the time that they took. */
interface StandIn {
  readonly verifier: Verifier;
  /** What one pod does by itself. */
  readonly perSecond: number;
}

/** Times medium requests as a pod with enough of them has them. */
async function timeRequests({ settings, signal }: BenchContext, ms: number): Promise<StandIn> {
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const writer = new TextWriter(SEED);
  const times: number[] = [];
  try {
    const recorded = await verifier.verify(writer.request('medium'), { signal });
    const startedAt = performance.now();
    const callers = Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() - startedAt < ms) {
        const begunAt = performance.now();
        await verifier.verify(writer.request('medium'), { signal });
        times.push(performance.now() - begunAt);
      }
    });
    await Promise.all(callers);
    const perSecond = (1000 * CONCURRENCY * times.length) / times.reduce((sum, time) => sum + time, 0);
    const random = seededRandom(SEED);
    const verify: Verifier['verify'] = async (input, caller) => {
      await sleep(times[Math.floor(random() * times.length)], undefined, { signal: caller?.signal });
      return { ...recorded, input };
    };
    return { verifier: { ...verifier, verify }, perSecond };
  } finally {
    await verifier.close();
  }
}

type Places = { readonly databaseUrl: string; readonly redisUrl: string; readonly databaseConnections: number };

/** They start together, as after an outage. */
async function openPods(pods: number, places: Places): Promise<Access[]> {
  const open = () => openAccess({ dataDir: '', defaultLimit: 1_000_000, ...places });
  return Promise.all(Array.from({ length: pods }, open));
}

/** Every pod has as many callers as keep its models busy; each request is of the next key. */
async function askFor(accesses: readonly Access[], { verifier }: StandIn, ms: number) {
  const { keys } = accesses[0]!;
  const created = await pMap(
    Array.from({ length: KEYS }, (_, at) => at),
    (at) => keys.create({ name: `bench ${at}` }, 'bench'),
    { concurrency: 4 },
  );
  const input = new TextWriter(SEED).request('medium');
  const checkMs: number[] = [];
  let [answered, refused, next] = [0, 0, 0];
  const startedAt = performance.now();
  const call = async (access: Access) => {
    while (performance.now() - startedAt < ms) {
      const { key } = created[next++ % KEYS]!;
      const begunAt = performance.now();
      try {
        const principal = await access.authenticator.authenticate(key);
        const state = await access.rateLimiter.hit(`key:${principal!.keyId}`, principal!);
        access.usageRecorder.record(principal!.keyId, state.allowed);
        checkMs.push(performance.now() - begunAt);
        await verifier.verify(input);
        answered += 1;
      } catch {
        refused += 1;
        await sleep(1000);
      }
    }
  };
  await Promise.all(accesses.flatMap((access) => Array.from({ length: CONCURRENCY }, () => call(access))));
  return { perSecond: (1000 * answered) / (performance.now() - startedAt), checkMs, refused };
}

/** One job on all pods; how often one of them had to wait for the database. */
async function workOff(accesses: readonly Access[], { verifier }: StandIn) {
  const pods = accesses.map(({ database }) => openJobs({ database, ttlDays: 1, storageLimits: NO_STORAGE_LIMITS }));
  const [{ store }] = pods as [(typeof pods)[number]];
  const rows = accesses.length * CHUNKS_OF_POD * ROWS_OF_CHUNK;
  const { id: keyId } = await accesses[0]!.keys.create({ name: 'bench of jobs' }, 'bench');
  const job = { client: 'bench', keyId, kind: 'claims', inputFormat: 'jsonl' } as const;
  const { id } = await store.receive(job, rowsOf(rows), { rowsPerDay: 1e12 });
  const startedAt = performance.now();
  let [left, heldUp] = [rows, 0];
  const runners: JobRunner[] = [];
  try {
    await new Promise<void>((done) => {
      const onRows = ({ answered, failed }: { answered: number; failed: number }) => {
        left -= answered + failed;
        if (left <= 0) done();
      };
      const warn = () => {
        heldUp += 1;
      };
      const log = { warn, info: () => undefined };
      const others = { verifier, log, onRows, answerLimits: ANSWER_LIMITS, concurrency: CONCURRENCY };
      for (const { work, storage } of pods) {
        runners.push(new JobRunner({ work, assertRoom: () => storage.assertDisk(), ...others }));
      }
      for (const runner of runners) runner.start();
    });
    return { perSecond: (1000 * rows) / (performance.now() - startedAt), heldUp };
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()));
    await store.delete(job.client, id);
  }
}

async function* rowsOf(count: number): AsyncGenerator<InputRow> {
  const writer = new TextWriter(SEED);
  for (let index = 0; index < count; index += 1) {
    const { claim, source } = writer.request('medium');
    yield {
      index,
      row: 1,
      line: index + 1,
      endByte: 0,
      columns: { claim, grounding_source: source },
      problem: undefined,
    };
  }
}

/** Counts what the stores do until `end`. */
async function watchStores(database: Database, redisUrl: string) {
  const redis = new Redis(redisUrl);
  const read = async () => {
    const [row] = await database.query<{ commits: number; activeMs: number }>(
      `SELECT xact_commit AS commits, active_time AS "activeMs" FROM pg_stat_database WHERE datname = current_database()`,
    );
    const info = await redis.info();
    const of = (name: string) => Number(new RegExp(`^${name}:(.*)`, 'm').exec(info)?.[1]);
    const cpuMs = 1000 * (of('used_cpu_sys') + of('used_cpu_user'));
    return {
      at: performance.now(),
      ...row!,
      commands: of('total_commands_processed'),
      cpuMs,
      clients: of('connected_clients'),
    };
  };
  const before = await read();
  let connections = 0;
  const sample = async () => {
    const [row] = await database.query<{ open: number }>(
      'SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()',
    );
    connections = Math.max(connections, row!.open);
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  return {
    async end() {
      clearInterval(timer);
      // A server process tells of its work a second later.
      await sleep(1500);
      const after = await read();
      redis.disconnect();
      const ms = after.at - before.at;
      return {
        'PostgreSQL connections': connections,
        'transactions/s': (1000 * (after.commits - before.commits)) / ms,
        'PostgreSQL active': (after.activeMs - before.activeMs) / ms,
        'Redis commands/s': (1000 * (after.commands - before.commands)) / ms,
        'Redis busy': (after.cpuMs - before.cpuMs) / ms,
      };
    },
  };
}
