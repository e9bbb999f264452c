import { pageRanges } from '../../page-ranges.ts';

/** More ranges are not named one by one. */
const MAX_RANGES = 10;

/** Numbers of pages in order as a person writes them: "page 2" or "pages 1 to 3, 7". */
export function pageNumbers(numbers: readonly number[]): string {
  const ranges = pageRanges(numbers);
  const named = ranges.slice(0, MAX_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const rest = ranges.length > MAX_RANGES ? ' and others' : '';
  return `${numbers.length === 1 ? 'page' : 'pages'} ${named.join(', ')}${rest}`;
}
