const MIDNIGHT = 'T00:00:00.000Z';

/** A date as the file has it: without a time at midnight, and without a zone, which cells and plain timestamps do not have. */
export function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text.replace(/(?:\.000)?Z$/, '');
}
