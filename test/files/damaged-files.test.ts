import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/evaluation/bootstrap.ts';
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

function damaged(file: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const bytes = Buffer.from(file);
  for (let times = 1 + (seed % 3); times > 0; times -= 1) {
    bytes[below(bytes.length)]! ^= 1 + below(255);
  }
  return bytes;
}

/** What the language says about code that it cannot run. */
const OF_CODE = /undefined|is not a function|not iterable|is not defined|typed array|array length|DataView|argument/i;

async function outcomeOf(bytes: Buffer, format: TableFormat): Promise<'rows' | 'refused'> {
  try {
    const { rows } = await openTable(new Blob([new Uint8Array(bytes)]), format);
    await collect(rows());
    return 'rows';
  } catch (error) {
    const { message } = error as Error;
    expect(message).toMatch(/^The file of \d+ bytes cannot be read as [^\n]+ file: [^\n]+\.$/);
    expect(message).not.toMatch(OF_CODE);
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
