/** What a spreadsheet takes for the start of a formula or a command, also in wide letters. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** Strings as they are, nothing for null, everything else as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As toCell, with an apostrophe before what a spreadsheet would run: it then shows the rest as text. */
export function toTextCell(value: unknown): string {
  const cell = toCell(value);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
