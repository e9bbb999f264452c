import { describe, expect, it } from 'vitest';
import { foldsOf } from '../../../scripts/refit/halves.ts';
import { halfOf } from '../../../src/evaluation/split.ts';

describe('halfOf', () => {
  it('divides answers by their id', () => {
    expect(['rag-01', 'rag-02', 'rag-03', 'rag-04'].map(halfOf)).toEqual(['tuning', 'tuning', 'tuning', 'reporting']);
  });
});

describe('foldsOf', () => {
  it('keeps claims of one source in one fold and evens out the rows', () => {
    expect(foldsOf([7, 7, 7, 1, 2, 2, 3, 7], 3)).toEqual([0, 0, 0, 2, 1, 1, 2, 0]);
  });

  it('leaves folds empty where there are fewer sources', () => {
    expect(foldsOf([1, 2], 5)).toEqual([0, 1]);
  });
});
