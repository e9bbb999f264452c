import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import type { BenchContext } from './bench-context.ts';
import { type Section, type Table, toMarkdown } from './bench-report.ts';
import { KINDS, type Kind } from './bench-texts.ts';
import { type Answer, closedLoad, latencies, measured, ofKind, openLoad, type Phase, RequestSource } from './load.ts';
import { median, quantile } from './rounds.ts';
import { type Service, startService } from './service-process.ts';

const CONNECTIONS = [1, 4, 16, 64];
/** One of this many requests is a longest one. */
const REQUESTS_PER_LONGEST = 10;
const OVERLOAD = 4;
/** Shares of the time, in addition to one share for warm-up and one for each closed load. */
const PARTS = { alone: 3, overload: 1, fairness: 2 } as const;

export async function benchService(context: BenchContext): Promise<Section> {
  const { seconds, say } = context;
  // Texts repeat after a while, and a score cache would answer them.
  const service = await startService({ SCORE_CACHE_PAIRS: '0' }, context.signal);
  const requests = new RequestSource(2);
  const parts = 1 + CONNECTIONS.length + PARTS.alone + PARTS.overload + PARTS.fairness;
  const part = Math.max(1, Math.round(seconds / parts));
  try {
    await closedLoad(service, { connections: 8, seconds: part, next: () => requests.mixed(REQUESTS_PER_LONGEST) });
    const closed = await closedLoads({ service, requests, seconds: part, context });
    say('service, requests alone ...');
    const alone = await benchAlone(service, requests, PARTS.alone * part);
    say('service, overload ...');
    const perSecond = OVERLOAD * Math.max(...closed.phases.map((phase) => phase.perSecond));
    const overload = await overloaded({ service, requests, seconds: PARTS.overload * part, context }, perSecond);
    say('service, short beside longest ...');
    const shortMs = alone.ms.get('short')!;
    const fair = await benchFairness(service, requests, shortMs, { ...context, seconds: PARTS.fairness * part });
    return {
      tables: [closed.table, alone.table, overload.table, fair.table],
      targets: [...alone.targets, ...goodput(overload.phase, closed.phases, alone.ms), ...fair.targets],
    };
  } finally {
    await service.stop();
  }
}

interface Load {
  readonly service: Service;
  readonly requests: RequestSource;
  readonly seconds: number;
  readonly context: BenchContext;
}

async function closedLoads({ service, requests, seconds, context: { say } }: Load) {
  const rows: Table['rows'][number][] = [];
  const phases: Phase[] = [];
  for (const connections of CONNECTIONS) {
    say(`service, ${connections} connections ...`);
    const next = () => requests.mixed(REQUESTS_PER_LONGEST);
    const phase = await measured(service, seconds, () => closedLoad(service, { connections, seconds, next }));
    phases.push(phase);
    rows.push({ connections, 'requests/s': phase.perSecond, ...latencies(phase.answers), ...phase.cells });
  }
  const title = `closed load, one of ${REQUESTS_PER_LONGEST} requests a longest one, ${seconds} s each`;
  return { phases, table: { title, rows } };
}

async function overloaded({ service, requests, seconds, context: { signal } }: Load, perSecond: number) {
  const next = () => requests.mixed(REQUESTS_PER_LONGEST);
  let answers: readonly Answer[] = [];
  const phase = await measured(service, seconds, async () => {
    answers = await openLoad(service, { perSecond, seconds, next, signal, random: seededRandom(3) });
    return [...answers];
  });
  const share = (status: number) => answers.filter((answer) => answer.status === status).length / answers.length;
  const row = {
    'sent/s': perSecond,
    'answered/s': phase.perSecond,
    'share of 503': share(503),
    'share of broken': share(0),
    ...latencies(phase.answers),
    ...phase.cells,
  };
  return { phase, table: { title: `open load at ${OVERLOAD}x the peak`, rows: [row] } };
}

/** Counted by requests and by their work: under overload the longest requests are refused more often than short ones. */
function goodput(overload: Phase, closed: readonly Phase[], aloneMs: Parameters<Phase['workPerSecond']>[0]) {
  const against = (rate: (phase: Phase) => number) => rate(overload) / Math.max(...closed.map(rate));
  const what = `goodput at ${OVERLOAD}x overload against the peak`;
  return [
    { what: `${what}, requests`, atLeast: 0.95, got: against((phase) => phase.perSecond) },
    { what: `${what}, by their work`, atLeast: 0.95, got: against((phase) => phase.workPerSecond(aloneMs)) },
  ];
}

const LONGEST_CALLERS = 2;
/** Rate of short requests as a share of their sequential capacity: so low that they rarely overlap. */
const SHORT_SHARE = 0.3;

