/** A number, a date or a sign: what no column is called, years excepted, which name the columns of many tables. */
const VALUE = /^(?=[^\p{L}\d]*\d)[^\p{L}]*(?:[kmb]n?)?$/iu;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether the first row of a table names its columns: a cell for every column that has one below, words or years in each, and
 * none of the same words twice. For tables that do not say it themselves.
 */
export function namesColumns(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) return false;
  const width = Math.max(...others.slice(0, 50).map((cells) => cells.length));
  const named = first.filter((cell) => cell !== '');
  if (first.length < 2 || named.length < Math.max(2, width - 1) || new Set(named).size < named.length) return false;
  return named.every((cell) => cell.length <= 100 && (YEAR.test(cell) || !VALUE.test(cell)));
}
