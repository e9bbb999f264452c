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
      '{"Aussage":"","Quelle":"007","Auszug":" x ","n":"1e+21","Tag":"2024-02-29T13:30:00","Summe":""}',
      '',
    ]);
  });

  it('is refused without the columns, with a name twice, and when it is none', async () => {
    const missing =
      'Expected the columns Aussage, Quelle, Auszug; missing: Quelle, Auszug; got Aussage, n. Rename yours';
    await expect(lines(xlsxOf([['Aussage', 'n']]), NAMED)).rejects.toThrow(missing);
    await expect(lines(xlsxOf([['a', 'a']]), NAMED)).rejects.toThrow(
      'Expected each name once in the header, got "a" twice.',
    );
    await expect(lines(Buffer.from('Aussage,Quelle'), NAMED)).rejects.toThrow(
      'Expected an .xlsx file, got one of 14 bytes',
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
  await expect(lines(Buffer.from('PAR1'), { format: 'parquet' })).rejects.toThrow(
    'Expected a Parquet file, got one of 4',
  );
});
