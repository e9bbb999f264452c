import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { type FileLinesOptions, fileLines } from '../../src/files/index.ts';
import { collect } from '../support/chunks.ts';
import { xlsxOf } from '../support/xlsx-file.ts';

const lines = async (file: Buffer, options: FileLinesOptions) =>
  (await collect(fileLines(new Blob([new Uint8Array(file)]), options))).join('').split('\n');

describe('a spreadsheet', () => {
  const NAMED = { format: 'xlsx', claim_column: 'Aussage', source_column: ['Quelle', 'Auszug'] } as const;

  it('becomes lines of JSON, each on the line of its row, with texts as CSV has them', async () => {
    const file = xlsxOf([
      [''],
      [' Aussage ', 'Quelle', 'Auszug', 'n', 'Tag', 'Summe'],
      ['=1+1', 'a\n"b"', '', 0.1 + 0.2, new Date(Date.UTC(2024, 1, 29)), { formula: 'D3*2', value: 7 }],
      [''],
      ['', '007', ' x ', 1e21, new Date(Date.UTC(2024, 1, 29, 13, 30)), ''],
    ]);
    expect(await lines(file, NAMED)).toEqual([
      ...['', ''],
      '{"Aussage":"=1+1","Quelle":"a\\n\\"b\\"","Auszug":"","n":"0.3","Tag":"2024-02-29","Summe":"7"}',
      '',
      '{"Aussage":"","Quelle":"007","Auszug":" x ","n":"1e+21","Tag":"2024-02-29T13:30","Summe":""}',
      '',
    ]);
  });

  it('has dates to the second, whatever fraction of a day is stored', async () => {
    const at = [
      new Date(Date.UTC(2024, 2, 5, 14, 30)),
      new Date(Date.UTC(2024, 2, 5, 23, 59, 59)),
      45_356.604_166_666_664,
    ];
    const file = xlsxOf([
      ['claim', 'grounding_source', 'a', 'b', 'c'],
      ['x', 'y', ...at],
    ]);
    const [, row] = await lines(file, { format: 'xlsx' });
    expect(JSON.parse(row!)).toMatchObject({ a: '2024-03-05T14:30', b: '2024-03-05T23:59:59' });
  });

  it('has times of no day', async () => {
    const times = ['1899-12-30T09:30:15Z', '1899-12-30T09:30Z', '1899-12-30'].map((text) => new Date(text));
    const file = xlsxOf([
      ['claim', 'grounding_source', 'a', 'b', 'c'],
      ['x', 'y', ...times],
    ]);
    const [, row] = await lines(file, { format: 'xlsx' });
    expect(JSON.parse(row!)).toMatchObject({ a: '09:30:15', b: '09:30', c: '00:00' });
  });

  it('is refused without the columns, with a name twice, and when it is none', async () => {
    const missing =
      'Expected the columns Aussage, Quelle, Auszug; missing: Quelle, Auszug; got Aussage, n. Rename yours';
    await expect(lines(xlsxOf([['Aussage', 'n']]), NAMED)).rejects.toThrow(missing);
    await expect(lines(xlsxOf([['a', 'a']]), NAMED)).rejects.toThrow('its header has the name "a" twice.');
    await expect(lines(Buffer.from('Aussage,Quelle'), NAMED)).rejects.toThrow(
      'The file of 14 bytes cannot be read as an .xlsx file',
    );
  });
});

it('Parquet keeps its types; a needed text without a value is empty', async () => {
  const columnData = [
    { name: 'claim', data: ['a', null], type: 'STRING' as const, nullable: true },
    { name: 'grounding_source', data: ['b', 'c'], type: 'STRING' as const },
    { name: 'n', data: [1n, null], type: 'INT64' as const, nullable: true },
    {
      name: 'at',
      data: [new Date(Date.UTC(2024, 0, 1)), new Date(Date.UTC(2024, 0, 1, 1))],
      type: 'TIMESTAMP' as const,
    },
  ];
  expect(await lines(Buffer.from(parquetWriteBuffer({ columnData })), { format: 'parquet' })).toEqual([
    '',
    '{"claim":"a","grounding_source":"b","n":1,"at":"2024-01-01"}',
    '{"claim":"","grounding_source":"c","n":null,"at":"2024-01-01T01:00:00"}',
    '',
  ]);
  await expect(lines(Buffer.from('PAR1'), { format: 'parquet' })).rejects.toThrow('The file of 4');
});

