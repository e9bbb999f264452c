import { words } from '../lexicon/phrases.ts';
import { DOWNWARDS, GROWTH, quantityKey, SUPERLATIVES, UPWARDS } from '../lexicon/table-words.ts';
import { isGrowth } from './cell-relations.ts';
import { cellValue } from './cell-values.ts';
import { periodsOf } from './compared-cells.ts';
import type { Computed } from './computed.ts';
import { extremeAt, rankAt } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { outcome } from './outcome.ts';
import { isTotalRow, labelOf } from './table-index.ts';

const OPERATORS: ReadonlySet<string> = new Set([
  ...SUPERLATIVES.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  ...words('between all'),
]);

interface Change {
  readonly row: number;
  readonly difference: number;
  readonly share: number;
}

/** A claim about which row changed most between two periods, of a table without a column of changes: "Growth was strongest in Asia". */
export function growthExtremeClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values, unheld } = mentions;
  const at = extremeAt(mentions);
  const isOfChange = claim.tokens.some(({ lower }) => quantityKey(lower) === GROWTH);
  if (at === undefined || rankAt(mentions, at) > 0 || !isOfChange || values.length > 0 || unheld.length > 0)
    return undefined;
  if (isIncomplete(mentions, OPERATORS) || table.columns.some((_, column) => isGrowth(table, column))) return undefined;
  const rows = clearRows(mentions);
  const periods = comparedPeriods(mentions);
  const changes = periods && changesOf(table, periods);
  if (rows?.length !== 1 || periods === undefined || changes === undefined) return undefined;
  const isDown = claim.tokens.some(({ lower }) => DOWNWARDS.has(lower));
  const isLeast = (SUPERLATIVES.get(claim.tokens[at]!.lower)!.end === 'least') !== isDown;
  const [ofShare, ofValue] = [endOf(changes, 'share', isLeast), endOf(changes, 'difference', isLeast)];
  if (ofShare === undefined || ofValue === undefined || isDown !== ofShare.difference < 0) return undefined;
  const isTop = [ofShare, ofValue].map(({ row }) => row === rows[0]);
  // The largest change in percent may be another one than that in value.
  if (isTop[0] !== isTop[1] || !changes.some(({ row }) => row === rows[0])) return undefined;
  const { row } = ofShare;
  return outcome(mentions, {
    ...{ stance: isTop[0] ? 'for' : 'against', operation: isLeast ? 'minimum' : 'maximum' },
    cells: periods.map((column) => ({ row, column })),
    quoted: periods.map((column) => ({ row: rows[0]!, column })),
    result: labelOf(table, row),
  });
}

/** The two periods that the claim names, or the only two. */
function comparedPeriods({ table, columns }: Mentions): readonly [number, number] | undefined {
  const all = periodsOf(table, columns);
  const named = all.filter((column) => columns.includes(column));
  if (named.length !== columns.length) return undefined;
  const at = all.indexOf(named[0]!);
  const compared = named.length === 1 ? all.slice(Math.max(0, at - 1), at + 1) : named;
  const [earlier, later, ...others] = named.length === 0 ? all : compared;
  return earlier === undefined || later === undefined || others.length > 0 ? undefined : [earlier, later];
}

/** The change of each row that is no total; undefined where one has no numbers that are compared in percent. */
function changesOf(table: Mentions['table'], [earlier, later]: readonly [number, number]) {
  const read = table.rows.flatMap((row, i): (Change | undefined)[] => {
    if (isTotalRow(table, row)) return [];
    const [before, after] = [earlier, later].map((column) => cellValue(table, i, column).number);
    if (before === undefined || after === undefined || before <= 0) return [undefined];
    return [{ row: i, difference: after - before, share: after / before }];
  });
  return read.every((one) => one !== undefined) ? read : undefined;
}

function endOf(changes: readonly Change[], by: 'difference' | 'share', isLeast: boolean): Change | undefined {
  const [top, next] = changes.toSorted((one, other) => (isLeast ? one[by] - other[by] : other[by] - one[by]));
  return next !== undefined && top![by] !== next[by] ? top : undefined;
}
