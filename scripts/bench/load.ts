import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { KINDS, type Kind, TextWriter } from './bench-texts.ts';
import { quantile } from './rounds.ts';
import { residentMb, type Service } from './service-process.ts';

export interface PreparedRequest {
  readonly kind: Kind;
  readonly body: string;
}

/** Bodies prepared before the measurement, enough that the server's caches have dropped one before it comes again. */
const PREPARED_BODIES: Readonly<Record<Kind, number>> = { short: 4000, medium: 1500, long: 500, longest: 300 };

export class RequestSource {
  readonly #bodies: ReadonlyMap<Kind, readonly string[]>;
  readonly #next = new Map<Kind, number>();
  readonly #random: () => number;
  #mixed = 0;
  #longestAt = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const writer = new TextWriter(seed);
    const write = (kind: Kind) => Array.from({ length: PREPARED_BODIES[kind] }, () => toBody(writer, kind));
    this.#bodies = new Map(KINDS.map((kind) => [kind, write(kind)]));
  }

  next(kind: Kind): PreparedRequest {
    const bodies = this.#bodies.get(kind)!;
    const place = this.#next.get(kind) ?? 0;
    this.#next.set(kind, place + 1);
    return { kind, body: bodies[place % bodies.length]! };
  }

  /** One longest request at a random position among each `shortAndLongest`, otherwise short ones: loads differ only in order. */
  mixed(shortAndLongest: number): PreparedRequest {
    const place = this.#mixed++ % shortAndLongest;
    if (place === 0) this.#longestAt = Math.floor(this.#random() * shortAndLongest);
    return this.next(place === this.#longestAt ? 'longest' : 'short');
  }
}

function toBody(writer: TextWriter, kind: Kind): string {
  const { claim, source } = writer.request(kind);
  return JSON.stringify({ claim, grounding_source: source });
}

export interface Answer {
  readonly kind: Kind;
  /** 0 when the connection broke. */
  readonly status: number;
  readonly ms: number;
  /** When the response arrived, in milliseconds of performance.now(). */
  readonly endedAt: number;
  /** Milliseconds by stage, from Server-Timing; empty when the header is missing. */
  readonly stages: Readonly<Record<string, number>>;
}

export function readStages(serverTiming: string | undefined): Record<string, number> {
  const stages = (serverTiming ?? '').matchAll(/(\w+);dur=([\d.]+)/g);
  return Object.fromEntries([...stages].map(([, name, ms]) => [name!, Number(ms)]));
}

export function ofKind(answers: readonly Answer[], kind: Kind): Answer[] {
  return answers.filter((answer) => answer.kind === kind);
}

export function accepted(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

export function latencies(answers: readonly Answer[], of = 'ms'): Record<string, number> {
  const ms = answers.map((answer) => answer.ms);
  return Object.fromEntries([50, 95, 99].map((share) => [`${of} p${share}`, quantile(ms, share / 100)]));
}

interface OpenLoad {
  readonly perSecond: number;
  readonly seconds: number;
  readonly next: () => PreparedRequest;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Sends requests at random times, answered or not, as independent clients do; a closed load slows down instead. */
export async function openLoad(service: Service, load: OpenLoad): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const underWay: Promise<Answer>[] = [];
  const startedAt = performance.now();
  let due = 0;
  while (due < 1000 * load.seconds) {
    due -= (1000 / load.perSecond) * Math.log(1 - load.random());
    const wait = startedAt + due - performance.now();
    if (wait > 1) await sleep(wait, undefined, { signal: load.signal });
    underWay.push(ask(service, agent, load.next()));
  }
  const answers = await Promise.all(underWay);
  agent.destroy();
  return answers;
}

/** Sends one request; resolves with its answer, of status 0 when the connection failed. */
function ask({ url, key }: Service, agent: Agent, { kind, body }: PreparedRequest): Promise<Answer> {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const done = (status: number, timing?: string) => {
      const endedAt = performance.now();
      resolve({ kind, status, ms: endedAt - sentAt, endedAt, stages: readStages(timing) });
    };
    const outgoing = request(`${url}/v1/verify`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0, response.headers['server-timing'] as string));
    });
    outgoing.on('error', () => done(0));
    outgoing.end(body);
  });
}

interface ClosedLoad {
  readonly connections: number;
  readonly seconds: number;
  readonly next: () => PreparedRequest;
}

export async function closedLoad(service: Service, { connections, seconds, next }: ClosedLoad): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endsAt = performance.now() + 1000 * seconds;
  const answers: Answer[] = [];
  const one = async () => {
    while (performance.now() < endsAt) answers.push(await ask(service, agent, next()));
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return answers;
}

/** prom-client samples the event loop every 10 ms and includes this interval in its values. */
const SAMPLING_MS = 10;

export interface Phase extends Rates {
  readonly answers: readonly Answer[];
  readonly cells: Readonly<Record<'CPUs used' | 'loop delay p99 ms' | 'RSS MB', number>>;
}

/** Runs a load. Throws when no request got status 200, because refusals would look like fast responses. */
export async function measured(service: Service, seconds: number, load: () => Promise<Answer[]>): Promise<Phase> {
  const before = await service.metrics();
  const startedAt = performance.now();
  const answers = await load();
  const took = (performance.now() - startedAt) / 1000;
  const after = await service.metrics();
  const cpuSeconds = (values: typeof after) => values.get('process_cpu_seconds_total') ?? 0;
  const good = accepted(answers);
  if (good.length === 0 && answers.length > 0) {
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
    throw new Error(`Expected answers of status 200, got ${answers.length} of status ${statuses}.`);
  }
  return {
    answers: good,
    ...rates(good, startedAt, seconds),
    cells: {
      'CPUs used': (cpuSeconds(after) - cpuSeconds(before)) / took,
      'loop delay p99 ms': Math.max(0, 1000 * (after.get('nodejs_eventloop_lag_p99_seconds') ?? 0) - SAMPLING_MS),
      'RSS MB': residentMb(after),
    },
  };
}

/** Share of a load's time before the first responses arrive; rates are measured after it. */
const RAMP = 0.2;

interface Rates {
  readonly perSecond: number;
  /** The same, each response weighted with the time of a single request of its size, in milliseconds. */
  workPerSecond(aloneMs: ReadonlyMap<Kind, number>): number;
}

/** Responses between the ramp and the end of sending: later responses come from a draining queue. */
export function rates(answers: readonly Answer[], startedAt: number, seconds: number): Rates {
  const from = startedAt + 1000 * RAMP * seconds;
  const until = startedAt + 1000 * seconds;
  const steady = answers.filter(({ endedAt }) => endedAt >= from && endedAt <= until);
  const length = (1 - RAMP) * seconds;
  return {
    perSecond: steady.length / length,
    workPerSecond: (aloneMs) => steady.reduce((sum, { kind }) => sum + (aloneMs.get(kind) ?? 0), 0) / length,
  };
}
