import type { CellUnit, Table, TableCell } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { surfaceReading } from '../reading.ts';
import { shownNumber } from './computed.ts';

/** A cell as a value. */
export interface CellValue {
  /** Its number or date: with the unit of its column, and without one that only the title gives; none for words. */
  readonly facts: readonly Fact[];
  readonly isNegative: boolean;
  /** In the canonical unit, with its sign; undefined where the cell is no plain number. */
  readonly number: number | undefined;
}

const NONE: CellValue = { facts: [], isNegative: false, number: undefined };
const MAX_CELL = 60;
const NEGATIVE = /^(?:[-−–]\s?[\d$€£.]|[$€£]\s?[-−–]|minus\s)/i;
const IN_BRACKETS = /\)\s?%?$/;
/** "41.2", "1,393", "(12)", "+3": a number without its own unit. */
const BARE = /^[(+−–-]?\s?\d[\d.,]*\)?$/;

/** "40 (18.9%)": a number with what share of the whole it is. */
const COUNT_AND_SHARE = /^(\d[\d.,]*)\s?\((\d[\d.,]*)\s?%?\)$/;

const values = new WeakMap<TableCell, CellValue>();

/** Where a cell of a table that is made of another one is in that one. */
type Origin = (row: number, column: number) => { table: Table; row: number; column: number } | undefined;
const origins = new WeakMap<Table, Origin>();

/** Has the cells of a transposed table read where they are written, in columns of one quantity. */
export function readFrom(table: Table, origin: Origin): void {
  origins.set(table, origin);
}

/** True if each column of a table may hold several quantities. */
export function isTransposed(table: Table): boolean {
  return origins.has(table);
}

/** True of "Name: value" lines whose values are of several kinds: the words of one are no value of another. */
export const isForm = oncePer(({ rows, columns }: Table): boolean => {
  const kindOf = (text: string) => (/\d/.test(text) ? 'amount' : /^\p{Lu}/u.test(text) ? 'name' : 'word');
  const isPairs = columns.length === 2 && columns.every(({ name }) => name === '');
  return isPairs && new Set(rows.map(({ cells }) => kindOf(cells[1]!.text))).size > 1;
});

/** Gives a cell that is made of others its value. */
export function setValue(cell: TableCell, value: CellValue): void {
  values.set(cell, value);
}

/** The value of a cell, read once. */
export function cellValue(table: Table, row: number, column: number): CellValue {
  const written = origins.get(table)?.(row, column);
  if (written !== undefined) return cellValue(written.table, written.row, written.column);
  const { rows, columns } = table;
  const cell = rows[row]!.cells[column]!;
  if (cell.text === '') return NONE;
  const unit = rows[row]!.unit ?? columns[column]!;
  const known = values.get(cell) ?? readCell(plainText(cell.text, columnKinds(table)[column]!), unit);
  values.set(cell, known);
  return known;
}

const YEAR = /^(?:1[4-9]|20)\d\d$/;

/** "2:31:04", "30:41.2", "4:59" */
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d(?:[.]\d+)?)$/;

