import type { Token } from '../../../text/index.ts';
import type { Fact, Relation } from '../findings.ts';
import { COMPARATIVES, DOWNWARDS, DURING, quantityKey, UPWARDS } from '../lexicon/table-words.ts';
import { headsOf, isGrowth, relationTo } from './cell-relations.ts';
import { cellValue } from './cell-values.ts';
import { comparedColumns, SIDES } from './compared-cells.ts';
import type { Computed, Operation } from './computed.ts';
import { columnOf, notANumber } from './extremes.ts';
import { type Mentions, type RowMention, saysOnlySo } from './mentions.ts';
import { isIncomplete } from './named-cells.ts';
import { cellName, outcome } from './outcome.ts';
import { isTotalRow, keysOf, tableIndex } from './table-index.ts';
import { DENIES, isYesOrNo, saysYes } from './yes-or-no.ts';

const EVERY = new Set(['all', 'every', 'each', 'both']);
const NONE = new Set(['no', 'none', 'neither']);
/** With these a claim is about the rows that it names. */
const EACH = new Set(['both', 'neither', 'nor', 'all', 'each']);
const ONLY = new Set(['only', 'sole', 'alone']);
const OPERATORS = new Set([
  ...EVERY,
  ...NONE,
  ...ONLY,
  ...DENIES,
  ...UPWARDS,
  ...DOWNWARDS,
  ...COMPARATIVES.keys(),
  ...SIDES.keys(),
  'other',
  'between',
  'than',
  'total',
]);

/** A condition of the claim on some of the rows, and its column. */
interface Predicate {
  readonly column: number;
  /** True if the condition holds for a row; undefined where the cell does not show it. */
  readonly holds: (row: number) => boolean | undefined;
  /** The cell of the claim that it is. */
  readonly said?: RowMention;
}

/** A claim about all rows, none, only one, or so many of them: "Three regions have more than 400 employees". */
export function quantifiedClaim(mentions: Mentions): Computed | undefined {
  const { claim, table } = mentions;
  if (isIncomplete(mentions, OPERATORS)) return undefined;
  const has = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
  const count = statedCount(mentions);
  const isZero = has(NONE) && count !== undefined;
  const named = mentions.rows.filter(({ rows }) => !rows.every((row) => isTotalRow(table, table.rows[row]!)));
  const isNamed = named.length > 1 && has(EACH);
  const [isEvery, isNone, isOnly] = [
    isEveryRow(mentions) || (isNamed && !has(NONE)),
    has(NONE) && !isZero,
    saysOnly(claim.tokens),
  ];
  if ([isEvery, isNone, isOnly, count !== undefined].filter(Boolean).length !== 1) return undefined;
  if ((!isNamed && named.length !== (isOnly ? 1 : 0)) || named.some(({ rows }) => rows.length > 1)) return undefined;
  const predicate = predicateOf(mentions, count, isZero);
  if (deniesOther(mentions, predicate)) return undefined;
  // "All pipelines on main succeeded": the cell chooses rows, and the table does not have what is said of them.
  const { said } = predicate ?? {};
  if (said !== undefined && mentions.loose.some((token) => claim.tokens.indexOf(token) >= said.to)) return undefined;
  // "All trucks are active": the cells that are no condition choose the rows.
  const isChosen = (i: number) => mentions.cells.every((cell) => cell === predicate?.said || cell.rows.includes(i));
  const isAsked = (i: number) => (isNamed ? named.some(({ rows: own }) => own.includes(i)) : isChosen(i));
  const rows = table.rows.flatMap((row, i) => (isTotalRow(table, row) || !isAsked(i) ? [] : [i]));
  // "All three units" of a table with four rows: one of them is their sum, or not meant.
  const isAllOf = count !== undefined && claim.tokens[count.from - 1]?.lower === 'all';
  if (isAllOf && countOf(count) !== rows.length) return undefined;
  if (predicate === undefined) return count === undefined ? undefined : listedRows(mentions, count, rows);
  const holding: number[] = [];
  for (const row of rows) {
    const holds = predicate.holds(row);
    if (holds === undefined) return notANumber(mentions, predicate.column);
    if (holds) holding.push(row);
  }
  const others = rows.filter((row) => !holding.includes(row));
  const given = (isFor: boolean, operation: Operation, decisive: readonly number[]) =>
    quantified(mentions, { isFor, operation, decisive, column: predicate.column, found: count, holding });
  if (isEvery) return given(others.length === 0, 'every', others.length === 0 ? rows : others);
  if (isNone) return given(holding.length === 0, 'every', holding.length === 0 ? rows : holding);
  if (isOnly)
    return given(
      holding.length === 1 && holding[0] === named[0]!.rows[0],
      'every',
      holding.length === 0 ? rows : holding,
    );
  return given(holding.length === countOf(count!), 'count', holding.length === 0 ? rows : holding);
}

