import type { Piece } from './page-pieces.ts';

const LEAST_LETTERS = 4;
/** pdf.js reads wide distances between letters as spaces. */
const SPACED = /^\s*\S(?: \S){2,}\s*$/u;
const SINGLE = /^\s*\S(?: \S)*\s*$/u;
/** Distance within a line of such letters at most, in letter sizes, and between its words, in distances of its letters. */
const MAX_GAP = 2;
const WORD_GAP = 1.5;

/** The pieces of a line, with the words of letters that are set apart, as on a certificate: "D I P L O M A". */
export function withoutLetterSpace(row: readonly Piece[]): readonly Piece[] {
  if (!row.every(({ text }) => SINGLE.test(text))) return row;
  const letters = row.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
  if (letters < LEAST_LETTERS) return row;
  const gaps = row.slice(1).map(({ x }, i) => x - row[i]!.x - row[i]!.width);
  const narrow = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  if (!row.some(({ text }) => SPACED.test(text)) && row.length < LEAST_LETTERS) return row;
  const words: Piece[] = [];
  for (const [i, piece] of row.entries()) {
    const text = piece.text.replaceAll(' ', '');
    const last = words.at(-1);
    const gap = gaps[i - 1];
    if (last === undefined || gap === undefined || piece.startsCell || gap > MAX_GAP * piece.size)
      words.push({ ...piece, text });
    else {
      const isLetter = text.length === 1 && row[i - 1]!.text.trim().length === 1 && gap <= WORD_GAP * narrow;
      words[words.length - 1] = {
        ...last,
        text: `${last.text}${isLetter ? '' : ' '}${text}`,
        width: piece.x + piece.width - last.x,
      };
    }
  }
  return words;
}
