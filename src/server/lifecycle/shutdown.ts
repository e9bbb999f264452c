import type { ExchangeWatcher } from '../http/request-observers.ts';
import type { Readiness } from './readiness.ts';

/** Calls `onFault` once, after the first answer that finds the verifier lost. */
export function faultWatch(readiness: Readiness, onFault: (reason: string) => void): ExchangeWatcher {
  let told = false;
  return {
    ended: () => {
      const { fault } = readiness;
      if (fault === undefined || told) return;
      told = true;
      onFault(fault);
    },
  };
}