/** "Not all", "all cities not in the North", "other than": only what a yes-or-no column says is denied surely. */
function deniesOther({ claim: { tokens }, table, cells }: Mentions, predicate: Predicate | undefined): boolean {
  const isOtherThan = tokens.some(({ lower }, at) => lower === 'other' && tokens[at + 1]?.lower === 'than');
  const isNotEvery = tokens.some(({ lower }, at) => lower === 'not' && EVERY.has(tokens[at + 1]?.lower ?? ''));
  const isYes = predicate !== undefined && cells.length === 0 && isYesOrNo(table, predicate.column);
  return isNotEvery || ((isOtherThan || isDenied(tokens)) && !isYes);
}

/** True if a claim denies what it says of rows: "none has" and "neither has" deny of all rows what a column says. */
function isDenied(tokens: readonly Token[]): boolean {
  return tokens.some(({ lower }) => DENIES.has(lower) && !NONE.has(lower) && lower !== 'nor');
}

function saysOnly(tokens: readonly Token[]): boolean {
  return tokens.some(({ lower }, at) => ONLY.has(lower) && !saysOnlySo(tokens, at));
}

interface Quantified {
  readonly isFor: boolean;
  readonly operation: Operation;
  /** The rows that show it. */
  readonly decisive: readonly number[];
  readonly column: number;
  readonly found: Fact | undefined;
  readonly holding: readonly number[];
}

/** Rows that are quoted at most. */
const MOST_QUOTED = 5;

function quantified(mentions: Mentions, { isFor, operation, decisive, column, found, holding }: Quantified): Computed {
  const cells = decisive.slice(0, MOST_QUOTED).map((row) => ({ row, column }));
  return outcome(mentions, {
    stance: isFor ? 'for' : 'against',
    operation,
    cells,
    value: found,
    result: String(holding.length),
    formula: `${holding.length} - ${cells.map((at) => cellName(mentions.table, at)).join('; ')}`,
  });
}

/** A number of rows: a whole number before the head of the row labels or a word of the title. */
function statedCount({ table, claim, values }: Mentions): Fact | undefined {
  const index = tableIndex(table);
  // An article has its number before its name.
  const ofRows = index.columnKeys.slice(0, index.label + 1).flat();
  const heads = new Set([...ofRows, ...index.titleKeys, ...(ofRows.includes(NAME) ? PEOPLE : [])]);
  // "In the four months" says of which rows, and counts none.
  const isOfAll = (from: number) =>
    claim.tokens[from - 1]?.lower === 'the' && DURING.has(claim.tokens[from - 2]?.lower ?? '');
  return values.find(
    ({ kind, unit, bound, from, to, low, written }) =>
      !isOfAll(from) &&
      (kind === 'number' || kind === 'duration') &&
      (unit === '' || unit === 'day') &&
      bound === 'exact' &&
      countOf({ written, low }) < 1_000 &&
      claim.tokens
        .slice(kind === 'duration' ? to - 1 : to, to + 4)
        .some(({ lower }) => keysOf(lower).some((key) => heads.has(key))),
  );
}

