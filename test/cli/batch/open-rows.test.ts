import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRows, type RowsOptions } from '../../../src/cli/batch/open-rows.ts';
import type { ColumnNames } from '../../../src/rows/column-names.ts';
import { formatOfName, nameOfFile } from '../../../src/rows/file-format.ts';
import { WIDE_BOUNDS } from '../../../src/rows/row-bounds.ts';
import { collect } from '../../support/chunks.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'));
});
afterEach(() => rm(folder, { recursive: true }));

const REQUIRED = ['claim', 'grounding_source'];

async function rowsOf(name: string, content: string | Uint8Array, options: Partial<RowsOptions> = {}) {
  const path = join(folder, name);
  await writeFile(path, content);
  const { rows } = await openRows(
    path,
    { format: formatOfName(name), required: REQUIRED, bounds: WIDE_BOUNDS, ...options },
    new AbortController().signal,
  );
  return collect(rows);
}

const textsOf = async (...args: Parameters<typeof rowsOf>) =>
  (await rowsOf(...args)).map(
    ({ line, columns, problem }) => problem ?? [line, columns.claim, columns.grounding_source],
  );

describe('the format of a file', () => {
  it.each([
    ['a.jsonl', 'jsonl', 'a'],
    ['b/a.CSV', 'csv', 'a'],
    ['a.tsv.gz', 'tsv', 'a'],
    ['a.v2.json.GZ', 'json', 'a.v2'],
    ['a.parquet', 'parquet', 'a'],
    ['a', 'jsonl', 'a'],
    ['-', 'jsonl', '-'],
  ])('of %s is %s', (name, format, stem) => {
    expect([formatOfName(name), nameOfFile(name)]).toEqual([format, stem]);
  });
});

describe('CSV', () => {
  it.each([';', '\t', '|', ','])('is read with %j as its delimiter, quotes and all', async (delimiter) => {
    const text = [
      ['id', 'claim', 'grounding_source'],
      ['1', `"a${delimiter} b"`, '"c\nd"'],
      ['2', 'e', 'f'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\n');
    expect(await textsOf('in.csv', text)).toEqual([
      [2, `a${delimiter} b`, 'c\nd'],
      [4, 'e', 'f'],
    ]);
  });

  it('takes the delimiter that is given, and a tab for .tsv', async () => {
    expect(await textsOf('in.csv', 'claim^grounding_source\na,b^c;d', { delimiter: '^' })).toEqual([[2, 'a,b', 'c;d']]);
    expect(await textsOf('in.tsv', 'claim\tgrounding_source\na, b, c\td, e, f')).toEqual([[2, 'a, b, c', 'd, e, f']]);
  });
});

describe('JSON', () => {
  it('is an array of objects, over lines or not', async () => {
    const values = [
      { claim: 'a "]", \\', grounding_source: 'b [1]' },
      { claim: 'é', grounding_source: '{' },
    ];
    expect(await textsOf('in.json', JSON.stringify(values, undefined, 2))).toEqual([
      [2, 'a "]", \\', 'b [1]'],
      [6, 'é', '{'],
    ]);
    expect(await textsOf('in.json', JSON.stringify(values))).toHaveLength(2);
    expect(await textsOf('in.json', ' [ ] ')).toEqual([]);
  });

  it('reports an error in its row only, and reads JSONL under that name', async () => {
    const good = '{"claim":"a","grounding_source":"b"}';
    expect(await textsOf('in.json', `[${good}, 7, {"claim": nonsense}, ${good}`)).toEqual([
      [1, 'a', 'b'],
      'Expected a JSON object, got a number.',
      'Expected a JSON object on one line, got text that is not JSON.',
      [1, 'a', 'b'],
    ]);
    expect(await textsOf('in.json', `${good}\n${good}\n`)).toHaveLength(2);
  });
});

describe('gzip', () => {
  it('is unpacked, whatever the name says', async () => {
    const text = 'claim,grounding_source\na,b\n';
    expect(await textsOf('in.csv.gz', gzipSync(text))).toEqual([[2, 'a', 'b']]);
    expect(await textsOf('in.csv', Buffer.concat([gzipSync(text), gzipSync('c,d\n')]))).toEqual([
      [2, 'a', 'b'],
      [3, 'c', 'd'],
    ]);
  });

  it('that is truncated is refused with a message', async () => {
    const torn = gzipSync('claim,grounding_source\n'.repeat(1000)).subarray(0, 40);
    await expect(rowsOf('in.csv.gz', torn)).rejects.toThrow('The gzip file cannot be unpacked');
  });
});

describe('Parquet', () => {
  const written = (codec?: 'SNAPPY' | 'UNCOMPRESSED' | 'GZIP') =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: [1n, 2n], type: 'INT64' },
          { name: 'claim', data: ['a', 'é'], type: 'STRING' },
          { name: 'grounding_source', data: ['b', null], type: 'STRING', nullable: true },
          { name: 'meta', data: [{ page: 1 }, { page: 2 }], type: 'JSON' },
        ],
        ...(codec && { codec, compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes) } }),
      }),
    );

  it.each([undefined, 'UNCOMPRESSED', 'GZIP'] as const)('is read, compressed as %s', async (codec) => {
    const rows = await rowsOf('in.parquet', written(codec));
    expect(rows.map(({ index, line, endByte }) => [index, line, endByte])).toEqual([
      [0, 2, 1],
      [1, 3, 2],
    ]);
    expect(rows[0]!.columns).toEqual({ id: 1, claim: 'a', grounding_source: 'b', meta: { page: 1 } });
    expect([rows[1]!.problem, rows[1]!.columns.grounding_source]).toEqual([undefined, '']);
  });

  it('says which columns it has, and what is no such file', async () => {
    await expect(rowsOf('in.parquet', written(), { columns: { claim: 'text' } })).rejects.toThrow(
      'missing: text; got id, claim, grounding_source, meta.',
    );
    await expect(rowsOf('in.parquet', 'claim,grounding_source\n')).rejects.toThrow('as a Parquet file');
    await expect(
      openRows('-', { format: 'parquet', required: [], bounds: WIDE_BOUNDS }, new AbortController().signal),
    ).rejects.toThrow('from standard input');
  });
});

