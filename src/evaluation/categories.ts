import { accuracy } from './classification.ts';
import { groupBy } from './group-by.ts';
import type { RowOutcome } from './labelled-rows.ts';

/** Score of the rows of one category. */
export interface CategoryScore {
  readonly category: string;
  readonly rows: number;
  /** 0 to 1. */
  readonly accuracy: number;
}

/** Scores by category, lowest accuracy first; rows without a category are left out. */
export function categoryScores(outcomes: readonly RowOutcome[]): CategoryScore[] {
  const named = outcomes.filter(({ category }) => category !== undefined);
  return [...groupBy(named, ({ category }) => category!)]
    .map(([category, rows]) => ({ category, rows: rows.length, accuracy: accuracy(rows) }))
    .toSorted((left, right) => left.accuracy - right.accuracy || (left.category < right.category ? -1 : 1));
}