const NAME = quantityKey('name');
/** Those who have a name. */
const PEOPLE = ['people', 'persons', 'employees'].map(quantityKey);

/** "Two months" is no duration where months have rows. */
function countOf({ written, low }: Pick<Fact, 'written' | 'low'>): number {
  const count = written === '' ? low : Number(written);
  return Number.isInteger(count) ? count : Number.POSITIVE_INFINITY;
}

function predicateOf(mentions: Mentions, count: Fact | undefined, isZero: boolean): Predicate | undefined {
  const { table, claim } = mentions;
  // The "no" of "no laptop compartment" is no cell "no", but where bags are counted.
  const isCell = (at: number) => count !== undefined || !NONE.has(claim.tokens[at]!.lower);
  const cells = mentions.cells.filter(({ from, to }) => to - from > 1 || isCell(from));
  if (cells.length > 2) return undefined;
  const [value, ...others] = mentions.values.filter((one) => one !== count);
  if (others.length > 0) return undefined;
  const pair = value === undefined && !isZero ? comparedColumns(mentions) : undefined;
  if (pair !== undefined && cells.length === 0) {
    const { subject, other, isMore } = pair;
    return {
      column: subject,
      holds: (row) => isAbove(cellValue(table, row, subject).number, cellValue(table, row, other).number, isMore),
    };
  }
  const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
  const said = cells.at(-1);
  if (value === undefined && said !== undefined && (cells.length === 1 || said.column !== cells[0]!.column))
    return { column: said.column, said, holds: (row) => said.rows.includes(row) };
  const column = columnOf(mentions, undefined);
  if (column === undefined || cells.length > 1 || cells[0]?.column === column) return undefined;
  if (value === undefined && isYesOrNo(table, column)) {
    const isNo = isDenied(claim.tokens);
    return { column, holds: (row) => saysYes(table, row, column, isNo) };
  }
  const at = (row: number) => cellValue(table, row, column);
  const [up, down] = [says(UPWARDS), says(DOWNWARDS)];
  if (isZero) return value === undefined ? { column, holds: (row) => isNothing(at(row).number) } : undefined;
  if (value === undefined) {
    if (!isGrowth(table, column) || up === down) return undefined;
    return { column, holds: (row) => signed(at(row).number, up) };
  }
  if (value.unit !== '%' && (up || down)) return undefined;
  const relation = (row: number) => relationTo(value, at(row).facts, headsOf(table, row, column));
  return { column, holds: (row) => related(relation(row), at(row).isNegative) };
}

function isAbove(one: number | undefined, other: number | undefined, isMore: boolean): boolean | undefined {
  return one === undefined || other === undefined ? undefined : one !== other && one > other === isMore;
}

function isNothing(number: number | undefined): boolean | undefined {
  return number === undefined ? undefined : number === 0;
}

/** "All" with one plain value is a total. */
function isEveryRow({ claim, values }: Mentions): boolean {
  const isAll = claim.tokens.some(({ lower }) => lower === 'all');
  const isPlain = values.length > 0 && values.every(({ bound }) => bound === 'exact');
  return claim.tokens.some(({ lower }) => EVERY.has(lower)) && !(isAll && isPlain);
}

function signed(number: number | undefined, up: boolean): boolean | undefined {
  return number === undefined ? undefined : up ? number > 0 : number < 0;
}

function related(relation: Relation | undefined, isNegative: boolean): boolean | undefined {
  return isNegative || relation === undefined ? undefined : relation === 'entailed';
}

/** "The table lists five regions.": nothing else is said of them. */
function listedRows(mentions: Mentions, count: Fact, rows: readonly number[]): Computed | undefined {
  const { columns, values, cells, table } = mentions;
  const isMore = mentions.operators.length > 0 || columns.length > 0 || cells.length > 0 || mentions.rows.length > 0;
  if (isMore || values.length > 1) return undefined;
  const column = tableIndex(table).label;
  const isFor = rows.length === countOf(count);
  return quantified(mentions, { isFor, operation: 'count', decisive: rows, column, found: count, holding: rows });
}
