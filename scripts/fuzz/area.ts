import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

export interface Target {
  readonly url: string;
  readonly port: number;
  /** A key that may send as many requests as it likes. */
  readonly key: string;
  readonly adminToken: string;
}

export interface Area {
  readonly name: string;
  readonly parallel: number;
  /** Makes the case of a number and tries it. Rejects with BrokenCase when something does not hold. */
  attempt(target: Target, series: number, number: number): Promise<void>;
}

/** Something did not hold for an input; the message says what. */
export class BrokenCase extends Error {
  override readonly name = 'BrokenCase';
  /** The input as source text. */
  readonly input: string;

  constructor(input: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.input = input;
  }
}

export interface AreaOptions<Input> {
  readonly name: string;
  readonly parallel?: number;
  readonly inputs: Arbitrary<Input>;
  /** Rejects with a sentence: what was expected, and what was received. */
  readonly check: (input: Input, target: Target) => Promise<void>;
}

/** An area whose inputs depend on nothing but the seed of the series and the number of the case. */
export function area<Input>({ name, parallel = 4, inputs, check }: AreaOptions<Input>): Area {
  const attempt = async (target: Target, series: number, number: number) => {
    const input = fc.sample(inputs, { seed: seedOf(series, name, number), numRuns: 1 })[0] as Input;
    try {
      await check(input, target);
    } catch (cause) {
      throw new BrokenCase(fc.stringify(input), cause);
    }
  };
  return { name, parallel, attempt };
}

function seedOf(series: number, name: string, number: number): number {
  return createHash('sha256').update(`${series} ${name} ${number}`).digest().readInt32LE(0);
}

interface Series {
  readonly seed: number;
  /** Unix milliseconds after which no case is begun. */
  readonly until: number;
  readonly signal: AbortSignal;
}

interface Outcome {
  readonly area: string;
  readonly cases: number;
  /** The first case that was broken: why, and the command that repeats it. */
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
    `  again: npm run fuzz -- --seed ${seed} --only ${area} --case ${number}`,
    `  input: ${input.slice(0, SHOWN)}${input.length > SHOWN ? ` ... (${input.length} characters)` : ''}`,
  ].join('\n');
}