describe('columns of other names', () => {
  const columns: ColumnNames = { claim: 'text', sources: ['first', 'second'], label: 'gold' };
  const row = { text: 'a', first: 'b', second: '', gold: 'yes', claim: 'other', n: 1 };

  it('take the names of the service; several sources become one, and a taken name is set aside', async () => {
    const [read] = await rowsOf('in.jsonl', JSON.stringify(row), { columns });
    expect(read!.columns).toEqual({ claim: 'a', grounding_source: 'b', label: 'yes', n: 1, input_claim: 'other' });
    const lists = JSON.stringify({ ...row, first: ['p', 'q'], second: 'r' });
    const [joined] = await rowsOf('in.jsonl', lists, { columns });
    expect(joined!.columns.grounding_source).toBe('p\n\nq\n\nr');
  });

  it('that a row or a header lacks are named with those that are there', async () => {
    const sentence =
      'Expected the columns text, first, second, gold; missing: second, gold; got text, first. Rename yours, or say which columns have the claim and the source.';
    expect(await textsOf('in.jsonl', '{"text":"a","first":"b"}', { columns })).toEqual([sentence]);
    await expect(rowsOf('in.csv', 'text,first\na,b\n', { columns })).rejects.toThrow(sentence);
  });
});

describe('columns with names of members that every object has', () => {
  it.each(['constructor', '__proto__'])('are read where a row has %s, and missing where it has none', async (name) => {
    const rows = await rowsOf('in.jsonl', `{"grounding_source":"s"}\n{"${name}":"c","grounding_source":"s"}`, {
      columns: { claim: name },
    });
    expect(rows.map(({ columns, problem }) => [columns.claim, problem === undefined])).toEqual([
      [undefined, false],
      ['c', true],
    ]);
  });
});
