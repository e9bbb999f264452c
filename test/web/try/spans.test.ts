import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { segments } from '../../../src/web/try/spans.ts';

describe('segments', () => {
  it('cuts overlapping ranges where one of them starts or ends', () => {
    const ranges = [
      { number: 1, start: 2, end: 6 },
      { number: 2, start: 4, end: 8 },
    ];
    expect(segments(10, ranges)).toEqual([
      { start: 0, end: 2, pairs: [], starts: [] },
      { start: 2, end: 4, pairs: [1], starts: [1] },
      { start: 4, end: 6, pairs: [1, 2], starts: [2] },
      { start: 6, end: 8, pairs: [2], starts: [] },
      { start: 8, end: 10, pairs: [], starts: [] },
    ]);
  });

  const range = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1 }));
  test.prop([fc.array(range, { maxLength: 6 })])(
    'cover the text once, and start every range exactly once',
    (ranges) => {
      const numbered = ranges.map((one, i) => ({ ...one, number: i + 1 }));
      const cut = segments(45, numbered);
      expect(cut[0]?.start).toBe(0);
      expect(cut.at(-1)?.end).toBe(45);
      for (const [i, { end }] of cut.slice(0, -1).entries()) expect(cut[i + 1]?.start).toBe(end);
      expect(cut.flatMap(({ starts }) => starts).sort((a, b) => a - b)).toEqual(numbered.map(({ number }) => number));
      for (const { number, start, end } of numbered) {
        const covered = cut.filter(({ pairs }) => pairs.includes(number));
        expect([covered[0]?.start, covered.at(-1)?.end]).toEqual([start, end]);
      }
    },
  );
});
