import type { PageLine } from './page-lines.ts';

/** Lines from the top and from the bottom of a page that may be its head and its foot. */
const DEEP = 3;
const LEAST_PAGES = 2;
/** Share of all pages: left and right pages have different heads. */
const LEAST_SHARE = 0.4;
const PAGE_NUMBER = /^(?:page )?[-–—]? ?(?:\d{1,4}|[ivxl]{1,6}) ?[-–—]?(?: ?(?:of|\/) ?\d{1,4})?$/i;
/** Begins the keys of numbers of pages. */
const NUMBER_KEY = 'number';
/** A line with more numbers is no head with the number of its page. */
const MOST_NUMBERS = 4;

/** Lines that appear at the top or the bottom of many pages. */
export interface RepeatedLines {
  /** The copy on the first page that has one: it may be the only place of a fact. */
  readonly first: ReadonlySet<PageLine>;
  /** The other copies, and the numbers of pages. */
  readonly leftOut: ReadonlySet<PageLine>;
}

export function repeatedLines(pages: readonly (readonly PageLine[])[]): RepeatedLines {
  const copies = new Map<string, PageLine[]>();
  for (const [page, lines] of pages.entries()) {
    const seen = new Set<string>();
    for (const line of edgesOf(lines)) {
      for (const key of keysOf(line, page)) {
        if (seen.has(key)) continue;
        seen.add(key);
        const known = copies.get(key);
        if (known === undefined) copies.set(key, [line]);
        else known.push(line);
      }
    }
  }
  const first = new Set<PageLine>();
  const leftOut = new Set<PageLine>();
  for (const [key, lines] of copies) {
    const isNumber = key.startsWith(NUMBER_KEY);
    if (lines.length < LEAST_PAGES || (!isNumber && lines.length < LEAST_SHARE * pages.length)) continue;
    if (!isNumber) first.add(lines[0]!);
    for (const line of isNumber ? lines : lines.slice(1)) leftOut.add(line);
  }
  return { first, leftOut };
}

function edgesOf(lines: readonly PageLine[]): PageLine[] {
  const directions = [...new Set(lines.map(({ direction }) => direction))];
  return directions.flatMap((turned) => {
    const byHeight = lines.filter(({ direction }) => direction === turned).sort((one, other) => one.y - other.y);
    return [...new Set([...byHeight.slice(0, DEEP), ...byHeight.slice(-DEEP)])];
  });
}

/** Lines with a key in common say the same, but for a number that counts the pages. */
function keysOf({ text, y, direction }: PageLine, page: number): string[] {
  const height = `${direction}${Math.round(y / 10)}`;
  const numbers = [...text.matchAll(/\d+/g)].slice(0, MOST_NUMBERS);
  // Sentences that differ in a number say different things.
  const isSentence = /[.!?]$/.test(text);
  if (PAGE_NUMBER.test(text)) {
    const first = numbers[0] === undefined ? '' : Number(numbers[0][0]) - page;
    return [`${NUMBER_KEY} ${height} ${first}`, `${height} ${text}`];
  }
  const counting = (isSentence ? [] : numbers).map(({ 0: number, index }) => {
    return `${height} ${text.slice(0, index)}#${Number(number) - page}#${text.slice(index + number.length)}`;
  });
  return [`${height} ${text}`, ...counting];
}
