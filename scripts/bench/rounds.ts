/** The value below which `share` (0 to 1) of the values lie, interpolated; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Half of the values lie between `low` and `high`. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

export interface Contender<Work> {
  readonly name: string;
  run(work: Work): Promise<void>;
}

export interface Times {
  readonly name: string;
  readonly wallMs: readonly number[];
  /** CPU time of the whole process, all threads: less affected by other load on the machine. */
  readonly cpuMs: readonly number[];
}

export interface RoundOptions<Work> {
  /** Creates the work of a round; not timed. Round 0 is for warm-up and not counted. */
  readonly prepare: (round: number) => Promise<Work>;
  /** Rounds continue until this much time has passed, with at least `minRounds` rounds. */
  readonly seconds: number;
  readonly minRounds?: number;
  readonly signal: AbortSignal;
}

/** Rounds in which every contender does the same work in changing order, so that disturbances affect all of them. */
export async function interleave<Work>(
  contenders: readonly Contender<Work>[],
  { prepare, seconds, minRounds = 5, signal }: RoundOptions<Work>,
): Promise<Times[]> {
  const times = contenders.map(({ name }) => ({ name, wallMs: [] as number[], cpuMs: [] as number[] }));
  const endsAt = performance.now() + 1000 * seconds;
  for (let round = 0; round <= minRounds || performance.now() < endsAt; round++) {
    const work = await prepare(round);
    for (let turn = 0; turn < contenders.length; turn++) {
      signal.throwIfAborted();
      const which = (round + turn) % contenders.length;
      const { wallMs, cpuMs } = await timed(() => contenders[which]!.run(work));
      if (round === 0) continue;
      times[which]!.wallMs.push(wallMs);
      times[which]!.cpuMs.push(cpuMs);
    }
  }
  return times;
}

async function timed(run: () => Promise<void>): Promise<{ wallMs: number; cpuMs: number }> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** How many times faster `fast` was than `slow`, round by round. */
export function speedUp(slow: Times, fast: Times, clock: 'wallMs' | 'cpuMs' = 'wallMs'): Spread {
  return spread(slow[clock].map((ms, round) => ms / fast[clock][round]!));
}
