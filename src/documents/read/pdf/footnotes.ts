import type { PageLine } from './page-lines.ts';

/** Notes are set in letters smaller than this share of those of the text. */
const SMALLER = 0.92;
const MARK = /^(?:\[?\d{1,3}[\]).]?|[*†‡§]|[¹²³⁰⁴-⁹ᵃ-ᶻ]{1,3})\s?(?=\S)/u;

/** The lines of the notes at the foot of a page or of its columns: small letters after a mark, with nothing else below. */
export function footnotesOf(lines: readonly PageLine[]): ReadonlySet<PageLine> {
  const found = new Set<PageLine>();
  const size = commonSize(lines);
  for (let first = 0; first < lines.length; first += 1) {
    if (!isSmall(lines[first]!, size) || !isMarked(lines[first]!)) continue;
    let end = first + 1;
    while (end < lines.length && isSmall(lines[end]!, size) && lines[end]!.y > lines[end - 1]!.y) end += 1;
    if (end === lines.length || lines[end]!.y < lines[first]!.y)
      for (const line of lines.slice(first, end)) found.add(line);
    first = end - 1;
  }
  return found;
}

function isSmall({ size, isRow, tag }: PageLine, common: number): boolean {
  return size < SMALLER * common && !isRow && tag === undefined;
}

function isMarked({ text, marker }: PageLine): boolean {
  return marker !== undefined || MARK.test(text);
}

/** The size that most letters of the page have. */
function commonSize(lines: readonly PageLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}
