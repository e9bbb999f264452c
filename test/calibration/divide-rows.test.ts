import { describe, expect, it } from 'vitest';
import { allRows, dividedLike, divideRows } from '../../src/calibration/divide-rows.ts';
import type { LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import { halvesOf } from '../../src/evaluation/split.ts';

const WORDS = ['bees', 'cats', 'dogs', 'eels', 'foxes', 'goats', 'hens', 'ibises', 'jays', 'koalas'];
const rows: LabelledRow[] = WORDS.map((word) => ({
  set: 'animals',
  id: word,
  claim: `All ${word} sleep.`,
  source: `${word} live by ${word}wood, near ${word}ton, under ${word}berg.`,
  label: 'SUPPORTED',
}));

describe('rows of a calibration', () => {
  it('are divided by the fixed split', () => {
    const { tuning, reporting } = divideRows(rows);
    const halves = halvesOf(rows);
    expect(tuning).toEqual(rows.filter((_, index) => halves[index] === 'tuning'));
    expect(reporting).toEqual(rows.filter((_, index) => halves[index] === 'reporting'));
    expect([tuning.length > 0, reporting.length > 0]).toEqual([true, true]);
  });

  it('find what was made of each of them again', () => {
    const divided = divideRows(rows);
    const ids = allRows(divided).map(({ id }) => id);
    expect(dividedLike(divided, ids)).toEqual({
      tuning: divided.tuning.map(({ id }) => id),
      reporting: divided.reporting.map(({ id }) => id),
    });
  });
});
