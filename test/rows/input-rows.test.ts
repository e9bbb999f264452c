import { fc, test } from '@fast-check/vitest';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { parseCsvRecord } from '../../src/csv-fields.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { decoded } from '../../src/rows/decode.ts';
import { readRows } from '../../src/rows/input-rows.ts';
import { inputBounds } from '../../src/rows/row-bounds.ts';
import type { Format } from '../../src/rows/split-records.ts';
import { collect, inChunks } from '../support/chunks.ts';

const REQUIRED = ['claim', 'grounding_source'];
const rowsOf = (content: string | Buffer, format: Format, size?: number) =>
  collect(
    readRows(decoded(inChunks(content, size)), { format }, { required: REQUIRED, bounds: inputBounds(ANSWER_LIMITS) }),
  );
const columnsOf = async (content: string | Buffer, format: Format) =>
  (await rowsOf(content, format)).map(({ columns }) => columns);
const problemsOf = async (content: string | Buffer, format: Format) =>
  (await rowsOf(content, format)).map(({ line, problem }) => [line, problem]);

describe('CSV from spreadsheets', () => {
  const read = async (content: string | Buffer, size?: number) =>
    (await rowsOf(content, 'csv', size)).map(({ line, row, endByte, columns }) => [line, row, endByte, columns]);
  const HEADER = 'claim;grounding_source';

  it.each(['sep=;', '"sep=;"', 'SEP=;', '\ufeffsep=;'])(
    'names its delimiter in a first line %j, which is no row',
    async (first) => {
      const text = `${first}\r\n${HEADER}\r\n"a,b,c";d\r\n`;
      const end = Buffer.byteLength(text.replace('\ufeff', ''));
      for (const size of [1, 4, 65_536]) {
        expect(await read(text, size)).toEqual([[3, 2, end, { claim: 'a,b,c', grounding_source: 'd' }]]);
      }
    },
  );

  it('takes the delimiter of the first line also where the header has more of others', async () => {
    expect(await columnsOf('sep=|\nclaim|grounding_source|a,b,c\n1|2|3\n', 'csv')).toEqual([
      { claim: '1', grounding_source: '2', 'a,b,c': '3' },
    ]);
  });

  it('ends lines at CR alone where the first line does', async () => {
    const text = `${HEADER}\r"a\nb";"c\rd"\r\re;f`;
    for (const size of [1, 3, 65_536]) {
      expect(await read(text, size)).toEqual([
        [2, 2, 35, { claim: 'a\nb', grounding_source: 'c\nd' }],
        [6, 4, text.length, { claim: 'e', grounding_source: 'f' }],
      ]);
    }
  });

  it('keeps a CR inside a name, and one behind the first line', async () => {
    expect(await columnsOf('claim,grounding_source,"a\rb"\nc\rd,e,f\n', 'csv')).toEqual([
      { claim: 'c\rd', grounding_source: 'e', 'a\rb': 'f' },
    ]);
  });

  it('reads both together', async () => {
    expect(await columnsOf(`sep=;\r${HEADER}\ra;b\r`, 'csv')).toEqual([{ claim: 'a', grounding_source: 'b' }]);
  });

  it('has no control characters in a message', async () => {
    await expect(rowsOf('a\u0000b,c\u001b\n', 'csv')).rejects.toThrow('got a\ufffdb, c\ufffd.');
  });
});

