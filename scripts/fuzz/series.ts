import type { Area, Target } from './area.ts';
import { BrokenCase } from './area.ts';

/** Cases of one area, one after the other or side by side, until the time is over or one is broken. */
export interface Series {
  readonly seed: number;
  /** Unix milliseconds after which no case is begun. */
  readonly until: number;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly area: string;
  readonly cases: number;
  /** What reproduces the first case that was broken, and why it was. */
  readonly failure: string | undefined;
}

export async function runSeries(area: Area, target: Target, { seed, until, signal }: Series): Promise<Outcome> {
  let next = 0;
  let cases = 0;
  let failure: string | undefined;
  const one = async () => {
    while (failure === undefined && Date.now() < until && !signal.aborted) {
      const number = next++;
      try {
        await area.attempt(target, seed, number);
        cases++;
      } catch (error) {
        failure ??= describe({ area: area.name, seed, number }, error);
      }
    }
  };
  await Promise.all(Array.from({ length: area.parallel }, one));
  return { area: area.name, cases, failure };
}

/** One case by its number. */
export async function runCase(
  area: Area,
  target: Target,
  { seed, number }: { seed: number; number: number },
): Promise<Outcome> {
  const failure = await area.attempt(target, seed, number).then(
    () => undefined,
    (error) => describe({ area: area.name, seed, number }, error),
  );
  return { area: area.name, cases: 1, failure };
}

const SHOWN = 2_000;

function describe({ area, seed, number }: { area: string; seed: number; number: number }, error: unknown): string {
  const input = error instanceof BrokenCase ? error.input : '';
  return [
    `${area}: ${error instanceof Error ? error.message : error}`,
    `  again: claim-verifier fuzz --seed ${seed} --only ${area} --case ${number}`,
    `  input: ${input.slice(0, SHOWN)}${input.length > SHOWN ? ` ... (${input.length} characters)` : ''}`,
  ].join('\n');
}
