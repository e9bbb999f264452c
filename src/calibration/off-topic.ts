import { groupBy } from '../evaluation/group-by.ts';
import type { LabelledRow } from '../evaluation/labelled-rows.ts';
import { normaliseSource } from '../evaluation/split.ts';

/** One off-topic pair per this many rows: enough to have an effect, too few to dominate the labelled rows. */
const ROWS_PER_PAIR = 3;

/**
 * Claims paired with the source of another row of their set, half a set away: an unrelated text, so the label is
 * UNCERTAIN whatever the row's own label. NLI models tend to call unrelated text a contradiction; these pairs correct that.
 */
export function offTopicRows(rows: readonly LabelledRow[]): LabelledRow[] {
  return [...groupBy(rows, ({ set }) => set).values()].flatMap((members) =>
    members.flatMap((row, i) => {
      const other = members[(i + Math.floor(members.length / 2)) % members.length]!;
      if (i % ROWS_PER_PAIR !== 0 || normaliseSource(other.source) === normaliseSource(row.source)) return [];
      return [{ ...row, id: `${row.id} off topic`, source: other.source, label: 'UNCERTAIN' as const }];
    }),
  );
}
