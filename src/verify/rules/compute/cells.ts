import type { Token } from '../../../text/index.ts';
import { relationOf } from '../compare/relate.ts';
import type { Fact, Relation } from '../findings.ts';
import { DOWNWARDS, GROWTH, TOTAL_LABEL, UPWARDS } from '../lexicon/table-words.ts';
import { cellValue, isNumeric } from './cell-values.ts';
import type { Computed } from './computed.ts';
import { type Mentions, MOST_LOOSE, MOST_UNHELD } from './mentions.ts';
import { type At, outcome } from './outcome.ts';
import { isTotalRow, RANK, tableIndex, withoutBrackets } from './table-index.ts';

/** A claim about single cells: row, column and value are named. */
export function cellClaim(mentions: Mentions): Computed | undefined {
  const ranked = rankClaim(mentions);
  if (ranked !== undefined) return ranked;
  const named = rowsOf(mentions);
  const rows = named ?? totalOf(mentions);
  if (rows === undefined || rows.some((own) => own.length === 0)) return undefined;
  const columns = columnsFor(mentions);
  const { values } = mentions;
  if (columns.length === 0) return rows.length === 1 ? withoutColumn(mentions, rows[0]!) : undefined;
  if (named === undefined)
    return onlyFor(joined(mentions, [{ value: values[0]!, row: rows[0]![0]!, column: columns[0]! }]));
  if (rows.length === 1) {
    const [own] = rows;
    if (values.length === 0)
      return own!.length === 1 && columns.length === 1 ? wordsClaim(mentions, own![0]!, columns[0]!) : undefined;
    if (values.length === columns.length && mentions.isWholeName && own!.length === 1)
      return joined(
        mentions,
        values.map((value, i) => ({ value, row: own![0]!, column: columns[i]! })),
      );
    if (values.length !== 1) return undefined;
    const cells = own!.flatMap((row) => columns.map((column) => ({ value: values[0]!, row, column })));
    return cells.length === 1 ? joined(mentions, cells) : oneOf(mentions, cells);
  }
  if (columns.length !== 1 || values.length !== rows.length || rows.some((own) => own.length > 1)) return undefined;
  return joined(
    mentions,
    values.map((value, i) => ({ value, row: rows[i]![0]!, column: columns[0]! })),
  );
}

/** A cell that the claim does not name in so many words can support, but not contradict. */
function onlyFor(found: Computed | undefined): Computed | undefined {
  return found?.stance === 'for' ? { ...found, isWhole: false } : undefined;
}

/** Without a column: the words of a cell, "The Finch was sold", or the one cell of the row that has the value. */
function withoutColumn(mentions: Mentions, rows: readonly number[]): Computed | undefined {
  const [cell, ...others] = mentions.cells;
  const isWords = mentions.values.length === 0 && mentions.loose.length === 0 && mentions.rows.length > 0;
  if (cell !== undefined && others.length === 0 && isWords) return wordsClaim(mentions, rows[0]!, cell.column);
  return onlyCell(mentions, rows);
}

function onlyCell(mentions: Mentions, rows: readonly number[]): Computed | undefined {
  const { table, values } = mentions;
  const [value] = values;
  if (values.length !== 1 || rows.length !== 1 || isIncomplete(mentions)) return undefined;
  const compared = table.columns.map((_, column) => ({ value: value!, row: rows[0]!, column }));
  const equal = compared.filter((one) => relationAt(mentions, one) === 'entailed');
  return equal.length === 1 ? { ...computed(mentions, equal, 'for'), isWhole: false } : undefined;
}

/** A value of the claim and the cell that it is to be. */
/** "rose to 67 in June": one cell and the one of the period before it. */
function isMoved(
  table: Mentions['table'],
  compared: readonly At[],
  says: (words: ReadonlySet<string>) => boolean,
): boolean {
  const [only, ...others] = compared;
  const { periods } = tableIndex(table);
  const before = only === undefined || others.length > 0 ? undefined : periods[periods.indexOf(only.column) - 1];
  return before !== undefined && isFromTo(table, [{ row: only!.row, column: before }, only!], says);
}

