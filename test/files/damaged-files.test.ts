import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { openTable, type TableFormat } from '../../src/files/file-rows.ts';
import { collect } from '../support/chunks.ts';
import { xlsxOf } from '../support/xlsx-file.ts';

const numbers = Array.from({ length: 40 }, (_, at) => at);
const moment = (at: number) => new Date(at * 1e10);

const columnData = [
  { name: 'claim', data: numbers.map((at) => `claim ${at % 5}`), type: 'STRING' as const },
  {
    name: 'grounding_source',
    data: numbers.map((at) => (at % 7 === 0 ? null : `source ${at}`)),
    type: 'STRING' as const,
    nullable: true,
  },
  { name: 'n', data: numbers.map(BigInt), type: 'INT64' as const },
  { name: 'at', data: numbers.map(moment), type: 'TIMESTAMP' as const },
];

const FILES: Readonly<Record<TableFormat, Buffer>> = {
  parquet: Buffer.from(parquetWriteBuffer({ columnData })),
  xlsx: xlsxOf([['claim', 'n', 'at'], ...numbers.map((at) => [`claim ${at}`, at, moment(at)])]),
};

/** Whole numbers below a bound, the same for a seed each time (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function damaged(file: Buffer, seed: number): Buffer {
  const random = randomOf(seed);
  const bytes = Buffer.from(file);
  for (let times = 1 + (seed % 3); times > 0; times -= 1) {
    bytes[random(bytes.length)]! ^= 1 + random(255);
  }
  return bytes;
}

async function outcomeOf(bytes: Buffer, format: TableFormat): Promise<'rows' | 'refused'> {
  try {
    const { rows } = await openTable(new Blob([new Uint8Array(bytes)]), format);
    await collect(rows());
    return 'rows';
  } catch (error) {
    expect((error as Error).message).toMatch(
      /^Expected [^\n]+ file, got one of \d+ bytes that cannot be read: [^\n]+\.$/,
    );
    return 'refused';
  }
}

describe.each(['parquet', 'xlsx'] as const)('a %s file', (format) => {
  it('is read when it is whole', async () => {
    expect(await outcomeOf(FILES[format], format)).toBe('rows');
  });

  it('with flipped bytes gives rows or one sentence', async () => {
    const outcomes: string[] = [];
    for (let seed = 1; seed <= 300; seed += 1) outcomes.push(await outcomeOf(damaged(FILES[format], seed), format));
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(100);
  });

  it('that is cut off is refused', async () => {
    for (const length of [0, 4, 12, 100, FILES[format].length - 1]) {
      expect(await outcomeOf(FILES[format].subarray(0, length), format)).toBe('refused');
    }
  });
});
