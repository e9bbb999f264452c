import { boundsOf, type Columns } from './columns.ts';
import { withDropCaps } from './drop-caps.ts';
import { withLabels } from './field-labels.ts';
import { withoutInsets } from './insets.ts';
import { withoutLineNumbers } from './line-numbers.ts';
import { partsOf } from './page-parts.ts';
import type { TurnedPieces } from './page-pieces.ts';
import { regionsOf } from './regions.ts';
import { joined, type Row, sidesOf } from './row.ts';
import { segmentRows } from './segments.ts';
import type { TaggedBlock } from './structure.ts';
import { withTurnedNames } from './turned-names.ts';

/** Words that appear on one base line without a wide gap between them, or with gaps, in a line of a table. */
export interface PageLine {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** The left and right ends of the words of its column; `edge`: how far a line could reach, where that is known. */
  readonly column: { readonly left: number; readonly right: number; readonly edge?: number };
  /** It has gaps as between the cells of a table. */
  readonly isRow: boolean;
  /** Its words with their places, of lines that may be rows. */
  readonly segments?: Row;
  /** It ends with the name and the value of a field of a form. */
  readonly isField: boolean;
  /** "" of upright text. `x` and `y` of turned text are as if it were upright. */
  readonly direction: string;
  /** That of an item, which a wide gap divides from the text: "2.1", "(a)", "!". The text and `x` are without it. */
  readonly marker?: string;
  /** The part of a tagged page that it belongs to. */
  readonly tag?: TaggedBlock;
  /** Cells of a row of a tagged table. */
  readonly cells?: readonly { readonly text: string; readonly isName: boolean }[];
  /** It is no part of the text by the tags of the page, such as its header. */
  readonly isArtifact?: boolean;
}

/** A line with where it appears in the file. */
export interface PlacedLine extends PageLine {
  readonly page: number;
  /** From 1, on the page. */
  readonly line: number;
  /** It may appear within a sentence that continues after it, such as the foot of a page. */
  readonly isAside: boolean;
}

const MARKER =
  /^(?:\(?\d{1,3}(?:\.\d{1,3}){0,4}[.)]?|\.\d{1,3}|\(?[a-zA-Z][.)]|\(?[ivxlIVXL]{1,6}[.)]|§+ ?\d{1,4}[a-z]?|[^\p{L}\p{N}\s])$/u;

/**
 * The lines of a page in the order in which they are read: columns one after the other, then turned text.
 *
 * @param edge how far an upright line could reach
 */
export function linesOfPage(groups: readonly TurnedPieces[], edge: number): PageLine[] {
  return withTurnedNames(groups).flatMap(({ direction, pieces }) => {
    const labeled = withLabels(segmentRows(withDropCaps(pieces)));
    // Fields next to each other are no cells.
    const areFields = (row: Row) => row.length > 1 && row.every(({ isField }) => isField);
    const single = labeled.some(areFields)
      ? labeled.flatMap((row) => (areFields(row) ? row.map((one) => [one]) : [row]))
      : labeled;
    const rows = withoutLineNumbers(single);
    return partsOf(rows).flatMap((part) => {
      return linesOf(part.rows, part.columns, direction === '' ? edge : undefined).map((line) => ({
        ...line,
        direction,
      }));
    });
  });
}

type Line = Omit<PageLine, 'direction'>;

function linesOf(rows: readonly Row[], { left, right, gutter }: Columns, edge?: number): Line[] {
  const column = { left, right, ...(edge !== undefined && gutter === undefined && { edge }) };
  const across = (all: readonly Row[]) => withRaggedRows(withTightRows(all.map((row) => lineOf(row, column))));
  if (gutter === undefined) return across(rows);
  const { rows: ofColumns, insets } = withoutInsets(rows, gutter.x);
  const lines = regionsOf(ofColumns, { left, right, gutter }).flatMap((region) => {
    if (!region.inColumns) return across(region.rows);
    const parts = sidesOf(region.rows, gutter.x);
    return gutter.sides.flatMap((side, i) => linesOf(parts[i]!, side, i === 0 ? gutter.x : edge));
  });
  return insets.length === 0 ? lines : [...lines, ...linesOf(insets, boundsOf(insets))];
}

function lineOf(segments: Row, column: PageLine['column']): Line {
  const row = joined(segments);
  const words = row.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const size = (words.length > 0 ? words : row).reduce((most, one) => Math.max(most, one.size), 0);
  const { right, isField = false } = row.at(-1)!;
  const line = { right, y: row[0]!.y, size, column, isField, segments };
  const markers = row.findIndex(({ text }) => !MARKER.test(text));
  const isItem = markers > 0 && markers === row.length - 1 && /\p{L}/u.test(row[markers]!.text);
  if (!isItem) return { ...line, text: row.map(({ text }) => text).join('\t'), x: row[0]!.x, isRow: row.length > 1 };
  const marker = row.slice(0, markers).map(({ text }) => text);
  return { ...line, text: row[markers]!.text, x: row[markers]!.x, isRow: false, marker: marker.join(' ') };
}

