import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetTable, placeBody } from '../../src/answer/offsets.ts';
import { OFFSET_UNITS, type OffsetUnit } from '../../src/contract/answer-request.ts';
import { anyText } from '../text/arbitrary-text.ts';

/** "é" has one unit, one code point and two bytes; "漢" one, one, three; "😀" two, one, four. */
const TEXT = 'aé漢😀b';
const EDGES: Readonly<Record<OffsetUnit, readonly number[]>> = {
  utf16: [0, 1, 2, 3, 5, 6],
  code_point: [0, 1, 2, 3, 4, 5],
  utf8: [0, 1, 3, 6, 10, 11],
};
const INSIDE: Readonly<Record<OffsetUnit, readonly number[]>> = {
  utf16: [4],
  code_point: [],
  utf8: [2, 4, 5, 7, 8, 9],
};

/** The text of a slice as a caller in another language cuts it. */
function cutBy(unit: OffsetUnit, text: string, start: number, end: number): string {
  if (unit === 'utf16') return text.slice(start, end);
  if (unit === 'code_point') return [...text].slice(start, end).join('');
  return Buffer.from(text, 'utf8').subarray(start, end).toString('utf8');
}

describe.each(OFFSET_UNITS)('offsets in %s', (unit) => {
  it('are those of the edges of characters', () => {
    const table = offsetTable(TEXT, unit);
    expect(EDGES.utf16.map((offset) => table.fromUtf16(offset))).toEqual(EDGES[unit]);
    expect(EDGES[unit].map((offset) => table.toUtf16(offset))).toEqual(EDGES.utf16.map((at) => ({ at })));
    expect(table.length).toBe(EDGES[unit].at(-1));
  });

  it('inside a character are named so', () => {
    const table = offsetTable(TEXT, unit);
    for (const offset of INSIDE[unit])
      expect(table.toUtf16(offset)).toEqual({ problem: `which is inside a character when counted in ${unit}` });
  });

  it.each(['plain', TEXT, ''])('outside %j are named with its length', (text) => {
    const table = offsetTable(text, unit);
    for (const offset of [-1, table.length + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(table.toUtf16(offset)).toEqual({
        problem: `but the text goes from 0 to ${table.length} when counted in ${unit}`,
      });
  });

  property.prop([fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(), fc.nat()])(
    'cut the same slice as UTF-16 offsets do, and lead back',
    (text, one, other) => {
      const edges = [0];
      for (const character of text) edges.push(edges.at(-1)! + character.length);
      const [start, end] = [edges[one % edges.length]!, edges[other % edges.length]!].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const table = offsetTable(text, unit);
      const place = placeBody(text, { start, end }, table);
      expect(place.text).toBe(text.slice(start, end));
      expect(cutBy(unit, text, place.start, place.end)).toBe(place.text);
      expect(table.toUtf16(place.start)).toEqual({ at: start });
      expect(table.toUtf16(place.end)).toEqual({ at: end });
    },
  );

  property.prop([anyText, fc.integer({ min: -2, max: 200 })])(
    'are refused or lead to what leads back, in any text',
    (text, offset) => {
      const table = offsetTable(text, unit);
      const checked = table.toUtf16(offset);
      if ('at' in checked) expect(table.fromUtf16(checked.at)).toBe(offset);
      else expect(checked.problem).toMatch(/inside a character|goes from 0 to/);
    },
  );
});
