import type { PageLine } from './page-lines.ts';

/** Lines from the top and from the bottom of a page that may be its head and its foot. */
const DEEP = 3;
const LEAST_PAGES = 2;
/** Of all pages: heads of left and right pages differ. */
const LEAST_SHARE = 0.4;
const PAGE_NUMBER = /^(?:page )?[-–—]? ?(?:\d{1,4}|[ivxl]{1,6}) ?[-–—]?(?: ?(?:of|\/) ?\d{1,4})?$/i;

/** What stands at the top or the bottom of many pages, but for its numbers, or is the number of a page. */
export function repeatedLines(pages: readonly (readonly PageLine[])[]): Set<PageLine> {
  const found = new Map<string, PageLine[]>();
  for (const lines of pages) {
    const seen = new Set<string>();
    for (const line of edgesOf(lines)) {
      const key = keyOf(line);
      if (seen.has(key)) continue;
      seen.add(key);
      found.set(key, [...(found.get(key) ?? []), line]);
    }
  }
  const repeated = new Set<PageLine>();
  for (const lines of found.values()) {
    const isNumber = PAGE_NUMBER.test(lines[0]!.text);
    if (lines.length >= LEAST_PAGES && (isNumber || lines.length >= LEAST_SHARE * pages.length))
      for (const line of lines) repeated.add(line);
  }
  return repeated;
}

function edgesOf(lines: readonly PageLine[]): PageLine[] {
  const byHeight = [...lines].sort((one, other) => one.y - other.y);
  return [...new Set([...byHeight.slice(0, DEEP), ...byHeight.slice(-DEEP)])];
}

function keyOf({ text, y }: PageLine): string {
  // Sentences that differ in a number say different things.
  const words = PAGE_NUMBER.test(text) ? '#' : /[.!?]$/.test(text) ? text : text.replace(/\d+/g, '#');
  return `${Math.round(y / 10)} ${words}`;
}
