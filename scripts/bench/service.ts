import { seededRandom } from '../../src/evaluation/random.ts';
import { benchAlone } from './alone.ts';
import { type Answer, latencies } from './answers.ts';
import type { BenchContext } from './bench-context.ts';
import { closedLoad } from './closed-load.ts';
import { benchFairness } from './fairness.ts';
import { measured } from './load-phase.ts';
import { openLoad } from './open-load.ts';
import type { Section, Table } from './report.ts';
import { RequestSource } from './requests.ts';
import { type Service, startService } from './service-process.ts';

const CONCURRENCIES = [1, 4, 16, 64];
/** Parts of the time that requests alone take: the closed loads, the overload and the short ones beside longest take one each. */
const ALONE_PARTS = 3;
const LONGEST_SHARE = 0.1;
const OVERLOAD = 4;

/** The server under loads of short and longest requests, alone, beyond what it can do, and a short one beside the longest. */
export async function benchService(context: BenchContext): Promise<Section> {
  const { seconds, signal, say } = context;
  // Texts come round again after a while: a cache of scores would answer them.
  const service = await startService({ SCORE_CACHE_PAIRS: '0' }, signal);
  const requests = new RequestSource(2);
  const phaseSeconds = Math.max(1, Math.round(seconds / (CONCURRENCIES.length + ALONE_PARTS + 3)));
  try {
    await closedLoad(service, { connections: 8, seconds: phaseSeconds, next: () => requests.mixed(LONGEST_SHARE) });
    const rows: Table['rows'][number][] = [];
    let peak = 0;
    for (const connections of CONCURRENCIES) {
      say(`service, ${connections} connections ...`);
      const next = () => requests.mixed(LONGEST_SHARE);
      const phase = await measured(service, () => closedLoad(service, { connections, seconds: phaseSeconds, next }));
      peak = Math.max(peak, phase.perSecond);
      rows.push({ connections, 'requests/s': phase.perSecond, ...latencies(phase.answers), ...phase.cells });
    }
    say('service, requests alone ...');
    const alone = await benchAlone(service, requests, ALONE_PARTS * phaseSeconds);
    say('service, overload ...');
    const overload = await overloaded(service, { requests, perSecond: OVERLOAD * peak, seconds: phaseSeconds, signal });
    say('service, short beside longest ...');
    const fair = await benchFairness(
      service,
      { requests, shortMs: alone.shortMs },
      { ...context, seconds: phaseSeconds },
    );
    return {
      name: 'service',
      tables: [
        { title: `closed load, ${100 * LONGEST_SHARE} % longest requests, ${phaseSeconds} s each`, rows },
        alone.table,
        overload.table,
        fair.table,
      ],
      targets: [
        ...alone.targets,
        { what: `goodput at ${OVERLOAD}x overload against the peak`, atLeast: 0.95, got: overload.goodput / peak },
        ...fair.targets,
      ],
      notes: [],
    };
  } finally {
    await service.stop();
  }
}

interface Overload {
  readonly requests: RequestSource;
  readonly perSecond: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

async function overloaded(service: Service, { requests, perSecond, seconds, signal }: Overload) {
  const next = () => requests.mixed(LONGEST_SHARE);
  let answers: readonly Answer[] = [];
  const phase = await measured(service, async () => {
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
  return { goodput: phase.perSecond, table: { title: `open load at ${OVERLOAD}x the peak`, rows: [row] } };
}
