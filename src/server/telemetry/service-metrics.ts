import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LITELLM_PATH } from '../../contract/gateways.ts';
import {
  type AnswerBody,
  OUTCOMES,
  type Outcome,
  PHASES,
  VERDICTS,
  type Verdict,
  type Verification,
} from '../../index.ts';
import {
  CLIENT_DISCONNECTED_STATUS,
  type InFlight,
  logFactsOf,
  type RequestObserver,
  routeName,
} from '../http/request-observers.ts';
import type { Readiness } from '../lifecycle/readiness.ts';
import type { StoreMonitor } from '../lifecycle/store-monitor.ts';
import { CHECKED_ANSWERS } from './checked-answers.ts';
import { byOutcome, countedBy, PREFIX, registerGauges } from './gauges.ts';
import { Today } from './today.ts';
import { registerVerifierMetrics } from './verifier-metrics.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: RequestObserver;
  /** Totals of the day, for the dashboard. */
  readonly today: Today;
  /** Counts a verdict and its outcome, and records the duration of its stages. */
  observeVerification(verification: Verification, outcome: Outcome): void;
  countJob(job: 'retention', outcome: 'done' | 'failed'): void;
  countGateway(decision: (typeof GATEWAY_DECISIONS)[number]): void;
  /** Counts a whole answer by its outcome and the verdicts of its sentences, and publishes it for tracing. */
  observeAnswer(answer: AnswerBody): void;
  /** Counts the verdicts and outcomes of claims that shared the stages. */
  countClaims(results: readonly { readonly verdict: Verdict; readonly outcome: Outcome }[]): void;
}

/** Seconds. Requests: a cached sentence takes milliseconds, a long source on a slow CPU half a minute. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds. Stages on the main thread: more than 20 ms delays all other requests. */
const STAGE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25];
/** Seconds. Waiting for the models and running them. */
const MODEL_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const PAIR_BUCKETS = [1, 3, 10, 30, 100, 300, 1_000, 3_000];

/** The decision sent to a gateway: allow, annotate or block. */
const GATEWAY_DECISIONS = ['passed', 'noted', 'blocked'] as const;

export function createMetrics(readiness: Readiness, inFlight: InFlight, stores: StoreMonitor): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerVerifierMetrics(registry, readiness);
  registerGauges(registry, {
    requests_in_flight: { help: 'Requests being processed', read: () => inFlight.count },
  });
  new Gauge({
    name: `${PREFIX}_store_up`,
    help: '1 if the store answered when it was last asked, else 0',
    labelNames: ['store'] as const,
    registers: [registry],
    collect() {
      for (const store of stores.names) this.set({ store }, stores.lost.includes(store) ? 0 : 1);
    },
  });
  const ofVerdicts = VERDICTS.map((verdict) => ({ verdict }));
  const verdicts = countedBy(registry, 'verdicts', 'Claims and sentences of answers by verdict', ofVerdicts);
  const ofAnswers = 'Checked answers by outcome: the worst of their sentences';
  const answers = countedBy(registry, 'answers', ofAnswers, byOutcome(OUTCOMES));
  const ofRetention = byOutcome(['done', 'failed']).map((one) => ({ job: 'retention', ...one }));
  const jobRuns = countedBy(registry, 'job_runs', 'Runs of background tasks by outcome', ofRetention);
  const gateway = { gateway: 'litellm' };
  const decisions = countedBy(
    registry,
    'gateway_requests',
    'Requests of gateways by the decision sent to them; refused: an error instead',
    byOutcome([...GATEWAY_DECISIONS, 'refused']).map((one) => ({ ...gateway, ...one })),
  );
  const countVerdicts = (verified: readonly { readonly verdict: Verdict | null }[]) => {
    for (const { verdict } of verified) if (verdict !== null) verdicts.inc({ verdict });
  };
  const observeStages = stageObserver(registry);
  const requests = requestObserver(registry);
  const today = new Today();
  return {
    registry,
    requests: {
      onEnd: (ended) => {
        const { request, status } = ended;
        const isRefused = status >= 400 && status !== CLIENT_DISCONNECTED_STATUS;
        requests.onEnd(ended);
        if (routeName(request) === LITELLM_PATH && isRefused) decisions.inc({ ...gateway, outcome: 'refused' });
        today.onEnd(ended);
      },
    },
    today,
    countGateway: (outcome) => decisions.inc({ ...gateway, outcome }),
    observeVerification: (verification, outcome) => {
      countVerdicts([verification]);
      today.countOutcome(outcome);
      observeStages(verification);
    },
    countJob: (job, outcome) => jobRuns.inc({ job, outcome }),
    countClaims: (results) => {
      countVerdicts(results);
      for (const { outcome } of results) today.countOutcome(outcome);
    },
    observeAnswer: (answer) => {
      answers.inc({ outcome: answer.outcome });
      CHECKED_ANSWERS.publish(answer);
      today.countOutcome(answer.outcome);
      countVerdicts(answer.sentences);
    },
  };
}

function requestObserver(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: `${PREFIX}_requests_total`,
    help: `Responses by route, status and why they were refused; ${CLIENT_DISCONNECTED_STATUS}: the client disconnected`,
    labelNames: ['method', 'route', 'status', 'refused'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: `${PREFIX}_request_seconds`,
    help: 'Duration from the request headers to the end of the response',
    labelNames: ['route'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  return {
    onEnd: ({ request, reply, status }) => {
      const route = routeName(request);
      const method = request.is404 ? 'other' : request.method;
      const refused = logFactsOf(request)?.refused ?? '';
      requests.inc({ method, route, status, refused });
      seconds.observe({ route }, reply.elapsedTime / 1_000);
    },
  };
}

/** Name, meaning and buckets of the histogram of each timing. */
const STAGES: Readonly<
  Record<keyof Verification['timings'], readonly [name: string, help: string, buckets: number[]]>
> = {
  textMs: ['text', 'Duration of comparing the words of claim and source', STAGE_BUCKETS],
  tokenizeMs: ['tokenize', 'Duration of splitting and tokenizing claim and source', STAGE_BUCKETS],
  queueMs: ['queue_wait', 'Time that pairs waited for a worker', MODEL_BUCKETS],
  inferenceMs: ['inference', 'Duration of model inference', MODEL_BUCKETS],
  policyMs: ['policy', 'Duration of deciding and explaining', STAGE_BUCKETS],
};

function stageObserver(registry: Registry): (verification: Verification) => void {
  const registers = [registry];
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `${PREFIX}_${name}`, help, buckets, registers });
  const stages = Object.entries(STAGES).map(([timing, [name, help, buckets]]) => {
    return [timing as keyof Verification['timings'], histogram(`${name}_seconds`, help, buckets)] as const;
  });
  const pairs = new Histogram({
    name: `${PREFIX}_pairs`,
    help: 'Pairs that the model of a phase scored for a request',
    labelNames: ['phase'] as const,
    buckets: PAIR_BUCKETS,
    registers,
  });
  return (verification) => {
    for (const [timing, seconds] of stages) seconds.observe(verification.timings[timing] / 1_000);
    for (const phase of PHASES) pairs.observe({ phase }, verification.pairs[phase]);
  };
}

type MetricsRouteOptions = { readonly registry: Pick<Registry, 'metrics' | 'contentType'> };

/** GET /metrics in Prometheus's text format. Concurrent scrapes share one text. */
export async function metricsRoute(app: FastifyInstance, { registry }: MetricsRouteOptions): Promise<void> {
  let pending: Promise<string> | undefined;
  const metrics = () => {
    pending ??= registry.metrics().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await metrics()));
}
