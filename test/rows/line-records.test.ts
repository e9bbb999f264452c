import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { CsvRecords } from '../../src/rows/csv-records.ts';
import { JsonLines } from '../../src/rows/json-values.ts';
import { type Format, splitRecords } from '../../src/rows/split-records.ts';
import { collect, inChunks } from '../support/chunks.ts';

interface Found {
  readonly line: number;
  readonly endByte: number;
  readonly isTerminated: boolean;
  readonly text: string;
  readonly problem?: string;
}

async function recordsOf(content: string | Buffer, format: Format, { size = 65_536, maxBytes = 1_000 } = {}) {
  const records = await collect(splitRecords(inChunks(content, size), { format, delimiter: ',' }, { maxBytes }));
  return records.map(({ content: found, row: _row, delimiter: _delimiter, ...place }): Found => {
    return 'problem' in found
      ? { ...place, text: String(found.beginning), problem: found.problem }
      : { ...place, text: String(found.bytes) };
  });
}

const textsOf = async (...of: Parameters<typeof recordsOf>) =>
  (await recordsOf(...of)).map(({ line, text, problem }) =>
    problem === undefined ? [line, text] : [line, text, problem],
  );

const UNCLOSED = 'The quote of a field is not closed.';
const AFTER_QUOTE = 'Text follows the closing quote of a field. Double the quotes inside a field.';

describe('lines', () => {
  it('end at LF and CRLF, the last one without either', async () => {
    expect(await recordsOf('a\r\nb\n\nc', 'jsonl')).toEqual([
      { line: 1, endByte: 3, isTerminated: true, text: 'a' },
      { line: 2, endByte: 5, isTerminated: true, text: 'b' },
      { line: 4, endByte: 7, isTerminated: false, text: 'c' },
    ]);
  });

  it.each(['jsonl', 'json'] as const)('end at CR alone in %s whose first line does', async (format) => {
    const [first, second] = ['{"claim":"a \\" b"}', '{"claim":"c"}'];
    for (const size of [1, 5, 65_536]) {
      expect(await textsOf(`${first}\r${second}\r\r${first}`, format, { size })).toEqual([
        [1, first],
        [2, second],
        [4, first],
      ]);
      expect(await textsOf(`${first}\r`, format, { size })).toEqual([[1, first]]);
    }
  });

  it('end at one CR alone that is the last byte, without a blank line', async () => {
    for (const format of ['jsonl', 'csv'] as const) {
      expect(await recordsOf('{"a":1}\r', format)).toEqual([
        { line: 1, endByte: 8, isTerminated: true, text: '{"a":1}' },
      ]);
      const records = format === 'csv' ? new CsvRecords(1_000, ',') : new JsonLines(1_000);
      expect([...records.take(Buffer.from('{"a":1}\r')), ...records.end()]).toHaveLength(1);
      expect(records.blankLines).toBe(0);
    }
  });

  it('keep U+2028, U+2029, U+0085 and a lone CR', async () => {
    const text = '{"claim":"a\u2028b\u2029c\u0085d\re"}';
    expect(await textsOf(text, 'jsonl')).toEqual([[1, text]]);
  });

  it('that are too long are cut to their beginning, and reading continues after them', async () => {
    const long = `${'x'.repeat(1_500)}`;
    for (const format of ['jsonl', 'csv'] as const) {
      for (const size of [7, 65_536]) {
        expect(await textsOf(`a\n${long}\nb\n${long}`, format, { size })).toEqual([
          [1, 'a'],
          [2, 'x'.repeat(1_000), 'Expected a line of at most 1000 bytes, got a longer one.'],
          [3, 'b'],
          [4, 'x'.repeat(1_000), 'Expected a line of at most 1000 bytes, got a longer one.'],
        ]);
      }
    }
  });

  it('that are too long may fill whole blocks of memory', async () => {
    const found = await recordsOf('x'.repeat(3 * 65_536), 'jsonl', { maxBytes: 1_000 });
    expect(found).toMatchObject([{ line: 1, endByte: 3 * 65_536, isTerminated: false }]);
  });

  test.prop([fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })), fc.integer({ min: 1, max: 9 })], {
    numRuns: 100,
  })('are the same however the bytes arrive', async (parts, size) => {
    const text = parts.join('\n');
    expect(await recordsOf(text, 'jsonl', { size })).toEqual(await recordsOf(text, 'jsonl'));
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    expect((await recordsOf(text, 'jsonl', { size })).map((record) => record.text)).toEqual(
      lines.filter((line) => !/^[ \t\r]*$/.test(line)),
    );
  });
});

