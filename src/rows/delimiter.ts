const QUOTE = '"';
const KNOWN = [',', ';', '\t', '|'];

/** The delimiter of a CSV file by the first line of its header: the one that comes most often outside quotes, or a comma. */
export function delimiterOf(headerLine: string): string {
  const unquoted = headerLine
    .split(QUOTE)
    .filter((_, part) => part % 2 === 0)
    .join('');
  const counts = KNOWN.map((delimiter) => unquoted.split(delimiter).length - 1);
  return KNOWN[counts.indexOf(Math.max(...counts))]!;
}
