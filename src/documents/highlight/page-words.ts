import type { Block, LineStart, ReadDocument } from '../document.ts';
import { lastFrom } from '../place.ts';
import { keyOf } from './letter-order.ts';

export interface LineWords {
  readonly page: number;
  /** The whole line, or a part of it that is looked up separately. */
  readonly line: string;
  /** The part of `line` that is wanted: characters of `line`. */
  readonly start: number;
  readonly end: number;
  /** Letters and digits of the document before and after the line, which distinguish it from others with the same words. */
  readonly before: string;
  readonly after: string;
}

/** Characters of the text around a line. */
const AROUND = 200;
/** Cells of a line that are looked up one by one, each in all letters of the page. */
const MAX_CELLS = 200;

/** The parts of a stretch of a document by the lines of its pages. */
export function wordsByLine({ text, blocks, lines }: ReadDocument, start: number, end: number): LineWords[] {
  const found: LineWords[] = [];
  for (let at = Math.max(0, lastFrom(lines, start)); at < lines.length; at += 1) {
    const line = lines[at] as LineStart | number;
    if (typeof line === 'number' || line.page === undefined || line.start >= end) break;
    const lineEnd = endOfLine(lines as readonly LineStart[], at, blocks, text.length);
    const [from, to] = [Math.max(start, line.start), Math.min(end, lineEnd)];
    if (keyOf(text.slice(from, to)) === '') continue;
    found.push({
      page: line.page,
      line: text.slice(line.start, lineEnd),
      start: from - line.start,
      end: to - line.start,
      before: keyOf(text.slice(Math.max(0, line.start - AROUND), line.start)),
      after: keyOf(text.slice(lineEnd, lineEnd + AROUND)),
    });
  }
  return found;
}

/** Text between blocks is not on the page. */
function endOfLine(lines: readonly LineStart[], at: number, blocks: readonly Block[], length: number): number {
  const block = blocks[lastFrom(blocks, lines[at]!.start)];
  return Math.min(lines[at + 1]?.start ?? length, block?.end ?? length);
}

/**
 * The wanted cells of a line of a table, between which other words may be on the page; of another line the wanted part alone.
 * Empty where that is the line itself, and for more cells than a page of a reader has.
 */
export function partsOfLine(words: LineWords): LineWords[] {
  const { line, start, end } = words;
  const cells = [...line.matchAll(/[^|\t]+/g)].map(({ 0: cell, index }) => ({ index, end: index + cell.length }));
  const wanted = cells.flatMap((cell) => {
    const [from, to] = [Math.max(start, cell.index), Math.min(end, cell.end)];
    return from < to && keyOf(line.slice(from, to)) !== '' ? [{ from, to, ...cell }] : [];
  });
  if (wanted.length > MAX_CELLS) return [];
  if (wanted.length > 1)
    return wanted.map(({ index, end: past, from, to }) => within(words, [index, past], [from, to]));
  const [only] = wanted;
  if (only === undefined || keyOf(line.slice(only.from, only.to)) === keyOf(line)) return [];
  return [within(words, [only.from, only.to], [only.from, only.to])];
}

/** A stretch of a line in place of the line. */
function within(
  { page, line, before, after }: LineWords,
  [first, past]: readonly [number, number],
  [start, end]: readonly [number, number],
): LineWords {
  return {
    page,
    line: line.slice(first, past),
    start: start - first,
    end: end - first,
    before: before + keyOf(line.slice(Math.max(0, first - AROUND), first)),
    after: keyOf(line.slice(past, past + AROUND)) + after,
  };
}
