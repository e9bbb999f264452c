import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { passagesOf } from '../../../src/documents/split/split-document.ts';
import { textDocument } from '../support/text-document.ts';

const LINE = fc.constantFrom(
  'The plant in Lyon opened in 2014 and employs 350 people.',
  '# Plants',
  'Who runs it?',
  '| Plant | Staff |\n|---|---|\n| Lyon | 350 |',
  '   ',
);

test.prop([fc.array(LINE, { maxLength: 400 }), fc.constantFrom('\n', '\n\n')])(
  'the stretches of the passages are the whole text, and their sentences are inside',
  (lines, between) => {
    const document = textDocument('a.md', lines.join(between));
    const passages = [...passagesOf(document)];
    const stretches = passages.map(({ text, before }) => text.slice(before));
    if (passages.length > 0) expect(stretches.join('')).toBe(document.text);
    for (const [i, { start, text, before, spans, beforeSpans }] of passages.entries()) {
      expect(start).toBe(stretches.slice(0, i).join('').length);
      expect(spans.slice(0, beforeSpans).every((span) => span.end <= before)).toBe(true);
      expect(spans.slice(beforeSpans).every((span) => span.start >= before && span.end <= text.length)).toBe(true);
    }
  },
);

const ROWS = Array.from({ length: 400 }, (_, i) => `| Plant number ${i} of the company in France | ${100 + i} |`);
const TABLE = ['# Plants', '', '| Plant | Staff |', '|---|---|', ...ROWS].join('\n');

it('puts the headings above a passage and the column names of its rows before it', () => {
  const blocks = [{ kind: 'heading' as const, level: 1, under: -1, start: 2, end: 8 }];
  const rows = [{ kind: 'row' as const, level: 0, under: 0, start: 10, end: TABLE.length }];
  const [first, second] = [...passagesOf(textDocument('a.md', TABLE, { blocks: [...blocks, ...rows] }))];
  expect(first).toMatchObject({ start: 0, before: 0, beforeSpans: 0 });
  expect(second!.text.slice(0, second!.before)).toBe('Plants\n\n| Plant | Staff |\n|---|---|\n\n');
  expect(second!.beforeSpans).toBe(2);
  const row = second!.spans[2]!;
  expect(second!.text.slice(row.start, row.end)).toMatch(/^\| Plant number \d+ of the company in France \| \d+ \|$/);
  expect(second!.text.slice(row.header!.start, row.header!.end)).toBe('| Plant | Staff |\n|---|---|');
});

it('begins a passage at a heading where one is in its second half', () => {
  const part = 'The plant in Lyon opened in 2014 and employs 350 people. '.repeat(140);
  const text = `# One\n\n${part}\n\n# Two\n\n${part}`;
  const passages = [...passagesOf(textDocument('a.md', text))];
  expect(passages.map(({ start }) => text.slice(start, start + 5))).toEqual(['# One', '# Two']);
});

it('counts the keys of the words of a passage, numbers by their values', () => {
  const [passage] = passagesOf(textDocument('a.txt', 'Lyon has twelve plants. A plant of 12 employs 350.'));
  expect(Object.fromEntries(passage!.keys)).toMatchObject({ lyon: 1, plant: 2, '12': 2, '350': 1 });
});

it('looks at a few rows for each passage of a long table, not at all of them', () => {
  const rows = ROWS.flatMap((row) => Array.from({ length: 10 }, () => row));
  const text = ['| Plant | Staff |', '|---|---|', ...rows].join('\n');
  const head = { kind: 'head' as const, level: 0, under: -1, start: 0, end: 27 };
  const blocks = [
    head,
    ...rows.map((row, i) => ({ ...head, kind: 'row' as const, start: 28 + i, end: 29 + i + row.length })),
  ];
  let looks = 0;
  const get = (all: typeof blocks, at: string | symbol) => {
    if (typeof at === 'string' && /^\d/.test(at)) looks += 1;
    return Reflect.get(all, at);
  };
  const counted = new Proxy(blocks, { get });
  const passages = [...passagesOf(textDocument('a.md', text, { blocks: counted }))];
  expect(passages.length).toBeGreaterThan(10);
  expect(looks).toBeLessThan(100 * passages.length);
});
