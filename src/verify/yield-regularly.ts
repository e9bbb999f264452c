import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../text/index.ts';

/** Longest stretch of work, in milliseconds, after which other requests get their turn. */
const STRETCH_MS = 2;

/** To await inside long loops: lets the event loop turn when the stretch is used up; rejects once the signal has aborted. */
export type Rest = () => Promise<void>;

export function yieldRegularly(signal?: AbortSignal): Rest {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}

let lastTurn: Promise<void> = Promise.resolve();

/** One at a time: however many requests are at work, a turn of the event loop is no longer than one stretch. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Does the steps with a rest wherever one may be taken. */
export async function withRests<Result>(steps: Steps<Result>, rest: Rest): Promise<Result> {
  let step = steps.next();
  while (!step.done) {
    await rest();
    step = steps.next();
  }
  return step.value;
}
