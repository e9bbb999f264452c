/**
 * The first `most` fields of one record as CsvRecords gives it, and the number of all; quotes inside unquoted fields are text
 * (`5" pipe`), and so is a lone CR.
 */
export function parseCsvRecord(text: string, delimiter: string, most: number) {
  const fields: string[] = [];
  let count = 0;
  for (let start = 0; start <= text.length; count += 1) {
    const isQuoted = text[start] === '"';
    const end = isQuoted ? closingQuote(text, start) : endOfPlainField(text, start, delimiter);
    if (count < most) {
      fields.push(isQuoted ? unquoted(text.slice(start + 1, end)) : text.slice(start, end));
    }
    start = end + (isQuoted ? '",'.length : ','.length);
  }
  return { fields, count };
}

function endOfPlainField(text: string, start: number, delimiter: string): number {
  const end = text.indexOf(delimiter, start);
  return end < 0 ? text.length : end;
}

/** Where the field ends that the quote at `start` opens; the end of the text where it is not closed. */
export function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote < 0 ? text.length : quote;
}

/** The text of a quoted field. For many doubled quotes replaceAll takes five times as long. */
export function unquoted(text: string): string {
  return text.split('""').join('"');
}

export const KNOWN_DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter of a CSV file by the first line of its header: the one that comes most often outside quotes, or a comma. */
export function delimiterOf(headerLine: string): string {
  const counts = KNOWN_DELIMITERS.map((delimiter) => delimitersIn(headerLine, delimiter));
  return KNOWN_DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function delimitersIn(line: string, delimiter: string): number {
  const unquoted = line
    .split('"')
    .filter((_, part) => part % 2 === 0)
    .join('');
  return unquoted.split(delimiter).length - 1;
}
