import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { columnNames } from '../../src/files/column-names.ts';
import { xlsxOf } from '../support/xlsx-file.ts';

const file = (content: string | Buffer) => new Blob([typeof content === 'string' ? content : new Uint8Array(content)]);

describe('columnNames', () => {
  it.each([
    ['commas', 'ID,Statement,Excerpt\n1,a,b\n', ['ID', 'Statement', 'Excerpt']],
    ['semicolons', 'id;the claim;note\r\n1;a;b', ['id', 'the claim', 'note']],
    ['a first line that names the delimiter', 'sep=|\nclaim|source, long\n', ['claim', 'source, long']],
    [
      'quotes with a delimiter, a line end and quotes inside',
      '"a,1","b\n2","c ""3"""\n1,2,3\n',
      ['a,1', 'b\n2', 'c "3"'],
    ],
    ['a byte order mark', '\ufeffclaim,grounding_source\n', ['claim', 'grounding_source']],
    ['nothing', '\n', undefined],
  ])('reads the header of CSV with %s', async (_, text, names) => {
    expect(await columnNames(file(text), { format: 'csv' })).toEqual(names);
  });

  it('reads a header with the delimiter and the encoding that are given', async () => {
    expect(await columnNames(file('a,b\tc'), { format: 'csv', delimiter: 'tab' })).toEqual(['a,b', 'c']);
    const latin = Buffer.from('Behauptung;Gr\xf6\xdfe', 'latin1');
    expect(await columnNames(file(latin), { format: 'csv', encoding: 'windows-1252' })).toEqual([
      'Behauptung',
      'Größe',
    ]);
    const little = Buffer.from('\ufeffclaim,größe\n', 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(await columnNames(file(bytes), { format: 'csv', encoding: 'utf-16' })).toEqual(['claim', 'größe']);
    }
  });

  it.each([
    ['jsonl', '\n{"s":1,"t":2}\n{"u":3}\n', ['s', 't']],
    ['jsonl', 'no json\n', undefined],
    ['jsonl', '', undefined],
    ['json', '[\n{"claim":"a","b":1}]', ['claim', 'b']],
    ['json', '[1]', undefined],
  ] as const)('reads the names of the first row of %s: %j', async (format, text, names) => {
    expect(await columnNames(file(text), { format })).toEqual(names);
  });

  it('reads the header of a compressed file, and of none that is damaged', async () => {
    const text = `claim,note\n${'a,b\n'.repeat(1_000_000)}`;
    expect(await columnNames(file(gzipSync(text)), { format: 'csv', gzip: true })).toEqual(['claim', 'note']);
    expect(await columnNames(file(text), { format: 'csv', gzip: true })).toBeUndefined();
  });

  it('reads the header of a spreadsheet, and rejects with a sentence for a file that is none', async () => {
    const sheet = xlsxOf([
      ['ID', 'Statement'],
      ['1', 'a'],
    ]);
    expect(await columnNames(new Blob([sheet]), { format: 'xlsx' })).toEqual(['ID', 'Statement']);
    await expect(columnNames(file('docx'), { format: 'xlsx' })).rejects.toThrow(
      /^The file of 4 bytes cannot be read as an \.xlsx file/,
    );
  });
});
