import { z } from 'zod';
import { cursorOf, readCursor } from '../../access/index.ts';

export const cursor = z
  .string()
  .max(200)
  .transform(readCursor)
  .optional()
  .meta({ description: 'next of the page before; stays right while rows are added' });

/**
 * `rows`: at most `count`; one page may say that another follows, which is then empty. `timeOf`: what the list is sorted by
 * before the id, ISO 8601 or another number.
 */
export function pageFields<Row extends { readonly id: string }>(
  rows: readonly Row[],
  {
    count,
    total,
    timeOf,
  }: { readonly count: number; readonly total: number; readonly timeOf: (row: Row) => string | number },
) {
  const last = rows.length < count ? undefined : rows.at(-1);
  return { total, next: last === undefined ? null : cursorOf(timeOf(last), last.id) };
}
