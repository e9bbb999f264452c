import type { Kind } from './bench-texts.ts';
import { quantile } from './statistics.ts';

/** One request of a load with its outcome. */
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

/** Cells of a table: milliseconds at p50, p95 and p99. */
export function latencies(answers: readonly Answer[], of = 'ms'): Record<string, number> {
  const ms = answers.map((answer) => answer.ms);
  return Object.fromEntries([50, 95, 99].map((share) => [`${of} p${share}`, quantile(ms, share / 100)]));
}
