import type { Span, Table } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';
import { isForm, isOneValue } from './cell-values.ts';
import type { Computed } from './computed.ts';
import { type Mentions, mentionsOf } from './mentions.ts';
import { isIncomplete } from './named-cells.ts';
import { outcome } from './outcome.ts';
import { keysOf } from './table-index.ts';
import { isYesOrNo } from './yes-or-no.ts';

/**
 * Leaves a claim open that names a row and the words of a cell of another row, where its own row has another value in that
 * column: "Lena Fox works in marketing" of a table with her in finance. Other words of the claim may be about both.
 */
export function otherCell(
  claim: SurfaceReading,
  tables: readonly Table[],
  places: readonly Span[],
): Computed | undefined {
  for (const table of tables) {
    if (!places.some(({ start, end }) => start < table.end && table.start < end)) continue;
    const mentions = claim.negations.length === 0 ? mentionsOf(claim, table) : undefined;
    const found = mentions && otherCellOf(mentions);
    if (found !== undefined) return found;
  }
  return undefined;
}

function otherCellOf(mentions: Mentions): Computed | undefined {
  const { table, rows, cells, columns } = mentions;
  const [named, ...others] = rows;
  if (isForm(table) || named === undefined || others.length > 0 || named.rows.length > 1 || named.isPartial)
    return undefined;
  if (isIncomplete(mentions)) return undefined;
  const row = named.rows[0]!;
  const isOther = ({ rows: own, column }: Mentions['cells'][number]) => {
    if (own.includes(row) || (columns.length > 0 && !columns.includes(column)) || isYesOrNo(table, column))
      return false;
    const [cell, said] = [table.rows[row]!.cells[column]!, table.rows[own[0]!]!.cells[column]!.text];
    // "Ben speaks German": his second language.
    if (
      table.rows[row]!.cells.some(
        (one, i) => i !== column && keysOf(said).every((key) => keysOf(one.text).includes(key)),
      )
    )
      return false;
    return isOneValue(cell) && !isWithin(cell.text, said);
  };
  const other = cells.find(isOther);
  if (other === undefined) return undefined;
  const at = { row, column: other.column };
  return {
    ...outcome(mentions, { stance: 'open', operation: 'cell', cells: [at], reason: 'not_settled' }),
    leans: 'against',
  };
}

/** True if all words of one of two values are in the other: "Italy" and "northern Italy". */
function isWithin(one: string, other: string): boolean {
  const [few, many] = [keysOf(one), keysOf(other)].sort((a, b) => a.length - b.length);
  return few!.every((key) => many!.includes(key));
}
