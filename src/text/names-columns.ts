/** A number, a date or a sign: what no column is called, years excepted, which name the columns of many tables. */
const VALUE = /^(?=[^\p{L}\d]*\d)[^\p{L}]*(?:[kmb]n?)?$/iu;
const YEAR = /^(?:19|20)\d\d$/;
/** A number, with a unit behind it or without. */
const AMOUNT = /^[^\p{L}\d]*\d[^\p{L}]*(?:\p{L}+(?:[²³/]\p{L}*)*\.?)?$/u;
const DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}([./-])\d{1,2}\1\d{2,4})$/;
const CURRENCY = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?)\b/iu;
const MAX_HEAD_ROWS = 4;

/**
 * True if the first row of a table names its columns: a cell for every column that has one below, words or years in each,
 * and no words twice. For tables that do not mark it themselves.
 */
export function namesColumns(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return false;
  const width = Math.max(...others.slice(0, 50).map((cells) => cells.length));
  const named = first.filter((cell) => cell !== '');
  if (first.length < 2 || named.length < Math.max(2, width - 1) || new Set(named).size < named.length) return false;
  if (width === 2 && (areFacts(others) || isAmountLike(first, others))) return false;
  // A year above years alone is a value: "Smith, J., 2019".
  const isYear = (cells: readonly string[], i: number) => YEAR.test(cells[i] ?? '');
  if (first.some((_, i) => isYear(first, i) && others.every((cells) => isYear(cells, i)))) return false;
  return named.every((cell) => cell.length <= 100 && canName(cell));
}

/** In place of a value, in a column of amounts too. */
const NO_VALUE = /^(?:\P{L}*|n\/?a\.?|none|nil|unknown|missing|free|closed|tb[acd]|(?:up)?on request|no .*|not .*)$/iu;

/** True if the second cells are values of several kinds, as those of facts are, each after its name: half of them words. */
function areFacts(rows: readonly (readonly string[])[]): boolean {
  const values = rows.flatMap((cells) => cells[1] || []);
  const isOf = (kind: RegExp) => values.some((value) => kind.test(value));
  const words = values.filter((value) => !AMOUNT.test(value) && !NO_VALUE.test(value));
  if (new Set(words).size > 1) return isOf(AMOUNT) && 2 * words.length >= values.length;
  return isOf(DATE) && values.some((value) => AMOUNT.test(value) && !DATE.test(value) && !YEAR.test(value));
}

/** True if a number with its unit is above other amounts: the first fact, and no name of a column. */
function isAmountLike([, value = '']: readonly string[], rows: readonly (readonly string[])[]): boolean {
  return AMOUNT.test(value) && !YEAR.test(value) && areAmounts(rows.flatMap((cells) => cells[1] || []));
}

/** The first row or rows whose cells together could name the columns: those under a cell that spans some of the columns. */
export function headRows(
  rows: readonly { readonly cells: readonly string[]; readonly spansColumns: boolean; readonly deep: number }[],
): number {
  let count = 1;
  for (let i = 0; i < count && i < rows.length; i += 1)
    if (rows[i]!.spansColumns) count = Math.max(count, i + 2, i + rows[i]!.deep);
  if (count === 1 && hasUnits(rows.slice(0, 3).map(({ cells }) => cells))) count = 2;
  return Math.min(count, MAX_HEAD_ROWS, rows.length - 1);
}

/** True if the second row adds to the names of the first, such as units, and values begin in the third. */
function hasUnits([first, second, third]: readonly (readonly string[])[]): boolean {
  if (first === undefined || second === undefined || third === undefined) return false;
  const isUnder = first[0] !== '' && second[0] === '';
  // Without the corner, the names of the first row are those of groups.
  const isGrouped = first[0] === '' && second[0] !== '' && first.slice(1).includes('');
  const named = second.flatMap((cell, i) => (i === 0 || cell === '' ? [] : [i]));
  if (named.length === 0 || !(isUnder || isGrouped) || !second.every(canName)) return false;
  return named.every((i) => first[i] !== undefined && VALUE.test(third[i] ?? ''));
}

/** True if most cells of a column are amounts below a cell that is none, so that the first row has names. */
export function hasAmountsBelow([first = [], ...others]: readonly (readonly string[])[]): boolean {
  return first.some((cell, i) => {
    if (cell === '' || (AMOUNT.test(cell) && !YEAR.test(cell))) return false;
    return areAmounts(others.flatMap((cells) => cells[i] || []));
  });
}

/** True for most of the cells. */
export function areAmounts(cells: readonly string[]): boolean {
  return 2 * cells.filter((cell) => AMOUNT.test(cell)).length > cells.length;
}

/** True if the first row of two columns may be a fact as those below are: dates or money beside other amounts. */
export function mayBeFacts([first = [], ...others]: readonly (readonly string[])[]): boolean {
  if ([first, ...others].some(({ length }) => length > 2)) return false;
  const amounts = others.flatMap((cells) => cells[1] || []).filter((cell) => AMOUNT.test(cell));
  const kinds = new Set(amounts.map(kindOf));
  // The first price alone may have a currency.
  if (!kinds.has('date')) kinds.delete('number');
  return kinds.size > 1 && (kinds.has('date') || kinds.has('money'));
}

function kindOf(amount: string): string {
  if (YEAR.test(amount) || DATE.test(amount)) return 'date';
  if (CURRENCY.test(amount)) return 'money';
  return /[\p{L}%°]/u.test(amount) ? 'unit' : 'number';
}

/** True for words and for a year. */
export function canName(cell: string): boolean {
  return YEAR.test(cell) || !VALUE.test(cell);
}
