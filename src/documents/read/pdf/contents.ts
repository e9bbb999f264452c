import type { PageLine } from './page-lines.ts';

const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;
/** Fewer lines on a page are no table of contents. */
const LEAST_LINES = 2;
/** Share of the lines with a leader on a page that end with the number of a page, in their order. */
const LEAST_SHARE = 0.8;
/** Numbers of pages may begin after the first page. */
const FURTHER = 5;

/** The lines of tables of contents: after their leaders are the numbers of pages, in their order. */
export function contentsOf(pages: readonly (readonly PageLine[])[]): ReadonlySet<PageLine> {
  const contents = new Set<PageLine>();
  let last = 0;
  let goesOn = false;
  const isNext = ({ segments }: PageLine) => {
    const { text } = segments!.at(-1)!;
    const number = /\d/.test(text) ? Number(text) : last;
    if (!PAGE_NUMBER.test(text) || number < last || number > pages.length + FURTHER) return false;
    last = number;
    return true;
  };
  for (const lines of pages) {
    const led = lines.filter(({ segments }) => segments?.some(({ isLed }) => isLed));
    if (!goesOn) last = 0;
    const numbered = led.filter(isNext).length;
    goesOn = led.length >= (goesOn ? 1 : LEAST_LINES) && numbered >= LEAST_SHARE * led.length;
    if (goesOn) for (const line of led) contents.add(line);
  }
  return contents;
}
