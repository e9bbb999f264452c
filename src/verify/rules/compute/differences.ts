import { calculationText } from '../../../contract/words.ts';
import { DAY } from '../extract/clock-times.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES } from '../lexicon/table-words.ts';
import { cellValue, shownAs } from './cell-values.ts';
import {
  type CellPair,
  comparedColumns,
  directionOf,
  pairInColumn,
  pairOfColumns,
  SIDES,
  sideOf,
} from './compared-cells.ts';
import { COMPARING } from './comparisons.ts';
import { type Computed, type Operation, shownNumber } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { type At, operandOf, outcome } from './outcome.ts';
import { labelOf, saysWhen } from './table-index.ts';
import { isResult } from './totals.ts';

const OPERATORS: ReadonlySet<string> = new Set([
  ...COMPARING,
  ...SIDES.keys(),
  ...words('many much twice times double doubled nearly almost percentage percent points point'),
]);

/** A claim about how much two cells differ: "Revenue rose by 72 million in 2024", "£3.30 more than Standard", "by 13 %". */
export function differenceClaim(mentions: Mentions): Computed | undefined {
  const [value, ...others] = mentions.values;
  if (
    value === undefined ||
    others.length > 0 ||
    !(value.unit === 'times' || isShareOf(mentions, value) || saysDifference(mentions, value))
  )
    return undefined;
  if (isIncomplete(mentions, OPERATORS)) return undefined;
  const pair = comparedCells(mentions);
  if (pair === undefined) return undefined;
  const { subject, other, isMore } = pair;
  const [one, two] = [subject, other].map(({ row, column }) => cellValue(mentions.table, row, column));
  if (one?.number === undefined || two?.number === undefined || one.facts[0]!.unit !== two.facts[0]!.unit)
    return undefined;
  const isOf = mentions.claim.tokens[value.to]?.lower === 'of';
  const operation = operationOf(value, one.facts[0]!, isOf);
  if (operation === undefined || (operation !== 'difference' && operation !== 'percentage_points' && two.number === 0))
    return undefined;
  const isTime = one.facts[0]!.kind === 'time';
  const given = (isFor: boolean, result: number) => {
    const { table } = mentions;
    const operands = [subject, other].map((at) => operandOf(table, at));
    const isPercent = operation === 'percentage_change' || operation === 'share';
    const number = operation === 'difference' && !isTime ? shownAs(table, subject, result) : shownNumber(result);
    const written = isPercent ? `${number} %` : number;
    return outcome(mentions, {
      stance: isFor ? 'for' : 'against',
      operation,
      value,
      cells: [subject, other],
      result: written,
      formula: calculationText({ operation, operands, result: written }),
    });
  };
  if (isTime) {
    const minutes = one.number - two.number;
    const isSigned = isMore === undefined || minutes > 0 === isMore;
    return given(isSigned && equalAt(value, Math.abs(minutes) / DAY), Math.abs(minutes));
  }
  if (operation === 'ratio' || operation === 'share') {
    const result = (one.number / two.number) * (operation === 'share' ? 100 : 1);
    const isEqual = equalAt(withRoom(value), result);
    // "Halved" of 46 % is neither right nor clearly wrong.
    const isNear = !isEqual && value.bound === 'exact' && Math.abs(result / value.low - 1) <= NEARLY;
    return isNear ? undefined : given(isEqual, result);
  }
  if (isMore === undefined) return undefined;
  const difference = one.number - two.number;
  const result = operation === 'percentage_change' ? (difference / Math.abs(two.number)) * 100 : difference;
  const size = Math.abs(result);
  const isEqual =
    operation === 'difference' ? isResult(value, size, { table: mentions.table, ...subject }) : equalAt(value, size);
  return given(result > 0 === isMore && isEqual, result);
}

/** "Less than a third of the memory that Sable uses": a share of the value of another row. */
function isShareOf({ claim: { tokens }, rows }: Mentions, { unit, to }: Fact): boolean {
  const isTwo = rows.length === 2 && rows[0]!.rows[0] !== rows[1]!.rows[0];
  return unit === '%' && tokens[to]?.lower === 'of' && isTwo;
}

/** "17 euros cheaper", "two points ahead of": by how much. */
export function isMoreBy({ claim: { tokens } }: Mentions, { to }: Fact): boolean {
  return tokens.slice(to, to + 3).some(({ lower }) => COMPARATIVES.has(lower) || SIDES.has(lower));
}

