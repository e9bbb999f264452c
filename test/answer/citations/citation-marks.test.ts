import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { citationMarks, cutText } from '../../../src/answer/citations/citation-marks.ts';
import { anyText, pathological } from '../../text/arbitrary-text.ts';

const NUMBERS = ['1', '2', '3'];

function marksOf(text: string, ids: readonly string[] = NUMBERS) {
  return citationMarks(text, new Set(ids));
}

function read(text: string, ids: readonly string[] = NUMBERS): [string, ...(readonly string[])[]] {
  const marks = marksOf(text, ids);
  return [cutText(text, marks).text, ...marks.map((group) => group.ids)];
}

describe('marks of citations', () => {
  it.each([
    ['It rose [1].', 'It rose.', ['1']],
    ['It rose.[1] Then', 'It rose. Then', ['1']],
    ['It rose. [1] Then', 'It rose. Then', ['1']],
    ['It rose. [1]Then', 'It rose. Then', ['1']],
    ['It rose.[1]Then', 'It rose. Then', ['1']],
    ['It rose [1][2].', 'It rose.', ['1', '2']],
    ['It rose [1] [2].', 'It rose.', ['1', '2']],
    ['It rose [1], [2] and [3].', 'It rose.', ['1', '2', '3']],
    ['It rose [1, 2].', 'It rose.', ['1', '2']],
    ['It rose [1; 2,3].', 'It rose.', ['1', '2', '3']],
    ['It rose ([1]).', 'It rose.', ['1']],
    ['It rose ([1], [2]).', 'It rose.', ['1', '2']],
    ['It rose.<sup>[1]</sup>', 'It rose.', ['1']],
    ['It rose **[1]**.', 'It rose.', ['1']],
    ['It rose [1](https://example.com/a "A").', 'It rose.', ['1']],
    ['It rose [1, p. 5].', 'It rose.', ['1']],
    ['It rose (Source: 1, 2).', 'It rose.', ['1', '2']],
    ['It rose (Sources: 1-3).', 'It rose.', ['1', '2', '3']],
    ['It rose (see [1]) there', 'It rose there', ['1']],
    ['上升[1]然后', '上升 然后', ['1']],
    ['It rose\u00a0\t[1]', 'It rose', ['1']],
    ['It rose.\n[1]\nIt fell.', 'It rose.\n\nIt fell.', ['1']],
    ['[1] It rose.', ' It rose.', ['1']],
    ['[1]', '', ['1']],
  ])('in %j are cut with the white space before them', (text, cut, ids) => {
    expect(read(text)).toEqual([cut, ids]);
  });

  it('count separately where words are between them', () => {
    expect(read('It rose [1] and fell [2].')).toEqual(['It rose and fell.', ['1'], ['2']]);
  });

  it.each([
    '[sic]',
    '[...]',
    '[…]',
    '[ 1 ]',
    '[]',
    '[1',
    '1]',
    '[1, x. 5]',
    '[1 2]',
    '![1](a.png)',
    '[x](https://a.b)',
    '[1, 2',
  ])('are no other brackets: %s', (bracket) => {
    const text = `He said it ${bracket} twice.`;
    expect(read(text)).toEqual([text]);
  });

  it.each([
    [['doc-12', 'page_3'], '[doc-7]', ['doc-7']],
    [['doc-12', 'page_3'], '[Doc-12]', ['Doc-12']],
    [['doc-12', 'page_3'], '[doc-1, page_99]', ['doc-1', 'page_99']],
    [['7'], '[2020]', ['2020']],
    [['7'], '[٣]', ['٣']],
    [['pricing-faq'], '[refund-policy]', ['refund-policy']],
    [['A', 'B'], '[C]', ['C']],
    [['ключ1'], '[дом22]', ['дом22']],
  ])('of ids %j are also marks of the same shape: %s cites what is not there', (ids, mark, cited) => {
    expect(read(`It rose ${mark}.`, ids)).toEqual(['It rose.', cited]);
  });

  it.each([
    [['intro', 'annual report'], '[sic]'],
    [['intro', 'annual report'], '[emphasis added]'],
    [['A'], '[ABC]'],
    [['doc-12'], '[the company]'],
    [['doc-12'], '[doc-12, sic]'],
    [['a.b'], '[...]'],
    [['...b'], '[...]'],
  ])('of ids %j are not words of an editor: %s', (ids, bracket) => {
    const text = `He said ${bracket} it.`;
    expect(read(text, ids)).toEqual([text]);
  });

  it.each([
    'a[1]',
    '[1]',
    ']',
    '[',
    '[[',
    '.*',
    '\\d+',
    '$&',
    ' ',
    '\u200b',
    '\n',
    '(a|b)',
    'Smith, 2020',
    'Smith; 2020',
    '漢字',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    'constructor',
    '__proto__',
    'a'.repeat(200),
    'http://example.com/a?b=[c]',
    '...',
    'sic',
  ])('of the id %j are found', (id) => {
    expect(read(`It rose [${id}]. Then`, [id])).toEqual(['It rose. Then', [id]]);
    expect(read(`It rose [${id}][${id}]. Then`, [id])).toEqual(['It rose. Then', [id, id]]);
  });

  it('take the longest id, and the inner one where the outer is none', () => {
    expect(read('It rose [a[1]].', ['a[1]', '1'])).toEqual(['It rose.', ['a[1]']]);
    expect(read('It rose [a]]].', ['a]', 'a]]'])).toEqual(['It rose.', ['a]]']]);
    expect(read('It rose [b[1]].', ['a[1]', '1'])).toEqual(['It rose [b].', ['1']]);
    expect(read('[Smith, 2020; Jones, 2021]', ['Smith, 2020', 'Jones, 2021'])).toEqual([
      '',
      ['Smith, 2020', 'Jones, 2021'],
    ]);
  });

  it.each([
    [['doc-12'], 'It rose [12].', []],
    [['a', 'b'], 'It rose [1-3].', []],
    [['b.pdf'], 'It rose【2:0†b.pdf】.', ['b.pdf']],
    [['note'], 'It rose[^note].', ['note']],
    [['1'], 'It rose[^note].', []],
    [['1-3'], 'It rose [1-3].', ['1-3']],
    [['1'], 'Acme rose fast (1).', ['1']],
    [['1'], 'Acme rose fast<sup>1</sup>.', ['1']],
    [['1'], 'Acme rose fast.¹', ['1']],
  ])('of ids %j are cut whatever they refer to: %s cites %j', (ids, text, cited) => {
    const [cut, ...found] = read(text, ids);
    expect(cut).toMatch(/^(?:It rose|Acme rose fast)\.$/);
    expect(found).toEqual([cited]);
  });

  it('say whether they begin a line', () => {
    expect(marksOf('[1] A.\n  [2] B [3].\n- [1] C').map(({ leads }) => leads)).toEqual([true, true, false, false]);
  });

  const piece = fc.oneof(
    anyText,
    fc.constantFrom(
      '[1]',
      '[1, 2]',
      ' [3]',
      '[1-3]',
      '[^1]',
      '.¹',
      ' (2).',
      '【1†a】',
      '[99]',
      '[a[1]]',
      '([2])',
      '**[1]**',
      '\n',
      ' ',
    ),
  );
  const marked = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  property.prop([marked])('are cuts in order, of marks and white space and separators alone', (text) => {
    const marks = marksOf(text, [...NUMBERS, 'a[1]']);
    let from = 0;
    for (const { start, end, ids } of marks) {
      expect(start).toBeGreaterThanOrEqual(from);
      expect(end).toBeGreaterThan(start);
      from = end;
      const left = ids.reduce((rest, id) => rest.replace(id, ''), text.slice(start, end));
      expect(left).toMatch(/^(?:[\s[\](),;&*_^\d†【】¹-]|a|and|<\/?sup>|\((?:#|\.{0,2}\/|https?:|www\.).*\))*$/);
    }
  });

  property.prop([marked])(
    'leave a text whose spans lead back to the same words, and more only where a cut is inside',
    (text) => {
      const marks = marksOf(text, [...NUMBERS, 'a[1]']);
      const cut = cutText(text, marks);
      expect(cut.places).toHaveLength(marks.length);
      for (let at = 0; at < cut.text.length; at += 1) {
        const { start, end } = cut.toWhole({ start: at, end: at + 1 });
        expect(end).toBe(start + 1);
        const isFiller = marks.some((mark) => mark.spaced && mark.start === start);
        expect(cut.text[at]).toBe(isFiller ? ' ' : text[start]);
      }
      const whole = cut.toWhole({ start: 0, end: cut.text.length });
      const inside = marks.filter(({ start, end }) => start >= whole.start && end <= whole.end);
      const units = inside.reduce((sum, { start, end, spaced }) => sum + end - start - (spaced ? 1 : 0), 0);
      if (cut.text !== '') expect(whole.end - whole.start).toBe(cut.text.length + units);
    },
  );

  it.each(
    [...pathological, '[1]'.repeat(3_000), '[1, '.repeat(2_500), '([1])'.repeat(2_000), '[1](#'.repeat(2_000)].map(
      (text) => [text.slice(0, 8), text],
    ),
  )('are looked for in 10,000 characters of %j', (_, text) => {
    expect(cutText(text, marksOf(text)).text.length).toBeLessThanOrEqual(text.length);
  });
});
