import type { Box } from './boxes.ts';
import type { DrawnGlyph } from './drawn-glyphs.ts';
import type { TextItem } from './page-pieces.ts';

/** An upright line of a table. */
interface Wall {
  readonly x: number;
  readonly bottom: number;
  top: number;
}

/** Lines of neighboring rows are one wall where they are this near, in points. */
const TOUCHING = 1;
/** Least height of a wall, in letter sizes: the sides of a frame around a word are no walls. */
const LEAST_HEIGHT = 3;
/** Points of a row of letters that are looked up together. */
const ROW = 4;

/** Divides items at the upright lines of tables: pdf.js joins the words of two cells without a gap between them to one. */
export function splitAtWalls<Item extends TextItem>(
  items: readonly Item[],
  glyphs: readonly DrawnGlyph[],
  rules: readonly Box[],
): readonly Item[] {
  const walls = wallsOf(rules);
  if (walls.length === 0) return items;
  const rows = new Map<number, DrawnGlyph[]>();
  for (const glyph of glyphs) {
    const row = rows.get(Math.round(glyph.y / ROW));
    if (row === undefined) rows.set(Math.round(glyph.y / ROW), [glyph]);
    else row.push(glyph);
  }
  return items.flatMap((item) => {
    const [a, b, , size, left, y] = item.transform as [number, number, number, number, number, number];
    if (b !== 0 || a <= 0 || item.str.trim() === '') return [item];
    const right = left + item.width;
    const inside = walls.filter(
      ({ x, bottom, top }) =>
        x > left && x < right && bottom <= y && top >= y + size / 2 && top - bottom >= LEAST_HEIGHT * size,
    );
    if (inside.length === 0) return [item];
    const own = (rows.get(Math.round(y / ROW)) ?? []).filter(
      (glyph) => Math.abs(glyph.y - y) < 0.1 * size && middleOf(glyph) > left && middleOf(glyph) < right,
    );
    return partsOf(item, own, inside);
  });
}

function wallsOf(rules: readonly Box[]): Wall[] {
  const upright = rules.filter(({ left, right, bottom, top }) => top - bottom > right - left);
  const sorted = upright.map(({ left, right, bottom, top }) => ({ x: (left + right) / 2, bottom, top }));
  sorted.sort((one, other) => Math.round(one.x) - Math.round(other.x) || one.bottom - other.bottom);
  const walls: Wall[] = [];
  for (const one of sorted) {
    const last = walls.at(-1);
    if (last !== undefined && Math.round(last.x) === Math.round(one.x) && one.bottom <= last.top + TOUCHING)
      last.top = Math.max(last.top, one.top);
    else walls.push({ ...one });
  }
  return walls;
}

function middleOf({ x, along }: DrawnGlyph): number {
  return x + along.x / 2;
}

/** The parts of an item between walls; the item itself where its letters are not known one by one. */
function partsOf<Item extends TextItem>(item: Item, own: readonly DrawnGlyph[], walls: readonly Wall[]): Item[] {
  const letters = own.flatMap((glyph) => [...glyph.text.normalize('NFKC')].map(() => glyph));
  const characters = [...item.str];
  if (letters.length !== characters.filter((character) => character.trim() !== '').length) return [item];
  const parts: { text: string; first: DrawnGlyph; last: DrawnGlyph }[] = [];
  let at = 0;
  for (const character of characters) {
    const part = parts.at(-1);
    if (character.trim() === '') {
      if (part !== undefined) part.text += character;
      continue;
    }
    const glyph = letters[at]!;
    at += 1;
    const isBehindWall = part !== undefined && walls.some(({ x }) => x >= middleOf(part.last) && x <= middleOf(glyph));
    if (part === undefined || isBehindWall) parts.push({ text: character, first: glyph, last: glyph });
    else {
      part.text += character;
      part.last = glyph;
    }
  }
  const [a, b, c, d, , f] = item.transform as [number, number, number, number, number, number];
  return parts.map(({ text, first, last }, i) => ({
    ...item,
    ...{ str: text, transform: [a, b, c, d, first.x, f], width: last.x + last.along.x - first.x },
    ...(i > 0 && { startsCell: true }),
  }));
}
