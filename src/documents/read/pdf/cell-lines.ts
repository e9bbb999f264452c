import { areAmounts } from '../../../text/names-columns.ts';
import type { GridCell, GridRow } from '../table-grid.ts';
import type { PlacedLine } from './page-lines.ts';
import { middleOf } from './row.ts';

/** Distance of the lines of a cell at most, as a share of that of rows. */
const WITHIN_ROW = 0.9;
/** How far below another line of its page a line is. */
export function distanceTo(line: PlacedLine, last: PlacedLine | undefined): number {
  return last?.page === line.page ? line.y - last.y : Number.POSITIVE_INFINITY;
}

/** Without a copy of what is known: a cell may have any number of lines. */
export function inOneCell(known: string, text: string): string {
  return known === '' || text === '' ? known + text : `${known} ${text}`;
}

/**
 * Rows with the further lines of their cells: lines that lack a cell, and are nearer to the line above than rows with all cells
 * are. Where no line is nearer, each may be a row of its own.
 */
export function withWholeCells(rows: readonly GridRow[], lines: readonly PlacedLine[]): GridRow[] {
  const filled = rows.map(({ cells }) => cells.filter(({ text, columns }) => text !== '' && columns === 1).length);
  const width = filled.reduce((most, count) => Math.max(most, count), 0);
  // In a statement of an account each row lacks a cell.
  const least = filled.filter((count) => count === width).length > 1 ? width : width / 2 + 1;
  const isWhole = (i: number) => filled[i]! >= least;
  const distance = (i: number) => distanceTo(lines[i]!, lines[i - 1]);
  const first = filled.findIndex((count) => count >= least);
  let nearest = 0;
  for (let i = first + 1; i < rows.length; i += 1)
    if (isWhole(i)) nearest = nearest === 0 ? distance(i) : Math.min(nearest, distance(i));
  const begins = rowStarts(rows, lines);
  const isFurther =
    begins === undefined
      ? (i: number) => i > first && !isWhole(i) && distance(i) < WITHIN_ROW * nearest
      : (i: number) => !begins.has(i);
  const whole: GridRow[] = [];
  for (const [i, row] of rows.entries()) {
    const last = whole.at(-1);
    if (last === undefined || !isFurther(i) || hasAmountsOfBoth(last, row)) whole.push(row);
    else
      whole[whole.length - 1] = {
        ...last,
        cells: last.cells.map((cell, k) => ({ ...cell, text: inOneCell(cell.text, row.cells[k]?.text ?? '') })),
      };
  }
  return whole;
}

const MAX_AMOUNT = 40;

function hasAmountsOfBoth({ cells }: GridRow, other: GridRow): boolean {
  const isAmount = (text = '') => text.length < MAX_AMOUNT && areAmounts([text]);
  return cells.some(({ text }, k) => isAmount(other.cells[k]?.text) && isAmount(text));
}

/** Distance of the lines of a cell at most, in letter sizes, and how many times as far apart the rows of such a table are. */
const CELL_LINES = 1.6;
const APART = 1.2;
/** Share of the further lines that begin within a sentence in some cell. */
const LEAST_WITHIN = 0.25;

/**
 * The lines at which the rows of a table with cells of several lines begin, by the wider distances between them. Undefined
 * where the lines of each row may be rows: none of them ends before the others, or amounts are one below the other.
 */
function rowStarts(rows: readonly GridRow[], lines: readonly PlacedLine[]): ReadonlySet<number> | undefined {
  const starts = startsByDistance(lines);
  if (starts === undefined) return undefined;
  const groups: (readonly GridCell[])[][] = [];
  for (const [i, { cells }] of rows.entries()) {
    if (starts.has(i)) groups.push([cells]);
    else groups.at(-1)!.push(cells);
  }
  const several = groups.filter((group) => group.length > 1);
  const further = several.flatMap((group) => group.slice(1));
  const endSooner = several.filter((group) => group.at(-1)!.some(({ text }) => text === ''));
  const within = further.filter((cells) => cells.some(({ text }) => /^\p{Ll}/u.test(text)));
  const hasAmounts = several.some((group) =>
    group[0]!.some(
      (_, k) =>
        areAmounts(group.flatMap((cells) => cells[k]?.text || [])) &&
        group.filter((cells) => cells[k]?.text).length > 1,
    ),
  );
  if (hasAmounts || 2 * endSooner.length < several.length || within.length < LEAST_WITHIN * further.length)
    return undefined;
  return starts;
}

/** The lines that are further from the one above than the lines of a cell; undefined where distances are of one kind. */
export function startsByDistance(lines: readonly PlacedLine[]): ReadonlySet<number> | undefined {
  const distances = lines.map((line, i) => distanceTo(line, lines[i - 1]));
  const size = middleOf(lines.map((line) => line.size));
  const near = distances
    .filter((distance) => distance <= CELL_LINES * size)
    .reduce((most, one) => Math.max(most, one), 0);
  const far = distances.filter((distance) => distance > near).reduce((least, one) => Math.min(least, one));
  if (near === 0 || far < APART * near || !Number.isFinite(far)) return undefined;
  return new Set(distances.flatMap((distance, i) => (distance > near ? [i] : [])));
}
