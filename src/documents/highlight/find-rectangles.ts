import type { PageRectangle } from '../document.ts';
import { alongLine, isOnLine, keyOf, type LetterEdges, type LetterOrder, lettersInOrder } from './letter-order.ts';
import type { PageLetters } from './page-letters.ts';
import { type LineWords, partsOfLine } from './page-words.ts';

/** Places of the same words that are compared. */
const MAX_PLACES = 200;
/** A gap of this many letter heights is one between cells of a table. */
const WIDE_GAP = 1.5;

export class PageFinder {
  readonly #page: PageLetters;
  readonly #orders: () => Generator<LetterOrder>;

  constructor(page: PageLetters) {
    this.#page = page;
    this.#orders = lettersInOrder(page);
  }

  get letters(): number {
    return this.#page.texts.length;
  }

  /** @returns undefined where the words are not on the page */
  rectangles(words: LineWords): PageRectangle[] | undefined {
    for (const order of this.#orders()) {
      const letters = lettersOf(words, order, this.#page);
      if (letters !== undefined) return rectanglesOf(letters, this.#page);
    }
    const parts = partsOfLine(words);
    if (parts.length === 0) return undefined;
    const rectangles: PageRectangle[] = [];
    for (const part of parts) {
      const found = this.rectangles(part);
      if (found === undefined) return undefined;
      for (const one of found) rectangles.push(one);
    }
    return rectangles;
  }
}

function lettersOf(words: LineWords, order: LetterOrder, { texts }: PageLetters): number[] | undefined {
  const { line, start, end } = words;
  const key = keyOf(line);
  const wanted = keyOf(line.slice(start, end));
  const from = keyOf(line.slice(0, start)).length;
  const at = wanted === '' ? undefined : placeOf(key, words, order);
  if (at === undefined) return undefined;
  let first = order.owners[at + from]!;
  let last = order.owners[at + from + wanted.length - 1]!;
  const shown = (place: number) => texts[order.letters[place]!]?.trim();
  // Signs around the words are not in the key.
  const characters = [...line.slice(start, end)];
  for (const sign of signsBefore(characters).reverse()) if (shown(first - 1) === sign) first -= 1;
  for (const sign of signsBefore(characters.reverse()).reverse()) if (shown(last + 1) === sign) last += 1;
  return order.letters.slice(first, last + 1);
}

function signsBefore(characters: readonly string[]): string[] {
  const first = characters.findIndex((character) => /[\p{L}\p{N}]/u.test(character));
  return characters.slice(0, Math.max(0, first)).filter((sign) => sign.trim() !== '');
}

/** Where a line begins in the key of a page: of several places the one with the same words around it. */
function placeOf(key: string, { before, after }: LineWords, order: LetterOrder): number | undefined {
  let best: { readonly at: number; readonly common: number } | undefined;
  let at = order.key.indexOf(key);
  for (let count = 0; at >= 0 && count < MAX_PLACES; count += 1) {
    const common = commonAround(order.key, at, at + key.length, { before, after });
    if (best === undefined || common > best.common) best = { at, common };
    at = order.key.indexOf(key, at + 1);
  }
  return best?.at;
}

/** How many characters before and after a stretch are the same. */
function commonAround(
  text: string,
  start: number,
  end: number,
  { before, after }: Pick<LineWords, 'before' | 'after'>,
): number {
  let left = 0;
  while (left < Math.min(before.length, start) && text[start - 1 - left] === before.at(-1 - left)) left += 1;
  let right = 0;
  while (right < Math.min(after.length, text.length - end) && text[end + right] === after[right]) right += 1;
  return left + right;
}

function rectanglesOf(letters: readonly number[], page: PageLetters): PageRectangle[] {
  const lines: LetterEdges[] = [];
  for (const letter of letters) {
    const edges = alongLine(page, letter);
    const last = lines.at(-1);
    const gap = last === undefined ? 0 : edges.from - last.to;
    if (last === undefined || !isOnLine(last, edges) || Math.abs(gap) > WIDE_GAP * (last.far - last.near))
      lines.push(edges);
    else lines[lines.length - 1] = joined(last, edges);
  }
  return lines.flatMap((line) => rectangleOf(line, page));
}

function joined(one: LetterEdges, other: LetterEdges): LetterEdges {
  return {
    direction: one.direction,
    from: Math.min(one.from, other.from),
    to: Math.max(one.to, other.to),
    near: Math.min(one.near, other.near),
    far: Math.max(one.far, other.far),
  };
}

/** The rectangle of a line on the page; nothing where it is outside. */
function rectangleOf({ direction, from, to, near, far }: LetterEdges, { page, width, height }: PageLetters) {
  const [left, top, right, bottom] = [
    [from, near, to, far],
    [-far, from, -near, to],
    [-to, -far, -from, -near],
    [near, -to, far, -from],
  ][direction] as [number, number, number, number];
  const [x, y] = [rounded(Math.max(0, left)), rounded(Math.max(0, top))];
  const size = { width: rounded(Math.min(width, right) - x), height: rounded(Math.min(height, bottom) - y) };
  return size.width > 0 && size.height > 0 ? [{ page, x, y, ...size }] : [];
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
