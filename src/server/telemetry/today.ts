import type { RecordBody } from '../../contract/records.ts';
import { OUTCOMES, type Outcome, REFUSALS } from '../../index.ts';
import { logFactsOf, type RequestObserver } from '../http/request-observers.ts';
import { LOADING } from '../lifecycle/readiness.ts';

/** Exact percentiles of the newest durations need no buckets, and this many take little memory. */
const MAX_DURATIONS = 1_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks claims or answers: the overview of the day counts its requests. */
    readonly verifies?: boolean;
  }
}

type Counts = Pick<RecordBody<'Overview'>['replica'], 'requests' | 'invalid' | 'refused' | 'errors'>;

/** Totals of this process since midnight (UTC), or since it started. */
export class Today implements RequestObserver {
  readonly #now: () => number;
  #since: number;
  #counts: Record<keyof Counts, number> = noRequests();
  #outcomes: Record<Outcome, number> = noOutcomes();
  #durations: number[] = [];
  #succeeded = 0;

  /** `now`: Unix milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#since = now();
  }

  readonly onEnd: RequestObserver['onEnd'] = ({ request, reply, status }) => {
    if (request.routeOptions.config.verifies !== true) return;
    this.#turnPage();
    this.#counts.requests += 1;
    const kind = failureOf(status, logFactsOf(request)?.refused);
    if (kind !== undefined) this.#counts[kind] += 1;
    if (status >= 300) return;
    this.#durations[this.#succeeded % MAX_DURATIONS] = reply.elapsedTime;
    this.#succeeded += 1;
  };

  countOutcome(outcome: Outcome): void {
    this.#turnPage();
    this.#outcomes[outcome] += 1;
  }

  read(): RecordBody<'Overview'>['replica'] {
    this.#turnPage();
    const sorted = [...this.#durations].sort((a, b) => a - b);
    const latency_ms = sorted.length === 0 ? null : { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
    return {
      since: new Date(this.#since).toISOString(),
      ...this.#counts,
      latency_ms,
      outcomes: { ...this.#outcomes },
    };
  }

  #turnPage(): void {
    const midnight = new Date(this.#now()).setUTCHours(0, 0, 0, 0);
    if (this.#since >= midnight) return;
    this.#since = midnight;
    this.#counts = noRequests();
    this.#outcomes = noOutcomes();
    this.#durations = [];
    this.#succeeded = 0;
  }
}

function noRequests(): Record<keyof Counts, number> {
  return { requests: 0, invalid: 0, refused: 0, errors: 0 };
}

function noOutcomes(): Record<Outcome, number> {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
}

/** Reasons of a 503 that is no error: it tells the client to come back. */
const REFUSED: readonly unknown[] = [...REFUSALS, LOADING];

/** A limit refuses with 429, the queue and the warm-up with 503; any other 5xx is an error, and 499 is a client that went away. */
function failureOf(status: number, refused: string | number | undefined): keyof Counts | undefined {
  if (status === 429 || REFUSED.includes(refused)) return 'refused';
  if (status >= 500) return 'errors';
  return status >= 400 && status !== 499 ? 'invalid' : undefined;
}

/** The smallest value that at least this share of the values does not exceed, in whole milliseconds. */
function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1]!);
}
