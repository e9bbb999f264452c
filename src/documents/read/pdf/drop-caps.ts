import type { Piece } from './page-pieces.ts';

/** A first letter over several lines is at least this many times as large as its text. */
const LARGER = 1.8;
/** More large capitals than this are not the first letters of chapters. */
const MOST = 20;

/** The pieces with each first letter that is set over several lines put before the word that it begins. */
export function withDropCaps(pieces: readonly Piece[]): readonly Piece[] {
  const capitals = pieces.filter(({ text }) => /^\s*\p{Lu}\s*$/u.test(text));
  if (capitals.length === 0 || capitals.length > MOST) return pieces;
  const words = new Map<Piece, Piece>();
  for (const capital of capitals) {
    const word = wordOf(capital, pieces);
    if (word !== undefined) words.set(word, capital);
  }
  if (words.size === 0) return pieces;
  const joined = new Set(words.values());
  return pieces
    .filter((piece) => !joined.has(piece))
    .map((piece) => {
      const capital = words.get(piece);
      return capital === undefined ? piece : { ...piece, text: capital.text.trim() + piece.text };
    });
}

/** The highest of the words right of a letter that it is as tall as, if it continues with a small letter. */
function wordOf({ x, y, width, size }: Piece, pieces: readonly Piece[]): Piece | undefined {
  let found: Piece | undefined;
  for (const piece of pieces) {
    const gap = piece.x - x - width;
    const isBeside = gap > -0.1 * size && gap < 0.7 * size && piece.y <= y + 1 && piece.y > y - size;
    if (!isBeside || piece.size * LARGER > size) continue;
    if (found === undefined || piece.y < found.y || (piece.y === found.y && piece.x < found.x)) found = piece;
  }
  return found !== undefined && found.y < y - 0.3 * size && /^\p{Ll}/u.test(found.text) ? found : undefined;
}
