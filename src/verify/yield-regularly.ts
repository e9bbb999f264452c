import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, after which other requests get their turn. */
const STRETCH_MS = 2;

/** Returns a function to await inside long loops: it lets the event loop turn when the stretch is used up. */
export function yieldRegularly(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
