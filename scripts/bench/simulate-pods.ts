export interface Call {
  readonly store: 'database' | 'redis';
  /** Time in which the store serves no one else. */
  readonly busyMs: number;
  /** Network and client time on top of that. */
  readonly waitMs: number;
}

export interface Cycle {
  readonly before: readonly Call[];
  /** Measured times of a pod whose models do this work alone; at least one. */
  readonly modelMs: readonly number[];
  readonly after: readonly Call[];
}

/**
 * A discrete-event simulation: each worker repeats its cycle, and each store serves one call after the other in the order
 * in which they arrive. The ideal is the same with stores that take no time.
 * @param random uniform numbers in [0, 1); draws the model times
 */
export function simulatePods(
  { before, modelMs, after }: Cycle,
  { workers, cycles }: { readonly workers: number; readonly cycles: number },
  random: () => number,
) {
  const steps = [...before, undefined, ...after];
  // When each worker takes its next step, and which.
  const nextAt = Array.from({ length: workers }, () => random() * modelMs[0]!);
  const step = new Array<number>(workers).fill(0);
  const freeAt = { database: 0, redis: 0 };
  let busyMs = { database: 0, redis: 0 };
  // The first cycles are the way to a steady state and do not count.
  let [done, startedAt, now] = [-workers, 0, 0];
  for (;;) {
    const worker = indexOfLeast(nextAt);
    now = nextAt[worker]!;
    if (step[worker] === steps.length) {
      step[worker] = 0;
      done += 1;
      if (done === cycles) break;
      if (done === 0) [startedAt, busyMs] = [now, { database: 0, redis: 0 }];
    }
    const call = steps[step[worker]!];
    if (call === undefined) {
      nextAt[worker] = now + modelMs[Math.floor(random() * modelMs.length)]!;
    } else {
      const servedAt = Math.max(now, freeAt[call.store]) + call.busyMs;
      freeAt[call.store] = servedAt;
      busyMs[call.store] += call.busyMs;
      nextAt[worker] = servedAt + call.waitMs;
    }
    step[worker] = step[worker]! + 1;
  }
  const ms = now - startedAt;
  const meanMs = modelMs.reduce((sum, time) => sum + time, 0) / modelMs.length;
  return {
    perSecond: (1000 * cycles) / ms,
    idealPerSecond: (1000 * workers) / meanMs,
    busy: { database: busyMs.database / ms, redis: busyMs.redis / ms },
  };
}

function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! < values[least]!) least = i;
  return least;
}
