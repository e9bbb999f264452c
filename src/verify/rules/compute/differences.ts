import { calculationText } from '../../../contract/words.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES, quantityKey } from '../lexicon/table-words.ts';
import { cellValue } from './cell-values.ts';
import { comparedColumns, directionOf, pairInColumn, pairOfColumns, SIDES, sideOf } from './compared-cells.ts';
import { COMPARING } from './comparisons.ts';
import { type Computed, type Operation, shownNumber } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { type At, operandOf, outcome } from './outcome.ts';
import { labelOf, saysWhen, tableIndex } from './table-index.ts';
import { isResult, scaleOf } from './totals.ts';

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
  if (isOfOtherColumn(mentions, value, subject.column)) return undefined;
  if (operation === undefined || (operation !== 'difference' && operation !== 'percentage_points' && two.number === 0))
    return undefined;
  const given = (isFor: boolean, result: number) => {
    const { table } = mentions;
    const operands = [subject, other].map((at) => operandOf(table, at));
    const isPercent = operation === 'percentage_change' || operation === 'share';
    const number = shownNumber(operation === 'difference' ? result / scaleOf(table, subject) : result);
    const written = isPercent ? `${number} %` : number;
    return outcome(mentions, {
      ...{ stance: isFor ? 'for' : 'against', operation, value, cells: [subject, other], result: written },
      formula: calculationText({ operation, operands, result: written }),
    });
  };
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

const POINTS = quantityKey('points');

/** "Two points ahead" is no difference of games won. */
function isOfOtherColumn({ claim: { tokens }, table }: Mentions, { unit, to }: Fact, column: number): boolean {
  const isPoints = unit === '' && quantityKey(tokens[to]?.lower ?? '') === POINTS;
  return isPoints && !tableIndex(table).columnKeys[column]!.includes(POINTS);
}

/** "Less than a third of the memory that Sable uses": a share of the value of another row. */
function isShareOf({ claim: { tokens }, rows }: Mentions, { unit, to }: Fact): boolean {
  const isTwo = rows.length === 2 && rows[0]!.rows[0] !== rows[1]!.rows[0];
  return unit === '%' && tokens[to]?.lower === 'of' && isTwo;
}

/** Verbs that a percentage follows as a change: "rose 13 %", but "made up 13 %". */
const CHANGED = words('grew grown rose risen increased climbed fell fallen declined decreased dropped shrank shrunk');

/** "by 72 million", "72 million more", "13 % lower", "rose 13 %": the value is a difference and no level. */
function saysDifference({ claim: { tokens } }: Mentions, { from, to, unit, boundFrom }: Fact): boolean {
  const after = tokens.slice(to, to + 3).map(({ lower }) => lower);
  const before = tokens[boundFrom - 1]?.lower ?? '';
  return (
    (unit === '%' && CHANGED.has(before)) ||
    tokens.slice(Math.max(0, from - 4), from).some(({ lower }) => lower === 'by') ||
    after.some((word) => COMPARATIVES.has(word) || SIDES.has(word))
  );
}

/** "Twice as much" is said of 1.95 times too. */
const ROUGHLY = 0.1;
const NEARLY = 0.15;

/** Without a bound "twice" is roughly so. */
function withRoom(value: Fact): Fact {
  return value.bound === 'exact' ? { ...value, step: value.low * ROUGHLY } : value;
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
  const words = mentions.claim.tokens.map(({ lower }) => lower);
  const word = words.find((one) => COMPARATIVES.has(one)) ?? '';
  const column = columnOf(mentions, COMPARATIVES.get(word)?.quantity);
  const ofRows = column === undefined ? undefined : pairInColumn(mentions, column);
  const pair = column === undefined && rows?.length === 2 ? pairOfColumns(mentions) : ofRows;
  const [{ unit }] = mentions.values as [Fact];
  const isRatio = unit === 'times' || unit === '%';
  const said = words.includes('than') ? directionOf(words) : sideOf(words);
  const isMore = said !== undefined && pair !== undefined && isReversed(mentions, pair[0].column, word) ? !said : said;
  if (pair === undefined || (isMore === undefined && !isRatio) || isOverTime(mentions, pair)) return undefined;
  const [subject, other] = pair;
  return { subject, other, isMore };
}

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
  const isTime = unit === 'day' && cell.unit === 'date';
  return isTime || unit === cell.unit || unit === '' ? 'difference' : undefined;
}
