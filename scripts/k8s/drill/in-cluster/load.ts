import { Agent, request } from 'node:http';

/**
 * Runs in a pod: `node -e PROGRAM JSON` asks for verdicts, each connection the next one after the answer to the last, until
 * its standard input ends. Prints "started" after the first answer and a report as JSON at the end.
 */
export interface LoadOrder {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly keepAlive: boolean;
  /** Milliseconds between an answer and the next request of the connection. */
  readonly pauseMs: number;
}

export interface Failure {
  /** Since the start of the load. */
  readonly atMs: number;
  readonly afterMs: number;
  readonly outcome: string;
  /** `error.code` of the answer, or the error's words. */
  readonly code: string;
  readonly retryAfter: string | null;
}

export interface LoadReport {
  readonly total: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** All that is no 200, in the order of their ends. */
  readonly failures: readonly Failure[];
  readonly medianMs: number;
  readonly p95Ms: number;
  /** The longest time between two answers of 200, and when it began since the start. */
  readonly longestGapMs: number;
  readonly gapAtMs: number;
  /** When the last 200 came. */
  readonly lastMs: number;
}

const TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 3000;
const order = JSON.parse(process.argv.at(-1) ?? '') as LoadOrder;
const agent = new Agent({ keepAlive: order.keepAlive, maxSockets: order.connections });
const startedAt = performance.now();
const since = () => Math.round(performance.now() - startedAt);
const outcomes: Record<string, number> = {};
const failures: Failure[] = [];
const times: number[] = [];
let isOver = false;
let sent = 0;
let lastMs = 0;
let gap = { longestGapMs: 0, gapAtMs: 0 };

/** Each text differs from the others, so that no score is one that was kept. */
function body(): string {
  sent += 1;
  const text = `Plant number ${sent} of ${process.pid} opened in 2014. It employs ${sent % 2 ? 530 : 350} people.`;
  return JSON.stringify({ claim: `Plant number ${sent} employs 530 people.`, grounding_source: text });
}

function count(outcome: string, askedAt: number, code: string, retryAfter: string | null): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const now = since();
  if (times.length === 0 && failures.length === 0) console.log('started');
  if (outcome !== '200') {
    failures.push({ atMs: now, afterMs: now - askedAt, outcome, code, retryAfter });
    return;
  }
  times.push(now - askedAt);
  if (now - lastMs > gap.longestGapMs) gap = { longestGapMs: now - lastMs, gapAtMs: lastMs };
  lastMs = now;
}

function codeOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return `${error.code}: ${error.message}`;
  } catch {
    return text.slice(0, 100);
  }
}

/** Resolves to whether the answer was a 200. */
function ask(): Promise<boolean> {
  const askedAt = since();
  return new Promise((resolve) => {
    const end = (outcome: string, code = '', retryAfter: string | null = null) => {
      count(outcome, askedAt, code, retryAfter);
      resolve(outcome === '200');
    };
    const failedWith = (error: NodeJS.ErrnoException) => end(error.code ?? 'error', error.message);
    const headers = { authorization: `Bearer ${order.key}`, 'content-type': 'application/json' };
    const asked = request(new URL('/v1/verify', order.url), { method: 'POST', agent, headers }, async (answer) => {
      try {
        const text = Buffer.concat(await answer.toArray()).toString();
        const isGood = answer.statusCode === 200;
        end(String(answer.statusCode), isGood ? '' : codeOf(text), answer.headers['retry-after'] ?? null);
      } catch (error) {
        failedWith(error as NodeJS.ErrnoException);
      }
    });
    asked.once('socket', (socket) => {
      // A first packet that was lost while no one answered is sent again to nowhere, for two minutes.
      if (!socket.connecting) return;
      const lost = Object.assign(new Error(`no connection in ${CONNECT_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });
      const timer = setTimeout(() => asked.destroy(lost), CONNECT_TIMEOUT_MS);
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
    });
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    asked.once('error', failedWith);
    asked.end(body());
  });
}

async function connection(): Promise<void> {
  while (!isOver) {
    // A service that refuses at once is asked ten times a second, not as fast as it refuses.
    const pauseMs = (await ask()) ? order.pauseMs : Math.max(100, order.pauseMs);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

process.stdin.resume().once('end', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: order.connections }, connection));
times.sort((one, other) => one - other);
const part = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
const total = times.length + failures.length;
const report: LoadReport = { total, outcomes, failures, medianMs: part(0.5), p95Ms: part(0.95), ...gap, lastMs };
// A pipe takes long texts in parts.
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
