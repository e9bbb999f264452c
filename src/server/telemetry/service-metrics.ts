import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PHASES, VERDICTS, type Verification } from '../../index.ts';
import type { ExchangeWatcher } from '../http/request-observers.ts';
import type { InFlight } from '../lifecycle/in-flight.ts';
import type { Readiness } from '../lifecycle/readiness.ts';
import { registerStats } from './verifier-metrics.ts';

/** Everything a scraper reads, and the two places that feed it. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts and times every answer of the server. */
  readonly requests: ExchangeWatcher;
  /** Counts a verdict and times its stages. */
  observe(verification: Verification): void;
}

/** Seconds. Whole requests: a cached sentence takes milliseconds, a long source on a slow CPU half a minute. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds. Stages on the main thread: anything past 20 ms there delays everybody. */
const STAGE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25];
/** Seconds. Waiting for and running in the models. */
const MODEL_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Pairs that a model read for one claim. */
const PAIR_BUCKETS = [1, 3, 10, 30, 100, 300, 1_000, 3_000];

const NAME = 'claim_verification';

export function createMetrics(readiness: Readiness, inFlight: InFlight): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerStats(registry, NAME, readiness);
  new Gauge({
    name: `${NAME}_requests_in_flight`,
    help: 'Requests accepted and not answered yet',
    registers: [registry],
    collect() {
      this.set(inFlight.count);
    },
  });
  return { registry, requests: requestWatch(registry), observe: verdictObserver(registry) };
}

function requestWatch(registry: Registry): ExchangeWatcher {
  const registers = [registry];
  const requests = new Counter({
    name: `${NAME}_requests_total`,
    help: 'Answers by route and status; 499: the caller hung up',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: `${NAME}_request_seconds`,
    help: 'From headers read to answer written',
    labelNames: ['route'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  return {
    ended: ({ request, reply, hungUp }) => {
      const route = request.routeOptions.url ?? 'none';
      const method = request.is404 ? 'other' : request.method;
      requests.inc({ method, route, status: hungUp ? 499 : reply.statusCode });
      seconds.observe({ route }, reply.elapsedTime / 1_000);
    },
  };
}

function verdictObserver(registry: Registry): Metrics['observe'] {
  const registers = [registry];
  const help = 'Answers by verdict';
  const verdicts = new Counter({ name: `${NAME}_verdicts_total`, help, labelNames: ['verdict'] as const, registers });
  for (const verdict of VERDICTS) verdicts.inc({ verdict }, 0);
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `${NAME}_${name}`, help, buckets, registers });
  const text = histogram('text_seconds', 'Finding the spans of claim and source', STAGE_BUCKETS);
  const tokenize = histogram('tokenize_seconds', 'Reading the spans into token ids', STAGE_BUCKETS);
  const queue = histogram('queue_wait_seconds', 'Pairs waiting for a worker', MODEL_BUCKETS);
  const inference = histogram('inference_seconds', 'Pairs in the models', MODEL_BUCKETS);
  const policy = histogram('policy_seconds', 'Deciding and explaining', STAGE_BUCKETS);
  const pairs = new Histogram({
    name: `${NAME}_pairs`,
    help: 'Pairs that the model of a phase read for a claim',
    labelNames: ['phase'] as const,
    buckets: PAIR_BUCKETS,
    registers,
  });
  return (verification) => {
    const { timings } = verification;
    verdicts.inc({ verdict: verification.verdict });
    text.observe(timings.textMs / 1_000);
    tokenize.observe(timings.tokenizeMs / 1_000);
    queue.observe(timings.queueMs / 1_000);
    inference.observe(timings.inferenceMs / 1_000);
    policy.observe(timings.policyMs / 1_000);
    for (const phase of PHASES) pairs.observe({ phase }, verification.pairs[phase]);
  };
}