describe('Parquet', () => {
  /** The needed texts, with room for one more column. */
  const ROOT_AND_TEXTS = [
    { name: 'root', num_children: 3 },
    ...['claim', 'grounding_source'].map((name) => ({
      name,
      type: 'BYTE_ARRAY' as const,
      converted_type: 'UTF8' as const,
    })),
  ];

  it.each([
    ['INT32', undefined],
    ['INT64', undefined],
    ['FIXED_LEN_BYTE_ARRAY', 16],
    ['BYTE_ARRAY', undefined],
  ] as const)('has exact decimals of %s, as text where no number is exact', async (type, length) => {
    const unscaled = type.endsWith('ARRAY') ? [12_345_678_901_234_567_890_123n] : [];
    const stored = [35n, -1230n, 0n, 5n, ...unscaled];
    const schema = [
      ...ROOT_AND_TEXTS,
      {
        ...{ name: 'sum', type, converted_type: 'DECIMAL' as const, scale: 2, precision: 9 },
        ...(length === undefined ? {} : { type_length: length }),
      },
    ];
    const texts = stored.map(() => 'x');
    const columnData = [
      { name: 'claim', data: texts },
      { name: 'grounding_source', data: texts },
      { name: 'sum', data: stored },
    ];
    const written = await lines(Buffer.from(parquetWriteBuffer({ columnData, schema })), { format: 'parquet' });
    const sums = written.filter((line) => line !== '').map((line) => JSON.parse(line).sum);
    expect(sums).toEqual([0.35, -12.3, 0, 0.05, '123456789012345678901.23'].slice(0, stored.length));
  });

  it.each([
    [true, '2024-03-05T14:30:00Z'],
    [false, '2024-03-05T14:30:00'],
  ])('names the zone of a moment where it is stored: adjusted to UTC %s', async (isAdjustedToUTC, text) => {
    const schema = [
      ...ROOT_AND_TEXTS,
      {
        name: 'at',
        type: 'INT64' as const,
        logical_type: { type: 'TIMESTAMP' as const, isAdjustedToUTC, unit: 'MILLIS' as const },
      },
    ];
    const columnData = [
      { name: 'claim', data: ['x'] },
      { name: 'grounding_source', data: ['y'] },
      { name: 'at', data: [new Date(Date.UTC(2024, 2, 5, 14, 30))] },
    ];
    const [, row] = await lines(Buffer.from(parquetWriteBuffer({ columnData, schema })), { format: 'parquet' });
    expect(JSON.parse(row!).at).toBe(text);
  });

  it('reads a column without any value in LZ4', async () => {
    const literals = (bytes: Uint8Array) =>
      Uint8Array.from([Math.min(bytes.length, 15) << 4, ...(bytes.length < 15 ? [] : [bytes.length - 15]), ...bytes]);
    const columnData = [
      { name: 'claim', data: ['x'] },
      { name: 'grounding_source', data: ['y'] },
      { name: 'note', data: [null], type: 'STRING' as const, nullable: true },
    ];
    const options = { columnData, codec: 'LZ4_RAW' as const, compressors: { LZ4_RAW: literals } };
    const [, row] = await lines(Buffer.from(parquetWriteBuffer(options)), { format: 'parquet' });
    expect(JSON.parse(row!)).toEqual({ claim: 'x', grounding_source: 'y', note: null });
  });

  it.each([
    ['MILLIS', 'INT32', 32_707_000, '09:05:07'],
    ['MILLIS', 'INT32', -1, -1],
    ['MICROS', 'INT64', 32_707_250_000n, '09:05:07.250'],
    ['NANOS', 'INT64', 0n, '00:00:00'],
  ] as const)('has times of day in %s: %#', async (unit, type, stored, text) => {
    const logical_type = { type: 'TIME' as const, isAdjustedToUTC: false, unit };
    const schema = [...ROOT_AND_TEXTS, { name: 'at', type, logical_type }];
    const columnData = [
      { name: 'claim', data: ['x'] },
      { name: 'grounding_source', data: ['y'] },
      { name: 'at', data: [stored] },
    ];
    const [, row] = await lines(Buffer.from(parquetWriteBuffer({ columnData, schema })), { format: 'parquet' });
    expect(JSON.parse(row!).at).toBe(text);
  });
});
