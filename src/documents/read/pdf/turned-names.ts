import type { Piece, TurnedPieces } from './page-pieces.ts';
import { segmentRows } from './segments.ts';

const LEAST_NAMES = 2;
const MAX_LENGTH = 40;
/** Points between the ends of names next to each other, and between base lines of a row. */
const SAME_END = 2;
/** Distance of names from the row below, and from the middle of a cell in it, in letter sizes at most. */
const ABOVE = 3;
const ASIDE = 2;

/** Groups of words with the turned names of columns as upright words above the columns. */
export function withTurnedNames(groups: readonly TurnedPieces[]): readonly TurnedPieces[] {
  const [upright, ...turned] = groups;
  if (upright === undefined || turned.length === 0) return groups;
  let pieces = upright.pieces;
  const others = turned.filter((group) => {
    const names = namesOf(group);
    if (names === undefined || !areAboveCells(names, upright.pieces)) return true;
    pieces = [...pieces, ...names];
    return false;
  });
  return [{ ...upright, pieces }, ...others];
}

/** The lines of turned words as upright words in another font at their lower ends; undefined where these are not next to each other. */
function namesOf({ direction, pieces }: TurnedPieces): Piece[] | undefined {
  const [rightX, rightY, downX, downY] = direction.split(' ').map(Number) as [number, number, number, number];
  if (rightX !== 0) return undefined;
  const names: Piece[] = [];
  for (const [line, ...others] of segmentRows(pieces)) {
    if (others.length > 0 || line!.text.length > MAX_LENGTH) return undefined;
    const across = downX * line!.y;
    // The letters are on that side of their base line to which the lines above are.
    const x = downX > 0 ? across - 0.75 * line!.size : across - 0.25 * line!.size;
    names.push({
      text: line!.text,
      x,
      y: Math.max(rightY * line!.x, rightY * line!.right) + downY * line!.y,
      width: line!.size,
      size: line!.size,
      font: `${line!.font} turned`,
    });
  }
  const isLevel = names.every(({ y }) => Math.abs(y - names[0]!.y) < SAME_END);
  return names.length >= LEAST_NAMES && isLevel ? names : undefined;
}

/** True if the next row below has a cell under each name. */
function areAboveCells(names: readonly Piece[], pieces: readonly Piece[]): boolean {
  const [{ y, size }] = names as [Piece];
  const below = pieces.filter((piece) => piece.y > y && piece.y - y < ABOVE * size);
  const next = below.reduce((least, piece) => Math.min(least, piece.y), Number.POSITIVE_INFINITY);
  const row = below.filter((piece) => piece.y - next < SAME_END);
  const isUnder = (name: Piece) =>
    row.some(({ x, width }) => {
      const middle = name.x + name.width / 2;
      return middle > x - ASIDE * size && middle < x + width + ASIDE * size;
    });
  return row.length < MAX_CELLS && names.length <= row.length && names.every(isUnder);
}

const MAX_CELLS = 100;