/** The kinds of each column: its whole numbers of four digits may be years, its clocks measure how long something took. */
const columnKinds = oncePer(({ rows, columns }: Table) =>
  columns.map((_, column) => {
    const texts = rows.map(({ cells }) => cells[column]!.text);
    const isElapsed = (text: string) => {
      const [, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
      return minutes !== undefined && (hours !== undefined || Number(minutes) > 23 || seconds!.includes('.'));
    };
    return { mayBeYears: !texts.some((text) => BARE.test(text) && !YEAR.test(text)), isOfSpans: texts.some(isElapsed) };
  }),
);

/** "1980" in a column of other numbers is no year, and "30:44.9" no time of day. */
function plainText(text: string, { mayBeYears, isOfSpans }: ReturnType<typeof columnKinds>[number]): string {
  const [, hours = 0, minutes, seconds] = (isOfSpans && CLOCK.exec(text)) || [];
  if (minutes !== undefined) return `${shown(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))} seconds`;
  return mayBeYears || !YEAR.test(text) ? text : `${text[0]},${text.slice(1)}`;
}

const shown = (seconds: number) => String(Number(seconds.toFixed(3)));

/** A cell that says that there is nothing to say. */
export function isBlank({ text }: TableCell): boolean {
  return /^(?:|[-–—.]+|n\.?\/?a\.?|none|not applicable)$/i.test(text);
}

/** Several values, all of them, or none. */
const MANY = /[,;/&–]|\b(?:and|or|to|all|any|every|each|both|various|multiple|mixed|daily)\b|\p{L}-\p{L}|^\W*$/iu;

export function isOneValue({ text }: TableCell): boolean {
  return !MANY.test(text);
}

function readCell(text: string, column: CellUnit): CellValue {
  if (text.length > MAX_CELL || !/\d/.test(text)) return NONE;
  const [, count, share] = COUNT_AND_SHARE.exec(text) ?? [];
  if (count !== undefined) {
    const isOfPercent = column.unit === '%';
    const number = readCell(count, isOfPercent ? { ...column, unit: '' } : column);
    // "58.3 (9.1)" may have a deviation in brackets.
    if (!isOfPercent && !text.includes('%')) return number;
    return { ...number, facts: [...number.facts, ...readCell(`${share} %`, column).facts] };
  }
  const isNegative = NEGATIVE.test(text) || (text.startsWith('(') && IN_BRACKETS.test(text));
  const plain = text.replace(/^[\s(+−–-]+|\)(?=\s?%?$)/g, '').trim();
  const written = BARE.test(text) ? [withUnit(plain, column), plain] : [plain];
  // The unit of a title may not be meant, and one that is unknown leaves the number.
  const [inUnit, bare] = written.map((words) => readValue(words));
  const first = inUnit ?? bare;
  const facts = [inUnit, inUnit === undefined || column.isOfTitle ? bare : undefined].flatMap((one) => one?.fact ?? []);
  const number = first?.isPlain === true ? (first.fact.low + first.fact.high) / 2 : undefined;
  return { facts, isNegative, number: number !== undefined && isNegative ? -number : number };
}

/** A currency that is a word comes after its number: "in thousand euros". */
const CURRENCY_WORD = /^\p{Ll}/u;

function withUnit(number: string, { currency, scale, unit }: CellUnit): string {
  const isWord = CURRENCY_WORD.test(currency);
  return [isWord ? '' : currency, number, scale, isWord ? currency : '', unit].filter((part) => part !== '').join(' ');
}

/** The one fact of some words; `isPlain`: they say nothing else. */
function readValue(words: string) {
  const { facts } = surfaceReading(words);
  const fact = facts[0]?.fact;
  if (fact === undefined || facts.length > 1 || fact.kind === 'identifier') return undefined;
  const rest = words.slice(0, fact.start) + words.slice(fact.end);
  return { fact, isPlain: Number.isFinite(fact.low + fact.high) && !/[\p{L}\d]/u.test(rest) };
}

export const SCALES: Readonly<Record<string, number | undefined>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/** How the numbers of a cell are scaled. */
export function scaleOf({ columns, rows }: Table, { row, column }: { readonly row: number; readonly column: number }) {
  return SCALES[(rows[row]!.unit ?? columns[column]!).scale] ?? 1;
}

/** A result as a cell is written: in megawatt hours, and not in joules. */
export function shownAs(table: Table, at: { readonly row: number; readonly column: number }, result: number): string {
  const [{ low, written }] = cellValue(table, at.row, at.column).facts as [Fact];
  const factor = Number(written) > 0 ? low / Number(written) : 1;
  return shownNumber(result / factor / scaleOf(table, at));
}

/** Cells of a column that are read to find out if it holds numbers. */
const LOOKED_AT = 20;

export function isNumeric(table: Table, column: number): boolean {
  const filled = table.rows.flatMap(({ cells }, i) => (isBlank(cells[column]!) ? [] : [i])).slice(0, LOOKED_AT);
  return filled.filter((row) => cellValue(table, row, column).number !== undefined).length * 2 > filled.length;
}
