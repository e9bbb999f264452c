import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

/** The service that is fuzzed, on this machine. */
export interface Target {
  readonly url: string;
  readonly port: number;
  /** A key that may send as many requests as it likes. */
  readonly key: string;
  readonly adminToken: string;
  readonly billingSecret: string;
}

/** One kind of input, and what must hold whatever it is. */
export interface Area {
  readonly name: string;
  /** Cases that may be under way at the same time. */
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
  /** Rejects with a sentence: what was expected, what came. */
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
