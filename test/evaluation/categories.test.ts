import { describe, expect, it } from 'vitest';
import { categoryScores } from '../../src/evaluation/summary.ts';
import { outcome } from '../support/outcomes.ts';

const row = (category: string | undefined, isRight: boolean) => ({
  ...outcome('SUPPORTED', isRight ? 'SUPPORTED' : 'UNCERTAIN'),
  set: 'set',
  sourceGroup: 0,
  category,
});

describe('categoryScores', () => {
  it('counts the rows of each category, the worst first, and leaves out rows without one', () => {
    const rows = [
      row('roles', true),
      row(undefined, false),
      row('roles', false),
      row('dates', false),
      row('ages', false),
    ];
    expect(categoryScores(rows)).toEqual([
      { category: 'ages', rows: 1, accuracy: 0 },
      { category: 'dates', rows: 1, accuracy: 0 },
      { category: 'roles', rows: 2, accuracy: 0.5 },
    ]);
    expect(categoryScores([row(undefined, true)])).toEqual([]);
  });
});
