import type { DrawnGlyph } from './drawn-glyphs.ts';
import type { TextItem } from './page-pieces.ts';

/** Letters that are drawn this far from an item, as a share of its size, are not of it. */
const NEAR = 0.3;
/** Letters drawn between those of two items: outside the page, for instance. */
const MAX_BETWEEN = 20_000;

/** The items of a page without its hidden letters: pdf.js joins letters of all colors that appear in one line. */
export function withoutHidden<Item extends TextItem>(items: readonly Item[], glyphs: readonly DrawnGlyph[]): Item[] {
  const shown: Item[] = [];
  let at = 0;
  for (const item of items) {
    const isOf = ofItem(item);
    let first = at;
    if (item.str.trim() !== '') {
      while (first < glyphs.length && first < at + MAX_BETWEEN && !isOf(glyphs[first]!)) first += 1;
    }
    if (item.str.trim() === '' || !isOf(glyphs[first])) {
      shown.push(item);
      continue;
    }
    const count = lettersIn(item.str);
    let past = first;
    // Other words may be drawn later in the same place.
    for (let letters = 0; past < glyphs.length && letters < count && isOf(glyphs[past]!); past += 1)
      letters += lettersIn(glyphs[past]!.text);
    const own = glyphs.slice(first, past);
    at = past;
    const kept = own.some(({ isHidden }) => isHidden) ? wordsSeen(item.str, own) : item.str;
    if (kept.trim() !== '') shown.push(kept === item.str ? item : { ...item, str: kept });
  }
  return shown;
}

function lettersIn(text: string): number {
  return text.normalize('NFKC').replace(/\s/g, '').length;
}

/** True for letters on the line of an item, between its ends. */
function ofItem({ transform, width }: TextItem): (glyph: DrawnGlyph | undefined) => boolean {
  const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number];
  const long = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d) || long;
  const near = NEAR * size;
  return (glyph) => {
    if (glyph === undefined) return false;
    const [x, y] = [glyph.x - e, glyph.y - f];
    const along = (x * a + y * b) / long;
    const across = (y * a - x * b) / long;
    return Math.abs(across) <= near && along >= -near && along <= width + near;
  };
}

/** The words of an item whose letters are seen. */
function wordsSeen(text: string, own: readonly DrawnGlyph[]): string {
  if (own.every(({ isHidden }) => isHidden)) return '';
  const characters = [...text];
  const letters = own.flatMap((glyph) => [...glyph.text.normalize('NFKC')].map(() => glyph.isHidden));
  const count = characters.filter((character) => character.trim() !== '').length;
  // Ligatures or another order of letters: the spaces are not known.
  if (letters.length !== count)
    return own
      .filter(({ isHidden }) => !isHidden)
      .map((glyph) => glyph.text)
      .join('');
  let at = 0;
  let wasHidden = false;
  return characters
    .filter((character) => {
      if (character.trim() === '') return !wasHidden;
      wasHidden = letters[at]!;
      at += 1;
      return !wasHidden;
    })
    .join('');
}
