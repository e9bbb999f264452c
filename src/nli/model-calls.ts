import { channel } from 'node:diagnostics_channel';
import type { Phase } from './types.ts';

/** One request's call of one of the two models. Times are Unix milliseconds. */
export interface ModelCall {
  readonly phase: Phase;
  readonly pairs: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Time in which pairs of the request waited for a worker and none ran. */
  readonly queueMs: number;
}

/** The part of Node's channel that is used: the package's types need no types of Node. */
interface ModelCallChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
  subscribe(listener: (message: unknown) => void): void;
  unsubscribe(listener: (message: unknown) => void): void;
}

export const MODEL_CALLS: ModelCallChannel = channel('claim-verification:model-call');

/** Runs the call of a model and publishes it when it has ended, well or not; `queueMs`: milliseconds in the queue so far. */
export async function publishing<Result>(
  phase: Phase,
  pairs: number,
  queueMs: () => number,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!MODEL_CALLS.hasSubscribers) return call();
  const startedAt = now();
  const before = queueMs();
  try {
    return await call();
  } finally {
    const published: ModelCall = { phase, pairs, startedAt, endedAt: now(), queueMs: queueMs() - before };
    MODEL_CALLS.publish(published);
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
