import { superscript } from '../superscript.ts';
import { withoutLeaders } from './leaders.ts';
import type { Piece } from './page-pieces.ts';
import { type Row, type Segment, sizeOfBoth } from './row.ts';
import { withoutLetterSpace } from './spaced-letters.ts';

/** A gap this many letter sizes wide may be one between columns, or a space of a justified line. */
const COLUMN_GAP = 0.7;
/** A smaller one is no space at all. */
const NARROW_GAP = 0.15;
/** Letters that are smaller than this share of the size of their neighbors ... */
const SMALLER = 0.9;
/** ... and this high above the base line are raised, and letters of the same size that are this high. */
const RAISED_SMALL = 0.12;
const RAISED = 0.25;
/** Distance of base lines that count as one at most, in letter sizes. */
const ON_LINE = 0.45;
/** Letters overlap by less where a font or a program sets them close. */
const SLIGHT = 0.2;

/** The words of a page by their base lines, from the top. */
export function segmentRows(pieces: readonly Piece[]): Row[] {
  return rowsOf(pieces)
    .map((row) => withoutLeaders(segmentsOf(withoutLetterSpace(row))))
    .filter((row) => row.length > 0);
}

/** Pieces by their base lines, from the top; raised and lowered ones with the line that they belong to. */
function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((one, other) => one.y - other.y || one.x - other.x);
  const rows: { pieces: Piece[]; main: Piece }[] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const isSame =
      row !== undefined && piece.y - row.main.y < reach(row.main, piece) && !isBelow(piece, row.pieces[0]!);
    if (!isSame) rows.push({ pieces: [piece], main: piece });
    else {
      row.pieces.push(piece);
      // A raised number above the line comes before it: the line is where the larger letters are.
      const { size, width } = row.main;
      if (piece.size > size || (piece.size === size && piece.width > width)) row.main = piece;
    }
  }
  return rows.map((row) => row.pieces.sort((one, other) => one.x - other.x));
}

/** True for words below others of the same size, with larger ones next to both. */
function isBelow({ y, size }: Piece, first: Piece): boolean {
  return Math.abs(size - first.size) < (1 - SMALLER) * size && y - first.y >= ON_LINE * size;
}

/** How far below a piece another one may be on the same line: a smaller one above may be raised by more than half a letter. */
function reach(above: Piece, piece: Piece): number {
  return piece.size * SMALLER > above.size ? 0.6 * piece.size : ON_LINE * Math.max(above.size, piece.size);
}

function segmentsOf(row: readonly Piece[]): Segment[] {
  const segments: Segment[] = [];
  // The end of the last segment: to look into a text that grows copies all of it.
  let tail = '';
  for (const [i, piece] of row.entries()) {
    const { x, y, width, size } = piece;
    const last = segments.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : x - last.right;
    const isNamed = piece.isValue && tail.trimEnd().endsWith(':');
    const isApart = piece.startsCell || last === undefined || gap > COLUMN_GAP * Math.max(size, last.size);
    if (last === undefined || (isApart && !isNamed)) {
      tail = wordsOf(piece, besides(piece, row[i + 1]), '').trim();
      segments.push({ text: tail, x, right: x + width, y, size, font: piece.font, ...flagsOf(piece) });
      continue;
    }
    const words = withoutCopy(piece, last);
    const text = words === piece.text ? wordsOf(piece, last, tail) : words;
    const hasSpace = gap > NARROW_GAP * size || /^\s/.test(text);
    segments[segments.length - 1] = {
      text: `${last.text}${hasSpace && !/\s$/.test(tail) ? ' ' : ''}${text.trim()}${/\s$/.test(text) ? ' ' : ''}`,
      x: last.x,
      right: Math.max(last.right, x + width),
      y: size > last.size ? y : last.y,
      size: sizeOfBoth(last, piece),
      font: last.font === piece.font ? last.font : undefined,
      ...(isNamed && { isField: true }),
    };
    if (text !== '') tail = text;
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.trim() })).filter(({ text }) => text !== '');
}

function flagsOf({ startsCell, isValue }: Piece): Pick<Segment, 'startsCell' | 'isValue'> {
  return { ...(startsCell && { startsCell }), ...(isValue && { isValue }) };
}

/** The piece after one, where they are words of one segment. */
function besides(piece: Piece, next: Piece | undefined): Piece {
  const isNear = next !== undefined && next.x - piece.x - piece.width <= COLUMN_GAP * Math.max(piece.size, next.size);
  return isNear && next.size >= piece.size ? next : piece;
}

/** @param line the words next to a raised piece */
function wordsOf({ text, y, size }: Piece, line: Pick<Piece, 'y' | 'size'>, before: string): string {
  const isRaised = line.y - y > (size < SMALLER * line.size ? RAISED_SMALL : RAISED) * line.size;
  return isRaised ? text.replace(text.trim(), (raised) => superscript(raised, before)) : text;
}

/**
 * The part of a piece that its line does not have yet: some programs print the same words again, a little shifted, for
 * bold letters.
 */
function withoutCopy({ text, x, width, size }: Piece, last: Segment): string {
  const overlap = last.right - x;
  if (overlap < SLIGHT * size) return text;
  const letter = width / text.length;
  const least = Math.max(1, Math.floor((overlap - 0.5 * size) / letter));
  for (let length = Math.min(text.length, Math.ceil((overlap + 0.5 * size) / letter)); length >= least; length -= 1)
    if (last.text.endsWith(text.slice(0, length))) return text.slice(length);
  return text;
}