describe('JSONL', () => {
  it('reads a row a line, past a byte order mark, CRLF and blank lines', async () => {
    const rows = await rowsOf('\ufeff{"claim":"a"}\r\n\r\n  \n{"claim":"b"}', 'jsonl');
    expect(rows.map(({ index, line, columns }) => ({ index, line, columns }))).toEqual([
      { index: 0, line: 1, columns: { claim: 'a' } },
      { index: 1, line: 4, columns: { claim: 'b' } },
    ]);
  });

  it('turns a bad line into a problem with its line number and reads on', async () => {
    const invalid = Buffer.concat([Buffer.from('{"claim":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
    const content = Buffer.concat([
      Buffer.from('{"claim":\n[1]\nnull\n"x"\n'),
      invalid,
      Buffer.from('{"claim":"b"}\n'),
    ]);
    expect(await problemsOf(content, 'jsonl')).toEqual([
      [1, 'Expected a JSON object on one line, got text that is not JSON.'],
      [2, 'Expected a JSON object, got an array.'],
      [3, 'Expected a JSON object, got null.'],
      [4, 'Expected a JSON object, got a string.'],
      [5, 'The row is not valid UTF-8.'],
      [6, undefined],
    ]);
  });

  it('keeps the beginning of a line that is too long, and the columns of no row that it could not read', async () => {
    const content = `{"claim":"${'x'.repeat(2_000_000)}"}\n{"claim":"b"}\n`;
    const [huge, next] = await rowsOf(content, 'jsonl');
    expect(huge!.problem).toBe('Expected a line of at most 1320000 bytes, got a longer one.');
    expect(huge!.columns).toEqual({ unreadable_text: `{"claim":"${'x'.repeat(990)}` });
    expect(next!.columns).toEqual({ claim: 'b' });
  });

  it('reads no row of more than 20,000 values or more than 500 deep, as that would keep all others waiting', async () => {
    const values = (count: number) => `{"a":[${'0,'.repeat(count - 2)}0]}`;
    const deep = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const rows = [values(20_000), values(20_001), deep(500), deep(501), '['.repeat(600)];
    const problem = 'Expected a JSON object of at most 20000 values, at most 500 deep, got more or deeper.';
    expect(await problemsOf(rows.join('\n'), 'jsonl')).toEqual([
      [1, undefined],
      [2, problem],
      [3, undefined],
      [4, problem],
      [5, problem],
    ]);
  });

  it('keeps a key called __proto__ a key', async () => {
    const [columns] = await columnsOf('{"__proto__":"x","claim":"a"}', 'jsonl');
    expect(Object.entries(columns!)).toEqual([
      ['__proto__', 'x'],
      ['claim', 'a'],
    ]);
  });

  it('refuses UTF-16 and a first row in another encoding, with the option to use', async () => {
    await expect(rowsOf(Buffer.from('\ufeff{"claim":"a"}', 'utf16le'), 'jsonl')).rejects.toMatchObject({
      message: 'The file is UTF-16, not UTF-8. Set its encoding to utf-16.',
      options: ['encoding'],
    });
    const said = (line: number) =>
      `Line ${line} is not valid UTF-8. Set the encoding of the file: utf-16 or windows-1252.`;
    for (const [text, line] of [
      ['claim,grounding_source\n\nMüller,a', 3],
      ['Müller,claim,grounding_source\na,b,c', 1],
    ] as const) {
      const refusal = { message: said(line), options: ['encoding'] };
      await expect(rowsOf(Buffer.from(text, 'latin1'), 'csv')).rejects.toMatchObject(refusal);
    }
    await expect(rowsOf(Buffer.from('{"claim":"ü"}', 'latin1'), 'jsonl')).rejects.toThrow(said(1));
  });
});

describe('CSV', () => {
  it('reads quoted fields with commas, doubled quotes and line ends, past a byte order mark', async () => {
    const content = '\ufeffid,claim,grounding_source\r\n1,"a, ""b""","line 1\r\nline 2"\r\n\r\n2,5" pipe,c\r\n';
    const rows = await rowsOf(content, 'csv');
    expect(rows.map(({ line, row, columns, problem }) => ({ line, row, columns, problem }))).toEqual([
      {
        line: 2,
        row: 2,
        columns: { id: '1', claim: 'a, "b"', grounding_source: 'line 1\r\nline 2' },
        problem: undefined,
      },
      { line: 5, row: 4, columns: { id: '2', claim: '5" pipe', grounding_source: 'c' }, problem: undefined },
    ]);
  });

  it('reports an error in its row only', async () => {
    const content = ['claim,grounding_source', 'a', 'a,b,c', '"a"x,b', 'a,"open', 'ok,ok', 'a,b', ''].join('\n');
    expect(await problemsOf(content, 'csv')).toEqual([
      [2, 'Expected 2 fields, got 1.'],
      [3, 'Expected 2 fields, got 3.'],
      [4, 'Text follows the closing quote of a field. Double the quotes inside a field.'],
      [5, 'The quote of a field is not closed.'],
      [6, undefined],
      [7, undefined],
    ]);
  });

  it('refuses a header without the columns it needs, or with one of them twice', async () => {
    await expect(rowsOf('id;claim\n', 'csv')).rejects.toThrow(
      'Expected the columns claim, grounding_source; missing: grounding_source; got id, claim.',
    );
    await expect(rowsOf('claim,grounding_source,claim\n', 'csv')).rejects.toThrow('has the name "claim" twice');
  });

  const plain = fc.string({ unit: fc.constantFrom('a', ';', ' ', '\r', '\\', "'"), maxLength: 6 });
  const withQuotes = fc.tuple(fc.constantFrom('a', ' '), fc.string({ unit: fc.constantFrom('a', '"'), maxLength: 4 }));
  const quoted = fc.string({ unit: fc.constantFrom('a', ',', '\n', '\r', '""', ' '), maxLength: 6 });
  const written = fc.oneof(
    plain,
    withQuotes.map((parts) => parts.join('')),
    quoted.map((text) => `"${text}"`),
  );
  test.prop([fc.array(written, { minLength: 1, maxLength: 6 }), fc.constantFrom(',', '|', '\t')])(
    'splits a record as another reader does',
    (fields, delimiter) => {
      const text = fields.join(delimiter);
      const options = { delimiter, relax_quotes: true, relax_column_count: true, record_delimiter: '\n' };
      const expected = parse(text, options)[0] ?? [''];
      expect(parseCsvRecord(text, delimiter, 9)).toEqual({ fields: expected, count: expected.length });
      expect(parseCsvRecord(text, delimiter, 2)).toEqual({ fields: expected.slice(0, 2), count: expected.length });
    },
  );

  it.each([
    ['', ['']],
    [',', ['', '']],
    ['""', ['']],
    ['"",', ['', '']],
    ['"a""","""","b,\n"', ['a"', '"', 'b,\n']],
    ['5" pipe,a"b"', ['5" pipe', 'a"b"']],
    ['a,"b,""c', ['a', 'b,"c']],
  ])('splits %j', (text, fields) => {
    expect(parseCsvRecord(text, ',', 9)).toEqual({ fields, count: fields.length });
  });

  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀', '\u2028'), maxLength: 8 });
  test.prop([fc.array(fc.tuple(field, field), { maxLength: 8 }), fc.integer({ min: 1, max: 20 })], { numRuns: 150 })(
    'reads back what a CSV writer wrote, however the bytes arrive',
    async (records, size) => {
      const content = stringify([REQUIRED, ...records], { quoted: true });
      const rows = await rowsOf(content, 'csv', size);
      expect(rows.map(({ columns }) => [columns.claim, columns.grounding_source])).toEqual(records);
    },
  );
});
