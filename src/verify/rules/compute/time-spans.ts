import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { surfaceReading } from '../reading.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, columnsFor, isIncomplete } from './named-cells.ts';
import { outcome } from './outcome.ts';

const OPERATORS = words('until from close closes open opens');
const MAX_CELL = 60;

/** A claim about when a span of time begins or ends: "The pool closes at 9 pm on Fridays" of a cell "8 am - 9 pm". */
export function timeSpanClaim(mentions: Mentions): Computed | undefined {
  const { table, claim, unheld } = mentions;
  const rows = clearRows(mentions);
  const columns = columnsFor(mentions);
  const times = claim.facts.flatMap(({ fact }) => (fact.kind === 'time' ? [fact] : []));
  const isOfTimes = times.length > 0 && mentions.values.every((value) => times.includes(value));
  if (rows?.length !== 1 || columns.length !== 1 || !isOfTimes || times.some(({ edge }) => edge === undefined))
    return undefined;
  if (unheld.length > 0 || isIncomplete(mentions, OPERATORS)) return undefined;
  const at = { row: rows[0]!, column: columns[0]! };
  const { text } = table.rows[at.row]!.cells[at.column]!;
  const [start, end, ...others] = text.length > MAX_CELL ? [] : surfaceReading(text).facts.map(({ fact }) => fact);
  if (start?.kind !== 'time' || end?.kind !== 'time' || others.length > 0) return undefined;
  const wrong = times.find((value) => !isTimeOf(value, value.edge === 'start' ? start : end));
  return outcome(mentions, {
    ...{ stance: wrong === undefined ? 'for' : 'against', operation: 'cell', cells: [at] },
    value: wrong ?? times[0],
  });
}

/** "8 o'clock" is of either half of the day. */
function isTimeOf({ low, unit }: Fact, cell: Fact): boolean {
  const isHalf = unit !== cell.unit;
  return isHalf ? low % HALF_A_DAY === cell.low % HALF_A_DAY : low === cell.low;
}

const HALF_A_DAY = 12 * 60;