/** Verbs that a percentage follows as a change: "rose 13 %", but "made up 13 %". */
const CHANGED = words('grew grown rose risen increased climbed fell fallen declined decreased dropped shrank shrunk');

/** "by 72 million", "72 million more", "13 % lower", "rose 13 %": the value is a difference and no level. */
function saysDifference(mentions: Mentions, value: Fact): boolean {
  const { tokens } = mentions.claim;
  const { from, unit, boundFrom } = value;
  const before = tokens[boundFrom - 1]?.lower ?? '';
  return (
    (unit === '%' && CHANGED.has(before)) ||
    tokens.slice(Math.max(0, from - 4), from).some(({ lower }) => lower === 'by') ||
    isMoreBy(mentions, value)
  );
}

/** "Twice as much" is said of 1.95 times too. */
const ROUGHLY = 0.1;
const NEARLY = 0.15;

/** Without a bound "twice" is roughly so. */
function withRoom(value: Fact): Fact {
  return value.bound === 'exact' ? { ...value, step: value.low * ROUGHLY } : value;
}

function endOf(comparative: string): boolean | undefined {
  const end = COMPARATIVES.get(comparative)?.end;
  return end && end === 'most';
}

/** The two cells of one row, by periods, or of one column, by rows. */
function comparedCells(mentions: Mentions) {
  const rows = clearRows(mentions);
  const columns = comparedColumns(mentions);
  if (columns !== undefined && rows?.length === 1) {
    const [row] = rows as [number];
    const { subject, other, isMore } = columns;
    return { subject: { row, column: subject }, other: { row, column: other }, isMore };
  }
  const [{ unit, from, boundFrom }] = mentions.values as [Fact];
  // "Less than a minute behind" compares by "behind".
  const outside = mentions.claim.tokens.filter((_, at) => at < boundFrom || at >= from);
  const words = outside.map(({ lower }) => lower);
  const word = words.find((one) => COMPARATIVES.has(one)) ?? '';
  const column = columnOf(mentions, COMPARATIVES.get(word)?.quantity);
  const ofRows = column === undefined ? undefined : (pairInColumn(mentions, column) ?? pairOfTwo(mentions, column));
  const pair = column === undefined && rows?.length === 2 ? pairOfColumns(mentions) : ofRows;
  const isRatio = unit === 'times' || unit === '%';
  const said = words.includes('than') ? directionOf(words) : (sideOf(words) ?? endOf(word));
  // Seconds behind are more of them.
  const isOfSpans =
    pair !== undefined && cellValue(mentions.table, pair[0].row, pair[0].column).facts[0]?.kind === 'duration';
  const isTurned =
    pair !== undefined && (isReversed(mentions, pair[0].column, word) || (isOfSpans && !words.includes('than')));
  const isMore = said !== undefined && isTurned ? !said : said;
  if (pair === undefined || (isMore === undefined && !isRatio) || isOverTime(mentions, pair)) return undefined;
  const [subject, other] = pair;
  return { subject, other, isMore };
}

/** "The regional train is 17 euros cheaper": than the other of two. */
function pairOfTwo({ table, rows, claim }: Mentions, column: number): CellPair | undefined {
  const [named, ...others] = rows;
  const isOfTwo = table.rows.length === 2 && named?.rows.length === 1 && others.length === 0;
  if (!isOfTwo || claim.tokens.some(({ lower }) => lower === 'than' || COMPARED.has(lower))) return undefined;
  const [row] = named!.rows as [number];
  return [
    { row, column },
    { row: 1 - row, column },
  ];
}

const COMPARED = words('before after earlier later now year month last previous');

/** "Doubled between 2015 and 2020": which row is the later one is read from the transposed table, whose columns are in order. */
function isOverTime({ table, claim }: Mentions, pair: readonly At[]): boolean {
  const isOrdered = claim.tokens.some(({ lower }) => lower === 'than' || lower === 'as');
  return !isOrdered && pair.every(({ row }) => saysWhen(labelOf(table, row)));
}

/** How the value of the claim follows from two cells of a unit; undefined where it cannot. */
function operationOf({ unit }: Fact, cell: Fact, isOf: boolean): Operation | undefined {
  if (unit === 'times') return 'ratio';
  if (unit === '%' && isOf) return 'share';
  if (unit === 'pp') return cell.unit === '%' ? 'percentage_points' : undefined;
  if (unit === '%') return cell.unit === '%' ? undefined : 'percentage_change';
  const isTime = unit === 'day' && (cell.unit === 'date' || cell.kind === 'time');
  return isTime || unit === cell.unit || unit === '' ? 'difference' : undefined;
}
