import { createVerifier, type VerifyInput } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import { describeLine, lineOf } from './growth-line.ts';
import type { Table } from './report.ts';
import { type Contender, interleave, type Times } from './rounds.ts';
import { median, spread } from './statistics.ts';
import { TextWriter } from './texts.ts';

export interface TextGrowth {
  /** What the sizes count. */
  readonly unit: string;
  readonly sizes: readonly number[];
  readonly write: (writer: TextWriter, size: number) => VerifyInput;
}

/** Time of whole requests against the size of one of their texts. */
export async function textGrowth({ settings, seconds, signal }: BenchContext, { unit, sizes, write }: TextGrowth) {
  const verifier = await createVerifier({ ...settings, scoreCachePairs: 0 });
  const writer = new TextWriter(7);
  const pairs = new Map<number, number[]>(sizes.map((size) => [size, []]));
  const contenders: Contender<ReadonlyMap<number, VerifyInput>>[] = sizes.map((size) => ({
    name: String(size),
    run: async (inputs) => void pairs.get(size)!.push((await verifier.verify(inputs.get(size)!, signal)).pairs.scored),
  }));
  const prepare = async () => new Map(sizes.map((size) => [size, write(writer, size)]));
  try {
    const times = await interleave(contenders, { prepare, seconds, signal });
    const ms = (size: number): Times => times.find((one) => one.name === String(size))!;
    const rows = sizes.map((size) => ({
      [unit]: size,
      pairs: median(pairs.get(size)!),
      ms: spread(ms(size).wallMs),
      'CPU ms': spread(ms(size).cpuMs),
    }));
    const line = lineOf(sizes, (size) => median(ms(size).wallMs));
    const table: Table = { title: `${unit}; ${describeLine(line, 'one')}`, rows };
    return { line, table };
  } finally {
    await verifier.close();
  }
}
