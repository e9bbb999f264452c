import { groupBy } from '../evaluation/group-by.ts';
import { normaliseSource } from '../evaluation/split.ts';
import type { LabelledRow } from '../evaluation/types.ts';

/** One pair for so many rows: enough to teach, too few to drown the rows that people labelled. */
const ROWS_A_PAIR = 3;

/**
 * Claims put to the source of another row of their set, half a set away: text that says nothing of them, so UNCERTAIN
 * whatever the row's own label. Models of this kind call unrelated text a contradiction; these pairs are to unteach it.
 */
export function offTopicRows(rows: readonly LabelledRow[]): LabelledRow[] {
  return [...groupBy(rows, ({ set }) => set).values()].flatMap((members) =>
    members.flatMap((row, i) => {
      const other = members[(i + Math.floor(members.length / 2)) % members.length]!;
      if (i % ROWS_A_PAIR !== 0 || normaliseSource(other.source) === normaliseSource(row.source)) return [];
      return [{ ...row, id: `${row.id} off topic`, source: other.source, label: 'UNCERTAIN' as const }];
    }),
  );
}