/** "France finished second": a row and its cell in the column of ranks. */
function rankClaim(mentions: Mentions): Computed | undefined {
  const { table, ranks, values } = mentions;
  const rows = rowsOf(mentions);
  const column = table.columns.findIndex(({ name }) => RANK.test(name));
  if (column < 0 || ranks.length !== 1 || values.length > 0 || rows?.length !== 1 || rows[0]!.length !== 1)
    return undefined;
  const at = { row: rows[0]![0]!, column };
  const { number } = cellValue(table, at.row, column);
  if (number === undefined || isIncomplete(mentions)) return undefined;
  const stance = number === ranks[0]!.low ? 'for' : 'against';
  return outcome(mentions, { stance, operation: 'cell', cells: [at], value: ranks[0] });
}

interface ToCompare extends At {
  readonly value: Fact;
}

/** For each thing that the claim names the rows that it may be; undefined where it names none. */
export function rowsOf({ rows, cells, table }: Mentions): readonly (readonly number[])[] | undefined {
  const total = (mention: (typeof rows)[number]) => mention.rows.every((row) => isTotalRow(table, table.rows[row]!));
  const named = rows.length > 1 && !rows.every(total) ? rows.filter((mention) => !total(mention)) : rows;
  const filters = cells.map((cell) => new Set(cell.rows));
  if (named.length === 0) {
    const [first, ...others] = cells;
    return first && [first.rows.filter((row) => others.every((other) => other.rows.includes(row)))];
  }
  return named.map(({ rows: own }) => {
    if (own.length === 1) return own;
    const kept = own.filter((row) => filters.every((filter) => filter.has(row)));
    return kept.length > 0 ? kept : own;
  });
}

/** The row of the total, where a claim with a value names no row. */
function totalOf({ table, values }: Mentions): readonly (readonly number[])[] | undefined {
  const totals = table.rows.flatMap((row, i) => (isTotalRow(table, row) ? [i] : []));
  return totals.length === 1 && values.length === 1 ? [totals] : undefined;
}

/** The columns that the claim names; of a table of two columns the one with the values. */
export function columnsFor(mentions: Mentions): readonly number[] {
  const { columns, table, values } = mentions;
  const { label, periods } = tableIndex(table);
  const ofUnit = values.length === 1 ? columnsOfUnit(mentions, values[0]!) : [];
  if (ofUnit.length > 0) return ofUnit;
  if (columns.length > 1 && values.length < columns.length) {
    const isChange = values.length === 0 || values[0]!.unit === '%';
    const kept = columns.filter((column) => isGrowth(table, column) === isChange);
    return kept.length > 0 ? kept : columns;
  }
  if (columns.length > 0) return columns;
  const others = table.columns.flatMap((_, i) => (i === label ? [] : [i]));
  if (others.length === 1 || others.every((i) => periods.includes(i))) return others;
  const numeric = others.filter((i) => isNumeric(table, i));
  const totals = numeric.filter((i) => TOTAL_LABEL.test(table.columns[i]!.name));
  return numeric.length === 1 ? numeric : totals;
}

/** The columns with the unit of a value that have most words of the claim, where those that it names have another unit. */
function columnsOfUnit({ table, columns, heldByColumns }: Mentions, { unit, kind }: Fact): readonly number[] {
  if (unit === '' || unit === 'pp' || unit === 'times') return [];
  const wanted = unit.split('/')[0]!;
  const has = (column: number) => {
    const facts = table.rows.slice(0, MOST_READ).flatMap((_, row) => cellValue(table, row, column).facts);
    return facts.some((fact) => fact.unit === wanted && (kind !== 'year' || fact.kind === 'year'));
  };
  if (columns.some(has)) return [];
  const ofUnit = table.columns.flatMap((_, column) => (has(column) ? [column] : []));
  const most = ofUnit.reduce((found, column) => Math.max(found, heldByColumns[column]!), 0);
  const best = ofUnit.filter((column) => heldByColumns[column] === most);
  return columns.length === 0 || most > 0 ? best : [];
}

/** Rows that tell the unit of a column. */
const MOST_READ = 5;

/** True if the claim says something that its words in the table do not settle. */
export function isIncomplete(
  { unheld, loose, operators: asked }: Mentions,
  operators: ReadonlySet<string> = NO_WORDS,
): boolean {
  return (
    asked.some(({ lower }) => !operators.has(lower)) ||
    unheld.length > MOST_UNHELD ||
    unheld.some(isName) ||
    loose.length + unheld.length > MOST_LOOSE
  );
}

