import { seededRandom } from '../../src/evaluation/random.ts';
import { benchAlone } from './alone.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section, Table } from './bench-report.ts';
import { closedLoad } from './closed-load.ts';
import { benchFairness } from './fairness.ts';
import { measured, type Phase } from './load-phase.ts';
import { openLoad } from './open-load.ts';
import { RequestSource } from './requests.ts';
import { type Service, startService } from './service-process.ts';
import { type Answer, latencies } from './timed-answers.ts';

const CONNECTIONS = [1, 4, 16, 64];
/** One of this many requests is a longest one. */
const REQUESTS_PER_LONGEST = 10;
const OVERLOAD = 4;
/** Shares of the time, in addition to one share for warm-up and one for each closed load. */
const PARTS = { alone: 3, overload: 1, fairness: 2 } as const;

/** The server with single requests, under mixed load, under overload, and with short requests beside longest ones. */
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
    const fair = await benchFairness(service, { requests, shortMs }, { ...context, seconds: PARTS.fairness * part });
    return {
      name: 'service',
      tables: [closed.table, alone.table, overload.table, fair.table],
      targets: [...alone.targets, ...goodput(overload.phase, closed.phases, alone.ms), ...fair.targets],
      notes: [],
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

/** By requests and by their work: under overload the longest requests are refused more often than short ones. */
function goodput(overload: Phase, closed: readonly Phase[], aloneMs: Parameters<Phase['workPerSecond']>[0]) {
  const against = (rate: (phase: Phase) => number) => rate(overload) / Math.max(...closed.map(rate));
  const what = `goodput at ${OVERLOAD}x overload against the peak`;
  return [
    { what: `${what}, requests`, atLeast: 0.95, got: against((phase) => phase.perSecond) },
    { what: `${what}, by their work`, atLeast: 0.95, got: against((phase) => phase.workPerSecond(aloneMs)) },
  ];
}
