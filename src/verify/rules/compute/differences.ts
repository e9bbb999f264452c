import type { Fact } from '../findings.ts';
import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { cellValue } from './cell-values.ts';
import { isIncomplete, operandOf, placesOf, rowsOf } from './cells.ts';
import { type At, comparedColumns, directionOf, pairInColumn } from './comparisons.ts';
import type { Computed, Operation } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { columnOf } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { isResult, scaleOf, shownNumber } from './totals.ts';

const OPERATORS = new Set([
  ...COMPARATIVES.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  ...[
    'than',
    'compared',
    'between',
    'percentage',
    'percent',
    'points',
    'point',
    'previous',
    'prior',
    'earlier',
    'last',
    'before',
  ],
]);

/** A claim about how much two cells differ: "Revenue rose by 72 million in 2024", "£3.30 more than Standard", "by 13 %". */
export function differenceClaim(mentions: Mentions): Computed | undefined {
  const [value, ...others] = mentions.values;
  if (value === undefined || others.length > 0 || !saysDifference(mentions, value)) return undefined;
  if (isIncomplete(mentions, OPERATORS)) return undefined;
  const pair = comparedCells(mentions);
  if (pair === undefined) return undefined;
  const { subject, other, isMore } = pair;
  const [one, two] = [subject, other].map(({ row, column }) => cellValue(mentions.table, row, column));
  if (one?.number === undefined || two?.number === undefined || one.facts[0]!.unit !== two.facts[0]!.unit)
    return undefined;
  const operation = operationOf(value, one.facts[0]!);
  if (operation === undefined || (operation === 'percentage_change' && two.number === 0)) return undefined;
  const difference = one.number - two.number;
  const result = operation === 'percentage_change' ? (difference / Math.abs(two.number)) * 100 : difference;
  const size = Math.abs(result);
  const isEqual =
    operation === 'difference' ? isResult(value, size, { table: mentions.table, ...subject }) : equalAt(value, size);
  return differing(mentions, { subject, other, operation, result, value, isFor: result > 0 === isMore && isEqual });
}

/** "by 72 million", "72 million more", "13 % lower": the value is a difference and no level. */
function saysDifference({ claim: { tokens } }: Mentions, { from, to }: Fact): boolean {
  const after = tokens.slice(to, to + 3).map(({ lower }) => lower);
  return (
    tokens.slice(Math.max(0, from - 4), from).some(({ lower }) => lower === 'by') ||
    after.some((word) => COMPARATIVES.has(word))
  );
}

interface Difference {
  readonly subject: At;
  readonly other: At;
  readonly isMore: boolean;
}

/** The two cells of one row, by periods, or of one column, by rows. */
function comparedCells(mentions: Mentions): Difference | undefined {
  const rows = rowsOf(mentions);
  const columns = comparedColumns(mentions);
  const [row, ...more] = rows?.flat() ?? [];
  if (columns !== undefined && row !== undefined && more.length === 0) {
    const { subject, other, isMore } = columns;
    return { subject: { row, column: subject }, other: { row, column: other }, isMore };
  }
  const column = columnOf(mentions, undefined);
  const pair = column === undefined ? undefined : pairInColumn(mentions, column);
  const words = mentions.claim.tokens.map(({ lower }) => lower);
  const isMore = words.includes('than') ? directionOf(words) : undefined;
  return pair === undefined || isMore === undefined ? undefined : { subject: pair[0], other: pair[1], isMore };
}

/** How the value of the claim follows from two cells of a unit; undefined where it cannot. */
function operationOf({ unit }: Fact, cell: Fact): Operation | undefined {
  if (unit === 'pp') return cell.unit === '%' ? 'percentage_points' : undefined;
  if (unit === '%') return cell.unit === '%' ? undefined : 'percentage_change';
  return unit === cell.unit || unit === '' ? 'difference' : undefined;
}

interface Differing {
  readonly subject: At;
  readonly other: At;
  readonly operation: Operation;
  readonly result: number;
  readonly value: Fact;
  readonly isFor: boolean;
}

function differing(mentions: Mentions, { subject, other, operation, result, value, isFor }: Differing): Computed {
  const { table } = mentions;
  const operands = [subject, other].map(({ row, column }) => operandOf(table, row, column));
  const [one, two] = operands.map((operand) => operand.value);
  const isShare = operation === 'percentage_change';
  const written = shownNumber(operation === 'difference' ? result / scaleOf(table, subject) : result);
  return {
    ...{
      stance: isFor ? 'for' : 'against',
      operation,
      operands,
      reason: undefined,
      isWhole: mentions.loose.length === 0,
    },
    result: isShare ? `${written} %` : written,
    formula: isShare ? `(${one} - ${two}) / ${two} = ${written} %` : `${one} - ${two} = ${written}`,
    places: placesOf(table, [subject.row, other.row]),
    found: isFor ? undefined : { start: value.start, end: value.end },
  };
}
