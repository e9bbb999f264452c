import { gutterOf, joined, leftOf, type Row, regionsOf, rightOf, type Segment, sidesOf } from './columns.ts';

/** Words of a page as the file places them: x to the right and y down, in points. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly width: number;
  /** Of the letters. */
  readonly size: number;
}

/** Words that stand on one base line without a wide gap between them, or with gaps, in a line of a table. */
export interface PageLine {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** The right end of the column that it stands in, and its left one. */
  readonly column: { readonly left: number; readonly right: number };
  /** It has gaps as between the cells of a table. */
  readonly isRow: boolean;
}

/** A gap this many letter sizes wide may be one between columns, or a space of a justified line. */
const COLUMN_GAP = 0.7;
/** A smaller one is no space at all. */
const NARROW_GAP = 0.15;

/** The lines of a page in the order in which they are read: columns one after the other. */
export function linesOfPage(pieces: readonly Piece[]): PageLine[] {
  const rows = rowsOf(pieces)
    .map(segmentsOf)
    .filter((row) => row.length > 0);
  if (rows.length === 0) return [];
  const segments = rows.flat();
  const whole = { left: leftOf(segments), right: rightOf(segments) };
  const gutter = gutterOf(rows);
  if (gutter === undefined) return withRaggedRows(rows.map((row) => lineOf(row, whole)));
  const left = { left: whole.left, right: gutter };
  const right = { left: gutter, right: whole.right };
  return regionsOf(rows, gutter).flatMap((region) => {
    if (!region.inColumns) return withRaggedRows(region.rows.map((row) => lineOf(row, whole)));
    const sides = region.rows.map((row) => sidesOf(row, gutter));
    return [
      ...sides.filter((side) => side.left.length > 0).map((side) => lineOf(side.left, left)),
      ...sides.filter((side) => side.right.length > 0).map((side) => lineOf(side.right, right)),
    ];
  });
}

/** Pieces by their base lines, from the top; raised and lowered ones with the line that they belong to. */
function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((one, other) => one.y - other.y || one.x - other.x);
  const rows: { pieces: Piece[]; y: number; size: number }[] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const isSame = row !== undefined && piece.y - row.y < 0.45 * Math.max(row.size, piece.size);
    if (!isSame) rows.push({ pieces: [piece], y: piece.y, size: piece.size });
    else {
      row.pieces.push(piece);
      // A raised number above the line comes before it: the line is where the larger letters stand.
      if (piece.size > row.size) Object.assign(row, { y: piece.y, size: piece.size });
    }
  }
  return rows.map((row) => row.pieces.sort((one, other) => one.x - other.x));
}

function segmentsOf(row: readonly Piece[]): Segment[] {
  const segments: Segment[] = [];
  for (const { text, x, y, width, size } of row) {
    const last = segments.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : x - last.right;
    // The same words again on the same place are how some programs print bold letters.
    if (last !== undefined && text.trim() === last.text && Math.abs(x - last.x) < 0.3 * size) continue;
    if (last === undefined || gap > COLUMN_GAP * Math.max(size, last.size)) {
      segments.push({ text: text.trim(), x, right: x + width, y, size });
      continue;
    }
    const hasSpace = gap > NARROW_GAP * size || /^\s/.test(text);
    segments[segments.length - 1] = {
      text: `${last.text}${hasSpace && !last.text.endsWith(' ') ? ' ' : ''}${text.trim()}${/\s$/.test(text) ? ' ' : ''}`,
      x: last.x,
      right: Math.max(last.right, x + width),
      y: size > last.size ? y : last.y,
      size: Math.max(size, last.size),
    };
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.trim() })).filter(({ text }) => text !== '');
}

function lineOf(segments: Row, column: PageLine['column']): PageLine {
  const row = joined(segments);
  const size = row.reduce((most, one) => Math.max(most, one.size), 0);
  return {
    text: row.map(({ text }) => text).join('\t'),
    x: row[0]!.x,
    right: row.at(-1)!.right,
    y: row[0]!.y,
    size,
    column,
    isRow: row.length > 1,
  };
}

/** Cells of two lines leave lines of one cell between the rows: those away from the left edge beside a row belong to it. */
function withRaggedRows(lines: readonly PageLine[]): PageLine[] {
  const found = lines.map(({ isRow }) => isRow);
  const isRagged = (i: number, beside: number) => {
    const [line, other] = [lines[i]!, lines[beside]];
    if (other === undefined || !found[beside]) return false;
    return line.x - line.column.left > 2 * line.size && Math.abs(line.y - other.y) < 2 * line.size;
  };
  for (let i = 0; i < lines.length; i += 1) found[i] ||= isRagged(i, i - 1);
  for (let i = lines.length - 1; i >= 0; i -= 1) found[i] ||= isRagged(i, i + 1);
  return lines.map((line, i) => ({ ...line, isRow: found[i]! }));
}