/** A name or a code that the table lacks is of something else. */
function isName({ text, type, start }: Token): boolean {
  return type !== 'word' || (start > 0 && /^\p{Lu}/u.test(text));
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** All cells of a claim have its values, or one of them has another. */
function joined(mentions: Mentions, compared: readonly ToCompare[]): Computed | undefined {
  if (isIncomplete(mentions, changesIn(mentions, compared))) return undefined;
  const related = compared.map((one) => ({ ...one, relation: relationAt(mentions, one) }));
  const { table } = mentions;
  const isNoNumber = ({ row, column, relation }: (typeof related)[number]) =>
    relation !== 'entailed' &&
    relation !== 'excluded' &&
    cellValue(table, row, column).number === undefined &&
    isNumeric(table, column);
  const unsettled = related.find(isNoNumber);
  if (unsettled !== undefined) return { ...computed(mentions, [unsettled], 'open'), reason: 'not_settled' };
  const against = related.find(({ relation }) => relation === 'excluded');
  if (against !== undefined) return isNamed(mentions) ? computed(mentions, [against], 'against') : undefined;
  return related.every(({ relation }) => relation === 'entailed') ? computed(mentions, related, 'for') : undefined;
}

/** The claim has a column's whole name, or the table leaves no choice; and the whole labels of its rows. */
function isNamed({ isWholeName, columns, rows }: Mentions): boolean {
  return (isWholeName || columns.length === 0) && rows.every(({ isPartial }) => !isPartial);
}

/** The claim does not tell some cells apart: it is open where one of them has the value. */
function oneOf(mentions: Mentions, compared: readonly ToCompare[]): Computed | undefined {
  if (isIncomplete(mentions)) return undefined;
  const relations = compared.map((one) => relationAt(mentions, one));
  if (relations.every((relation) => relation === 'excluded')) return computed(mentions, compared, 'against');
  if (!relations.some((relation) => relation === 'entailed')) return undefined;
  return { ...computed(mentions, compared, 'open'), reason: 'ambiguous_reference' };
}

/** How a value relates to a cell; only one without a currency may be meant without the unit of the title. */
export function relationTo(claimed: Fact, facts: readonly Fact[]): Relation | undefined {
  const [first] = facts;
  const value =
    first !== undefined && claimed.unit.startsWith(`${first.unit}/`) ? withoutRate(claimed, first) : claimed;
  if (first?.unit === '' && isUnitOnly(value)) return bareRelation(value, first);
  const same = value.unit === '' ? [] : facts.filter(({ unit }) => unit === value.unit);
  const compared = same.length > 0 ? same : value.kind === 'money' ? facts.slice(0, 1) : facts;
  const relations = compared.map((fact) => relationOf(value, fact));
  return relations.find((one) => one === 'entailed') ?? relations[0];
}

/** "$29 a month" where the table says "$29" and names the month elsewhere. */
function withoutRate(value: Fact, { unit }: Fact): Fact {
  const factor = value.low === 0 ? 1 : value.low / Number(value.written);
  return {
    ...value,
    unit,
    low: value.low / factor,
    high: value.high / factor,
    step: value.step / factor,
    outerLow: value.outerLow / factor,
    outerHigh: value.outerHigh / factor,
  };
}

/** A measure whose unit the table leaves out. */
function isUnitOnly({ kind, unit, written, bound }: Fact): boolean {
  return kind === 'measure' && unit !== 'times' && written !== '' && bound === 'exact';
}

/** A table without units has the number of the claim, or another; a thousand times as much may be the same. */
function bareRelation({ written }: Fact, { low }: Fact): Relation {
  const ratio = Number(written) / low;
  if (ratio === 1) return 'entailed';
  return Number.isInteger(Math.round(Math.log10(ratio) * 1e9) / 1e9) ? 'open' : 'excluded';
}

/** How a value of the claim relates to a cell; undefined where they cannot be compared. */
function relationAt(mentions: Mentions, { value, row, column }: ToCompare): Relation | undefined {
  const { table } = mentions;
  const { facts, isNegative } = cellValue(table, row, column);
  const relation = relationTo(value, facts);
  if (relation === undefined || value.unit === 'date') return relation;
  if (isNegative && isOutflow(table, row)) return relation;
  const isSame = saysNegative(mentions, value, column) === isNegative;
  return isSame ? relation : 'excluded';
}

/** Rows whose amounts in brackets are what is spent. */
const OUTFLOW = /\b(?:used|costs?|expenses?|paid|payments?|spending|deductions?|tax(?:es)?|outflows?|loss(?:es)?)\b/i;
function isOutflow(table: Mentions['table'], row: number): boolean {
  return OUTFLOW.test(withoutBrackets(table.rows[row]!.cells[tableIndex(table).label]!.text));
}

/** The number of a cell; of what is spent its size. */
export function sizeAt(table: Mentions['table'], row: number, column: number): number | undefined {
  const { number } = cellValue(table, row, column);
  return number !== undefined && isOutflow(table, row) ? Math.abs(number) : number;
}

const BELOW_ZERO = /^(?:minus|negative|loss|deficit|losses)$/;
const SIGN = /^[-−–]$/;

/** True if the claim has a value below zero: by its sign, or as a decline where the column is about growth. */
function saysNegative({ table, claim }: Mentions, { from }: Fact, column: number): boolean {
  const { tokens } = claim;
  if (SIGN.test(tokens[from - 1]?.text ?? '') || tokens.some(({ lower }) => BELOW_ZERO.test(lower))) return true;
  return isGrowth(table, column) && tokens.some(({ lower }) => DOWNWARDS.has(lower));
}

const CHANGES: ReadonlySet<string> = new Set([...UPWARDS, ...DOWNWARDS]);
const BELOW: ReadonlySet<string> = new Set([
  'negative',
  'minus',
  'loss',
  'total',
  'overall',
  'combined',
  'totals',
  'all',
]);

/** "rose from 55 in May to 67 in June": two cells in the direction of the claim. */
function isFromTo(
  table: Mentions['table'],
  compared: readonly At[],
  says: (words: ReadonlySet<string>) => boolean,
): boolean {
  const [from, to, ...others] = compared.map(({ row, column }) => cellValue(table, row, column).number);
  const isUp = says(UPWARDS);
  return (
    from !== undefined &&
    to !== undefined &&
    others.length === 0 &&
    isUp !== says(DOWNWARDS) &&
    from !== to &&
    to > from === isUp
  );
}

/** The operators that cells answer by themselves: a change where all columns are about growth, a total where a row or column is one. */
function changesIn(
  { table, claim }: Mentions,
  compared: readonly { readonly row: number; readonly column: number }[],
): ReadonlySet<string> {
  const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
  const isTotal = compared.every(
    ({ row, column }) => isTotalRow(table, table.rows[row]!) || TOTAL_LABEL.test(table.columns[column]!.name),
  );
  if (
    compared.every(({ column }) => isGrowth(table, column)) ||
    isFromTo(table, compared, says) ||
    isMoved(table, compared, says)
  )
    return CHANGES;
  return isTotal ? BELOW : NO_WORDS;
}

export function isGrowth(table: Mentions['table'], column: number): boolean {
  return tableIndex(table).columnKeys[column]!.includes(GROWTH);
}

/** A claim without a number: "Ana Ruiz manages the North" by the words of the cell, "The South declined" by its sign. */
function wordsClaim(mentions: Mentions, row: number, column: number): Computed | undefined {
  const { table, claim, cells } = mentions;
  const compared = [{ row, column }];
  if (isIncomplete(mentions, changesIn(mentions, compared)) || mentions.rows.length === 0) return undefined;
  if (isGrowth(table, column)) {
    const { number } = cellValue(table, row, column);
    const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
    const [up, down] = [says(UPWARDS), says(DOWNWARDS) && !says(new Set(['growth']))];
    if (number === undefined || number === 0 || up === down) return undefined;
    return computed(mentions, compared, number > 0 === up ? 'for' : 'against');
  }
  const named = cells.filter((cell) => cell.column === column);
  if (named.length !== 1 || cells.length !== 1 || named[0]!.isPartial || mentions.loose.length > 0) return undefined;
  if (named[0]!.rows.includes(row)) return computed(mentions, compared, 'for');
  const isList = LIST.test(table.rows[row]!.cells[column]!.text);
  return isList || !isNamed(mentions) ? undefined : computed(mentions, compared, 'against');
}

/** A cell with several values, or none. */
const LIST = /[,;/&]|\band\b|^\W*$/;

function computed(
  mentions: Mentions,
  cells: readonly (At & { readonly value?: Fact })[],
  stance: Computed['stance'],
): Computed {
  return outcome(mentions, { stance, operation: 'cell', cells, value: cells[0]!.value });
}
