import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { MAX_LENGTHS } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import {
  type Answer,
  accepted,
  closedLoad,
  latencies,
  ofKind,
  openLoad,
  type PreparedRequest,
  RequestSource,
} from './load.ts';
import { median, quantile } from './rounds.ts';
import { type Service, startService } from './service-process.ts';

/** Parts of the time: one key with short requests, the other key at its peak, and both keys, for each kind of load. */
const PARTS = 6;
const OVERLOAD = 4;
const CALLERS = 4;
/** Rate of short requests as a share of their sequential capacity. */
const SHORT_SHARE = 0.1;

interface Beside {
  readonly greedy: readonly Answer[];
  readonly short: readonly Answer[];
  /** Wall time of a batch while all workers are busy. */
  readonly batchMs: number;
}

interface Keys {
  readonly greedy: Service;
  readonly modest: Service;
  readonly requests: RequestSource;
  readonly shortMs: number;
}

/** One key sends four times as much as the service can do, in two ways; another key sends short requests at the same time. */
export async function benchKeys(context: BenchContext): Promise<Section> {
  const part = Math.max(1, Math.round(context.seconds / PARTS));
  // Texts repeat after a while, and a score cache would answer them.
  const greedy = await startService({ SCORE_CACHE_PAIRS: '0' }, context.signal);
  try {
    const modest = await greedy.withAnotherKey();
    const requests = new RequestSource(6);
    const load = (next: () => PreparedRequest, connections: number) =>
      closedLoad(greedy, { connections, seconds: part, next });
    const shortMs = median((await load(() => requests.next('short'), 1)).map(({ ms }) => ms));
    const keys = { greedy, modest, requests, shortMs };
    const ways = { 'longest requests': () => requests.next('longest'), 'lines of a few letters': shortLines() };
    const rows: Record<string, string | number>[] = [];
    for (const [way, next] of Object.entries(ways)) {
      context.say(`keys, ${way} ...`);
      const peak = accepted(await load(next, CALLERS)).length / part;
      const perSecond = OVERLOAD * Math.max(peak, 1 / part);
      rows.push(rowOf(way, await beside(keys, { next, perSecond, context, seconds: 2 * part }), shortMs));
    }
    return {
      tables: [
        { title: `short requests of one key beside another at ${OVERLOAD} times what the service can do`, rows },
      ],
      targets: rows.flatMap((row) => [
        { what: `${row['the other key sends']}: batches waited, most`, atMost: 3, got: Number(row['batches max']) },
        { what: `${row['the other key sends']}: share refused`, atMost: 0, got: Number(row['share of 503']) },
      ]),
    };
  } finally {
    await greedy.stop();
  }
}

interface Flood {
  readonly next: () => PreparedRequest;
  readonly perSecond: number;
  readonly seconds: number;
  readonly context: BenchContext;
}

async function beside(
  { greedy, modest, requests, shortMs }: Keys,
  { next, perSecond, seconds, context: { info, signal } }: Flood,
): Promise<Beside> {
  const before = batchesOf(await greedy.metrics());
  const startedAt = performance.now();
  const flood = openLoad(greedy, { perSecond, seconds, next, random: seededRandom(7), signal });
  const short = openLoad(modest, {
    perSecond: (1000 * SHORT_SHARE) / shortMs,
    seconds,
    next: () => requests.next('short'),
    random: seededRandom(8),
    signal,
  });
  const answers = { short: await short, greedy: await flood };
  const tookMs = performance.now() - startedAt;
  const batches = batchesOf(await greedy.metrics()) - before;
  return { ...answers, batchMs: (info.model.workers * tookMs) / batches };
}

function rowOf(way: string, { greedy, short, batchMs }: Beside, shortMs: number): Record<string, string | number> {
  const refused = (answers: readonly Answer[]) =>
    answers.filter(({ status }) => status !== 200).length / answers.length;
  const answers = accepted(ofKind(short, 'short'));
  const waited = answers.map(({ stages }) => (stages.queue ?? 0) / batchMs);
  return {
    'the other key sends': way,
    'its share of 503': refused(greedy),
    'short requests': short.length,
    'share of 503': refused(short),
    'batch ms': batchMs,
    'batches p50': quantile(waited, 0.5),
    'batches p95': quantile(waited, 0.95),
    'batches max': Math.max(...waited),
    'alone ms p50': shortMs,
    ...latencies(answers),
  };
}

function batchesOf(metrics: ReadonlyMap<string, number>): number {
  const names = ['evidence', 'verdict'].map((phase) => `claim_verification_batches_total{phase="${phase}"}`);
  return names.reduce((sum, name) => sum + (metrics.get(name) ?? 0), 0);
}

/** Requests of valid size with as many spans and sentences as possible, never the same twice. */
function shortLines(): () => PreparedRequest {
  let seed = 0;
  return () => {
    const claim = lines(seed++, MAX_LENGTHS.claim);
    return {
      kind: 'longest',
      body: JSON.stringify({ claim, grounding_source: lines(seed++, MAX_LENGTHS.grounding_source) }),
    };
  };
}

function lines(seed: number, length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `W${(i * 9_973 + seed).toString(36)} is x${i.toString(36)}\r`;
  return text.slice(0, length);
}
