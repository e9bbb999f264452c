import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../text/index.ts';

/** Longest stretch of work, in milliseconds, after which other requests get their turn. */
const STRETCH_MS = 1;

/** To await inside long loops: lets the event loop turn when the stretch is used up; rejects once the signal has aborted. */
export type Rest = () => Promise<void>;

export function yieldRegularly(signal?: AbortSignal): Rest {
  return async () => {
    if (Math.abs(performance.now() - turnStartedAt) < STRETCH_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
  };
}

/** One clock for all requests: what several of them do in one turn of the event loop adds up. */
let turnStartedAt = 0;
let lastTurn: Promise<void> = Promise.resolve();

/** One at a time: however many requests are at work, a turn of the event loop is no longer than one stretch. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    await setImmediate();
    turnStartedAt = performance.now();
  });
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
