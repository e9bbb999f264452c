import { describe, expect, it } from 'vitest';
import { toResults } from '../../src/evaluation/results.ts';
import { judged, outcome } from '../support/outcomes.ts';

const facts = {
  ...{ settings: {}, half: 'all' as const, startedAt: '2025-01-01T00:00:00.000Z' },
  ...{ rowsPerSecond: 1, pairs: [], leftOut: [] },
};

function of(id: string, source: string, category?: string) {
  const { row, judgement } = judged('set', id, outcome('SUPPORTED', 'SUPPORTED'));
  return { row: { ...row, source, category }, judgement };
}

describe('toResults', () => {
  const rows = [of('1', 'Bees hum in 2019.', 'dates'), of('2', 'Cats sleep.'), of('3', 'Bees hum, in 2021')];
  const results = toResults(facts, rows, { resamples: 10, seed: 1 });

  it('gives rows of one source the same group, by which they are resampled', () => {
    const [first, other, revised] = results.rows.map(({ sourceGroup }) => sourceGroup);
    expect(revised).toBe(first);
    expect(other).not.toBe(first);
  });

  it('keeps categories and no text', () => {
    expect(results.rows.map(({ category }) => category)).toEqual(['dates', undefined, undefined]);
    expect(results.summary.sets[0]!.categories).toEqual([{ category: 'dates', rows: 1, accuracy: 1 }]);
    expect(JSON.stringify(results)).not.toContain('Bees');
  });
});
