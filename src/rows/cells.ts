/** Characters that a spreadsheet takes for the start of a formula or a command, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** Strings unchanged, null and undefined as an empty cell, all other values as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As toCell, with an apostrophe before a formula, so that a spreadsheet shows it as text. */
export function toTextCell(value: unknown): string {
  const cell = toCell(value);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