/** Short requests, which take `shortMs` alone, at random times next to callers that send longest requests without a pause. */
async function benchFairness(service: Service, requests: RequestSource, shortMs: number, context: BenchContext) {
  const { seconds, signal } = context;
  const perSecond = (1000 * SHORT_SHARE) / shortMs;
  const phase = await measured(service, seconds, async () => {
    const next = (kind: Kind) => () => requests.next(kind);
    const longest = closedLoad(service, { connections: LONGEST_CALLERS, seconds, next: next('longest') });
    const short = openLoad(service, { perSecond, seconds, next: next('short'), random: seededRandom(4), signal });
    return [...(await longest), ...(await short)];
  });
  const row = (kind: Kind) => {
    const answers = ofKind(phase.answers, kind);
    const waits = answers.map(({ stages }) => stages.queue ?? 0);
    return {
      request: kind,
      answers: answers.length,
      ...latencies(answers),
      'queued ms p50': quantile(waits, 0.5),
      'queued ms p95': quantile(waits, 0.95),
      ...phase.cells,
    };
  };
  const [short, longest] = [row('short'), row('longest')];
  const slowed = median(ofKind(phase.answers, 'short').map(({ ms }) => ms)) / shortMs;
  const title = `${perSecond.toFixed(1)} short requests per second beside ${LONGEST_CALLERS} callers with longest requests; a short one takes ${slowed.toFixed(1)} times as long as alone (median)`;
  return {
    table: { title, rows: [short, longest] },
    targets: [
      { what: 'a short request queued beside longest ones at p95, ms', atMost: 200, got: short['queued ms p95'] },
      {
        what: 'delay of the event loop beside longest requests, p99, ms',
        atMost: 20,
        got: phase.cells['loop delay p99 ms'],
      },
    ],
  };
}

/** Share of the time per request size; only few longest requests fit into any time. */
const SHARES: ReadonlyMap<Kind, number> = new Map([
  ['longest', 0.6],
  ['medium', 0.25],
  ['short', 0.15],
]);

/** Sequential requests without other load: their latency, and the part of it that is not spent in the models. */
async function benchAlone(service: Service, requests: RequestSource, seconds: number) {
  const phases = new Map<Kind, Phase>();
  for (const [kind, share] of SHARES) {
    const own = Math.max(1, Math.round(share * seconds));
    const load = { connections: 1, seconds: own, next: () => requests.next(kind) };
    phases.set(kind, await measured(service, own, () => closedLoad(service, load)));
  }
  const rows = [...phases].map(([kind, { answers, cells }]) => ({
    request: kind,
    answers: answers.length,
    ...latencies(answers),
    'not the models, ms p50': median(answers.map((answer) => answer.ms * shareAside(answer))),
    'its share p50': median(answers.map(shareAside)),
    ...cells,
  }));
  const p95 = (kind: Kind) => quantile(msOf(phases.get(kind)!.answers), 0.95);
  return {
    table: { title: 'one request after the other, nothing beside it', rows },
    /** Medians by size. */
    ms: new Map([...phases].map(([kind, { answers }]) => [kind, median(msOf(answers))])),
    targets: [
      { what: 'a longest request over HTTP at p95, ms', atMost: 900, got: p95('longest') },
      { what: 'a request of one sentence on ten over HTTP at p95, ms', atMost: 200, got: p95('medium') },
    ],
  };
}

function msOf(answers: readonly Answer[]): number[] {
  return answers.map(({ ms }) => ms);
}

/** The share of a request's time in which no pair of it waited or ran. */
function shareAside({ ms, stages }: Answer): number {
  return 1 - ((stages.queue ?? 0) + (stages.inference ?? 0)) / ms;
}

const SHAPES: Readonly<Record<Kind, string>> = {
  short: '1 claim sentence on 3',
  medium: '1 claim sentence on 10',
  long: '2 claim sentences on 30',
  longest: '500 characters on 10,000',
};
/** Callers per worker, so that each worker always has a next batch. */
const CALLERS = 2;

export async function benchSizing({ info, seconds, signal, say }: BenchContext): Promise<Section> {
  // Texts repeat after a while, and a score cache would answer them.
  const service = await startService({ SCORE_CACHE_PAIRS: '0' }, signal);
  const requests = new RequestSource(9);
  const loadSeconds = Math.max(1, Math.round(seconds / (2 * KINDS.length)));
  const rows: Table['rows'][number][] = [];
  try {
    for (const kind of KINDS) {
      say(`sizing, ${kind} requests ...`);
      const run = (connections: number) =>
        measured(service, loadSeconds, () =>
          closedLoad(service, { connections, seconds: loadSeconds, next: () => requests.next(kind) }),
        );
      const alone = (await run(1)).answers.map(({ ms }) => ms);
      const full = await run(CALLERS * info.model.workers);
      const ms = full.answers.map((answer) => answer.ms);
      rows.push({
        request: `${kind}: ${SHAPES[kind]}`,
        'requests/s': full.perSecond,
        'alone, ms p50': quantile(alone, 0.5),
        'alone, ms p95': quantile(alone, 0.95),
        'full load, ms p50': quantile(ms, 0.5),
        'full load, ms p95': quantile(ms, 0.95),
      });
    }
  } finally {
    await service.stop();
  }
  const title = `requests by size; full load: ${CALLERS * info.model.workers} callers, each with one request at a time`;
  const table = { title, rows };
  return { tables: [table], notes: [`For the README:\n\n${toMarkdown(table)}`] };
}
