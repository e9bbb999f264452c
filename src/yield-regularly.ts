import { setImmediate } from 'node:timers/promises';
import type { Steps } from './text/index.ts';

/** Longest stretch of work, in milliseconds, after which the event loop gets its turn. */
const STRETCH_MS = 1;

/** To await inside long loops: lets the event loop turn when the stretch is used up; rejects once the signal has aborted. */
export type Rest = () => Promise<void>;

/**
 * When the current stretch began. One for all work of the process: a request works at several things at once, and other
 * requests beside it, and a stretch for each of them would make a turn of the event loop as long as all of them together.
 */
let since = Number.NEGATIVE_INFINITY;

/** @param turn awaited before a new stretch begins */
export function yieldRegularly(signal?: AbortSignal, turn?: () => Promise<void>): Rest {
  return async () => {
    if (!isUsedUp()) return;
    await nextTurn();
    await turn?.();
    signal?.throwIfAborted();
  };
}

/** A clock that went back must not keep the event loop waiting. */
function isUsedUp(): boolean {
  const elapsedMs = performance.now() - since;
  return elapsedMs >= STRETCH_MS || elapsedMs < 0;
}

let lastTurn: Promise<void> = Promise.resolve();

/** One at a time: however many requests are at work, a turn of the event loop is no longer than one stretch. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    await setImmediate();
    since = performance.now();
  });
  return lastTurn;
}

/** Does the steps with a rest wherever one may be taken. */
export async function withRests<Result>(steps: Steps<Result>, rest: Rest): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    // Steps are many and short: a promise for each would be a tenth of what a request allocates.
    if (isUsedUp()) await rest();
    step = steps.next();
  }
  return step.value;
}
