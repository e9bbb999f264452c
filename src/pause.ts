import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, after which the event loop gets its turn. */
const STRETCH_MS = 1;

/** To await inside long loops: lets the event loop turn when the stretch is used up; rejects once the signal has aborted. */
export type Pause = () => Promise<void>;

/**
 * When the current stretch began. One for all work of the process: a request works at several things at once, and other
 * requests next to it, and a stretch for each of them would make a turn of the event loop as long as all of them together.
 */
let since = Number.NEGATIVE_INFINITY;

/** @param turn awaited before a new stretch begins */
export function pauseRegularly(signal?: AbortSignal, turn?: () => Promise<void>): Pause {
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

/** The result of work that yields between its steps, with turns for others. */
export async function finishedWithPauses<Result>(steps: Iterator<unknown, Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
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