const NUMBER_CELL = /^[-–+(]?[$€£]?\d[\d.,]*%?\)?$/;
/** Numbers at the end of a line of a table whose cells only a space divides. */
const LEAST_NUMBERS = 2;
/** Distance of their base lines at most, in letter sizes. */
const TIGHT_DISTANCE = 2.5;

/** Lines one below the other that end with as many numbers are rows of a table, whose cells only a space divides. */
function withTightRows(lines: readonly Line[]): readonly Line[] {
  const counts = lines.map(({ text, isRow }) => (isRow ? 0 : numbersAtEnd(text)));
  const isTight = (i: number, beside: number) =>
    counts[i]! >= LEAST_NUMBERS &&
    counts[beside] === counts[i] &&
    Math.abs(lines[beside]!.y - lines[i]!.y) < TIGHT_DISTANCE * lines[i]!.size;
  return lines.map((line, i) => (isTight(i, i - 1) || isTight(i, i + 1) ? asRow(line) : line));
}

/** How many numbers a line ends with, after a name. */
function numbersAtEnd(text: string): number {
  const words = text.split(' ');
  const last = words.findLastIndex((word) => !NUMBER_CELL.test(word));
  return last < 0 || !/\p{L}/u.test(words[last]!) ? 0 : words.length - 1 - last;
}

/**
 * Cells of two lines leave lines of one cell between the rows: those away from the left edge next to a row belong to it, and
 * so do rows whose first cell could be the marker of an item, and lines between two rows that are left of the second cell.
 */
function withRaggedRows(lines: readonly Line[]): Line[] {
  const found = lines.map(({ isRow }) => isRow);
  const isRagged = (i: number, beside: number) => {
    const [line, other] = [lines[i]!, lines[beside]];
    if (other === undefined || !found[beside] || line.size > LARGER * other.size) return false;
    const isAway = line.x - line.column.left > 2 * line.size;
    return (isAway || line.marker !== undefined) && Math.abs(line.y - other.y) < 2 * line.size;
  };
  for (let i = 0; i < lines.length; i += 1) found[i] ||= isRagged(i, i - 1);
  for (let i = lines.length - 1; i >= 0; i -= 1) found[i] ||= isRagged(i, i + 1);
  markFirstCells(lines, found);
  return lines.map((line, i) => (found[i]! ? asRow(line) : line));
}

/** A line in larger letters than a row is a title above it. */
const LARGER = 1.3;
/** Further lines of a first cell, and lines above groups of rows. */
const MOST_LINES = 3;
/** Distance of the lines of a cell at most, in letter sizes. */
const TIGHT_LINES = 1.3;

/** Marks the lines between two rows that are left of the second cell, and those right below a row, apart from other text. */
function markFirstCells(lines: readonly Line[], isRow: boolean[]): void {
  const isTight = (i: number) => lines[i]!.y - lines[i - 1]!.y < TIGHT_LINES * lines[i]!.size;
  let wide: Line | undefined;
  let row = -1;
  for (let i = 0; i <= lines.length; i += 1) {
    if (i < lines.length && !isRow[i]) continue;
    const most = Math.min(i, row + 1 + MOST_LINES);
    const reaches = (isOf: (line: number) => boolean) => {
      let end = row + 1;
      while (wide !== undefined && end < most && isInFirstCell(lines[end]!, wide) && isOf(end)) end += 1;
      return end;
    };
    const tight = reaches(isTight);
    if (i < lines.length && reaches(() => true) === i) isRow.fill(true, row + 1, i);
    else if (wide !== undefined && (tight === i || !isTight(tight))) isRow.fill(true, row + 1, tight);
    row = i;
    if (i < lines.length && joined(lines[i]!.segments ?? []).length > 1) wide = lines[i];
  }
}

function isInFirstCell({ x, right, y, size }: Line, row: Line): boolean {
  const [first, second] = joined(row.segments ?? []);
  if (first === undefined || second === undefined) return false;
  // The cell itself may be empty in that row.
  const isLeft = right < first.x || (x >= first.x - size && right < second.x);
  return isLeft && y - row.y < (MOST_LINES + 1) * 2 * size;
}

function asRow({ marker, ...line }: Line): Line {
  return { ...line, text: marker === undefined ? line.text : `${marker}\t${line.text}`, isRow: true };
}