describe('CSV records', () => {
  it('go on over lines inside quotes', async () => {
    expect(await textsOf('a,"b\r\nc"\r\nd,"""\n"\n', 'csv')).toEqual([
      [1, 'a,"b\r\nc"'],
      [3, 'd,"""\n"'],
    ]);
  });

  it('lose one line to a quote that is not closed', async () => {
    expect(await textsOf('a,"b\nc,d\n"e,\nf', 'csv')).toEqual([
      [1, 'a,"b', AFTER_QUOTE],
      [2, 'c,d'],
      [3, '"e,', UNCLOSED],
      [4, 'f'],
    ]);
  });

  it('lose one line to text behind a closing quote, wherever the quote was opened', async () => {
    expect(await textsOf('"a\n"b\nc"d\ne', 'csv')).toEqual([
      [1, '"a', AFTER_QUOTE],
      [2, '"b', AFTER_QUOTE],
      [3, 'c"d'],
      [4, 'e'],
    ]);
  });

  it('lose one line to a quote that is open for longer than a record may be', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`);
    const found = await textsOf(`"open\n${lines.join('\n')}\n`, 'csv');
    expect(found[0]).toEqual([1, '"open', 'A quote does not close within 1000 bytes, the maximum of a record.']);
    expect(found.slice(1)).toEqual(lines.map((line, at) => [at + 2, line]));
  });

  it('may end with half a line end', async () => {
    expect(await textsOf('a\r\n"b"\r', 'csv')).toEqual([
      [1, 'a'],
      [2, '"b"'],
    ]);
  });

  it('find their delimiter in the first line, however it arrives', async () => {
    for (const size of [1, 3, 65_536]) {
      const found = await collect(
        splitRecords(inChunks('a;b\n"x";"y\nz"\n', size), { format: 'csv' }, { maxBytes: 1_000 }),
      );
      expect(found.map(({ content }) => String((content as { bytes: Buffer }).bytes))).toEqual(['a;b', '"x";"y\nz"']);
    }
  });

  const MAX_BYTES = 12;
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é'), maxLength: 60 });
  test.prop([text, fc.integer({ min: 1, max: 20 })], { numRuns: 2_000 })(
    'are those that one finds who reads the rest again after each broken line',
    async (content, size) => {
      expect(await recordsOf(content, 'csv', { size, maxBytes: MAX_BYTES })).toEqual(
        readingAgain(Buffer.from(content)),
      );
    },
  );

  /** What is to be found, in the simplest way: each record is looked for from its first byte on. */
  function readingAgain(bytes: Buffer): Found[] {
    const found: Found[] = [];
    let line = 1;
    for (let start = 0; start < bytes.length; ) {
      const { end, lines, problem } = nextRecord(bytes, start);
      const whole = bytes.subarray(start, end);
      const record = String(whole).replace(/\r?\n$|\r$/, '');
      const place = { line, endByte: end, isTerminated: whole.at(-1) === 0x0a };
      const isTooLong = problem?.includes('got a longer one');
      const text = isTooLong ? String(whole.subarray(0, MAX_BYTES)) : record;
      if (problem !== undefined) found.push({ ...place, text, problem });
      else if (!/^[ \t\r]*$/.test(record)) found.push({ ...place, text: record });
      line += lines;
      start = end;
    }
    return found;
  }

  function nextRecord(bytes: Buffer, start: number): { end: number; lines: number; problem?: string } {
    const firstEnd = bytes.indexOf('\n', start) < 0 ? bytes.length : bytes.indexOf('\n', start) + 1;
    const firstLength = firstEnd - start - (bytes[firstEnd - 1] === 0x0a ? 1 : 0);
    if (firstLength > MAX_BYTES) {
      return { end: firstEnd, lines: 1, problem: `Expected a line of at most ${MAX_BYTES} bytes, got a longer one.` };
    }
    let lines = 0;
    let before = '';
    for (let from = start; from < bytes.length; ) {
      const lineFeed = bytes.indexOf('\n', from);
      const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
      lines += 1;
      before += String(bytes.subarray(from, end));
      const isTooLong = (lineFeed < 0 ? end : lineFeed) - start > MAX_BYTES;
      if (isTooLong) {
        const problem = `A quote does not close within ${MAX_BYTES} bytes, the maximum of a record.`;
        return { end: firstEnd, lines: 1, problem };
      }
      const text = before.replace(/\r?\n$/, '').replace(/\r$/, lineFeed < 0 ? '' : '\r');
      const state = stateOf(text);
      if (state === 'broken') return { end: firstEnd, lines: 1, problem: AFTER_QUOTE };
      if (state === 'whole') return { end, lines };
      from = end;
    }
    return { end: firstEnd, lines: 1, problem: UNCLOSED };
  }

  /** RFC 4180, with quotes as text inside fields that do not begin with one. */
  function stateOf(text: string): 'whole' | 'open' | 'broken' {
    const whole = /^(?:(?:"(?:[^"]|"")*"|(?!")[^,]*)(?:,|$))*$/;
    if (whole.test(text)) return 'whole';
    const open = /^(?:(?:"(?:[^"]|"")*"|(?!")[^,]*),)*"(?:[^"]|"")*$/;
    return open.test(text) ? 'open' : 'broken';
  }
});
