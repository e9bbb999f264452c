import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Registry } from 'prom-client';

export const PREFIX = 'claim_verification';
/** Scrapes need no token: they must not let unauthenticated callers query the database at will. */
const MAX_AGE_MS = 5_000;

/** Registers gauges by their names without the prefix, which are read at every scrape. */
export function registerGauges(
  registry: Registry,
  gauges: Readonly<Record<string, { readonly help: string; readonly read: () => number | Promise<number> }>>,
): void {
  for (const [name, { help, read }] of Object.entries(gauges)) {
    new Gauge({
      name: `${PREFIX}_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}

/** Measures the database at most every five seconds; while it does not answer, gives `unknown`. */
export function cachedMeasure<Measured extends object>(
  measure: () => Promise<Measured>,
  unknown: Measured,
): () => Promise<Measured> {
  const cache = new LRUCache<'all', Measured>({ max: 1, ttl: MAX_AGE_MS, fetchMethod: measure });
  return async () => (await cache.fetch('all').catch(() => unknown)) ?? unknown;
}

export function byOutcome<Outcome extends string>(outcomes: readonly Outcome[]): { readonly outcome: Outcome }[] {
  return outcomes.map((outcome) => ({ outcome }));
}

/** A counter by its name without the prefix and `_total`, which is 0 for each of these labels from the start. */
export function countedBy<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labels: readonly Readonly<Record<Label, string>>[],
): Counter<Label> {
  const labelNames = Object.keys(labels[0]!) as Label[];
  const counter = new Counter({ name: `${PREFIX}_${name}_total`, help, labelNames, registers: [registry] });
  for (const one of labels) counter.inc(one, 0);
  return counter;
}
