import { expect, it } from 'vitest';
import { offTopicRows } from '../../src/calibration/divide-rows.ts';
import type { LabelledRow } from '../../src/evaluation/labelled-rows.ts';

const row = (set: string, i: number, source = `Source ${'abcdefghijkl'[i]}.`): LabelledRow => ({
  set,
  id: `${set}${i}`,
  claim: `Claim ${i}.`,
  source,
  label: 'SUPPORTED',
});

it('puts every third claim to the source half its set away, as UNCERTAIN, never to another set', () => {
  const rows = [...Array.from({ length: 6 }, (_, i) => row('x', i)), row('y', 0), row('y', 1)];
  expect(offTopicRows(rows)).toEqual([
    { set: 'x', id: 'x0 off topic', claim: 'Claim 0.', source: 'Source d.', label: 'UNCERTAIN' },
    { set: 'x', id: 'x3 off topic', claim: 'Claim 3.', source: 'Source a.', label: 'UNCERTAIN' },
    { set: 'y', id: 'y0 off topic', claim: 'Claim 0.', source: 'Source b.', label: 'UNCERTAIN' },
  ]);
});

it('makes no pair where the other row has the same source', () => {
  expect(offTopicRows([row('x', 0, 'The same, 1.'), row('x', 1, 'the same 2')])).toEqual([]);
  expect(offTopicRows([])).toEqual([]);
});
