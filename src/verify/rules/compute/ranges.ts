import type { Table } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { cellValue } from './cell-values.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows } from './named-cells.ts';
import { outcome } from './outcome.ts';
import { tableIndex } from './table-index.ts';

/** A column of the ranges in which values are normal or allowed. */
const RANGES = /\b(?:reference|normal|limits?|permitted|allowed|recommended|target) ?(?:range|values?|interval)?$/i;
/** Words for such a range, and for where a value is. */
const OF_RANGE =
  /\b(?:(?:normal|reference|recommended|permitted|allowed|target) (?:range|limits?|values?|interval)|range|limits?|normal|should be|too (?:high|low))\b/i;
const WITHIN = /\b(?:within|inside|in the|normal)\b/i;
const OUTSIDE = /\b(?:outside|out of)\b/i;
const ABOVE = /\b(?:above|over|exceed(?:s|ed)?|too high|higher than)\b/i;
const BELOW = /\b(?:below|under|too low|lower than)\b/i;
const SAID = words(
  'normal reference recommended permitted allowed target range limit limits value values level interval should too high low above over exceed exceeds exceeded below under within inside outside out higher lower than where',
);

interface Range {
  readonly low: number;
  readonly high: number;
}

const NUMBER = String.raw`(\d[\d.,]*)`;
const FROM_TO = new RegExp(`^${NUMBER}\\s?(?:-|–|to)\\s?${NUMBER}(?: \\S+)?$`);
const UP_TO = new RegExp(`^(?:below|under|up to|at most|max\\.?|<|≤|<=)\\s?${NUMBER}(?: \\S+)?$`, 'i');
const FROM = new RegExp(`^(?:above|over|from|at least|min\\.?|>|≥|>=)\\s?${NUMBER}(?: \\S+)?$`, 'i');

function rangeIn(text: string): Range | undefined {
  const numberOf = (written: string | undefined) => Number(written!.replaceAll(',', ''));
  const [, low, high] = FROM_TO.exec(text) ?? [];
  if (low !== undefined) return { low: numberOf(low), high: numberOf(high) };
  const [, most] = UP_TO.exec(text) ?? [];
  if (most !== undefined) return { low: Number.NEGATIVE_INFINITY, high: numberOf(most) };
  const [, least] = FROM.exec(text) ?? [];
  return least === undefined ? undefined : { low: numberOf(least), high: Number.POSITIVE_INFINITY };
}

/** A claim that the value of a row is within, above or below its range: "Sodium is above the normal range". */
export function rangeClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values, unheld, loose, operators } = mentions;
  const { text } = claim;
  const rows = clearRows(mentions);
  const columns = columnsOf(table);
  const isOther = [...unheld, ...loose, ...operators].some(({ lower }) => !SAID.has(lower));
  if (columns === undefined || !OF_RANGE.test(text) || rows?.length !== 1 || values.length > 0 || isOther)
    return undefined;
  const [row] = rows as [number];
  const range = rangeIn(table.rows[row]!.cells[columns.range]!.text);
  const number = writtenNumber(table, row, columns.value);
  const cells = [columns.value, columns.range].map((column) => ({ row, column }));
  if (range === undefined || number === undefined)
    return outcome(mentions, { stance: 'open', operation: 'comparison', cells, result: '', reason: 'not_settled' });
  const [isAbove, isBelow] = [number > range.high, number < range.low];
  const said = [OUTSIDE, ABOVE, BELOW, WITHIN].find((words) => words.test(text));
  // A value at an end of its range may count as within or not.
  if (said === undefined || claim.negations.length > 0 || number === range.low || number === range.high)
    return undefined;
  const holds = new Map([
    [OUTSIDE, isAbove || isBelow],
    [ABOVE, isAbove],
    [BELOW, isBelow],
    [WITHIN, !isAbove && !isBelow],
  ]);
  return outcome(
    { table, loose: [], unheld: [] },
    { stance: holds.get(said) === true ? 'for' : 'against', operation: 'comparison', cells, result: '' },
  );
}

/** The number of a cell as it is written: ranges have no units. */
function writtenNumber(table: Table, row: number, column: number): number | undefined {
  const { number, facts, isNegative } = cellValue(table, row, column);
  const written = Number(facts[0]?.written || Number.NaN);
  return number === undefined || isNegative || Number.isNaN(written) ? undefined : written;
}

/** The column of ranges, and the one before it that has a number in most rows. */
function columnsOf(table: Table): { readonly range: number; readonly value: number } | undefined {
  const { label } = tableIndex(table);
  const [range, ...others] = table.columns.flatMap(({ name }, i) => (RANGES.test(name) && i !== label ? [i] : []));
  if (range === undefined || others.length > 0) return undefined;
  const value = table.columns.findLastIndex(
    (_, i) =>
      i < range &&
      i !== label &&
      table.rows.filter((_row, row) => cellValue(table, row, i).number !== undefined).length * 2 > table.rows.length,
  );
  return value < 0 ? undefined : { range, value };
}
