import { type Spread, spread } from './statistics.ts';

/** One way to do the work of a round. */
export interface Contender<Work> {
  readonly name: string;
  run(work: Work): Promise<void>;
}

/** One entry a round, in order. */
export interface Times {
  readonly name: string;
  readonly wallMs: readonly number[];
  /** CPU time of the whole process, all threads: what a machine shared with others cannot distort much. */
  readonly cpuMs: readonly number[];
}

export interface RoundOptions<Work> {
  /** Makes the work of a round; not timed. Round 0 warms everybody up and is not counted. */
  readonly prepare: (round: number) => Promise<Work>;
  /** Rounds go on until this much time has passed, but there are at least `leastRounds`. */
  readonly seconds: number;
  readonly leastRounds?: number;
  readonly signal: AbortSignal;
}

/** Rounds in which every contender does the same work, each time in another order: what disturbs one disturbs all. */
export async function interleave<Work>(
  contenders: readonly Contender<Work>[],
  { prepare, seconds, leastRounds = 5, signal }: RoundOptions<Work>,
): Promise<Times[]> {
  const times = contenders.map(({ name }) => ({ name, wallMs: [] as number[], cpuMs: [] as number[] }));
  const endsAt = performance.now() + 1000 * seconds;
  for (let round = 0; round <= leastRounds || performance.now() < endsAt; round++) {
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
