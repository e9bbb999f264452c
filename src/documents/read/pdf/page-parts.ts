import { type Columns, columnsOf } from './columns.ts';
import { middleOf, type Row } from './row.ts';

/** Rows one below the other, from the top of a page, with their columns. */
export interface PagePart {
  readonly rows: readonly Row[];
  readonly columns: Columns;
}

/** More than this many times the common distance between rows divides parts of a page. */
const BAND = 1.7;
/** The widest bands that are tried. */
const MAX_BANDS = 6;
/** Fewer rows below or above all others are no part with columns: they may be the cells of a table. */
const LEAST_ROWS = 12;
/** Rows for each band between them: rows of a table have more bands. */
const ROWS_PER_BAND = 6;

/**
 * A page, or its parts where only one of them has columns: the front page of an article has a title and a summary over its
 * columns.
 */
export function partsOf(rows: readonly Row[]): PagePart[] {
  const columns = columnsOf(rows);
  if (columns.gutter !== undefined) return [{ rows, columns }];
  const bands = bandsOf(rows);
  const widest = [...bands].sort((one, other) => other.height - one.height).slice(0, MAX_BANDS);
  for (const { at } of widest) {
    for (const [from, to] of [
      [at, rows.length],
      [0, at],
    ] as const) {
      const part = columnsWithin(rows.slice(from, to), bands.filter((band) => from < band.at && band.at < to).length);
      if (part === undefined) continue;
      const before = from === 0 ? [] : withBounds(partsOf(rows.slice(0, from)), columns);
      const after = to === rows.length ? [] : withBounds(partsOf(rows.slice(to)), columns);
      return [...before, part, ...after];
    }
  }
  return [{ rows, columns }];
}

function columnsWithin(rows: readonly Row[], bands: number): PagePart | undefined {
  if (rows.length < LEAST_ROWS || bands * ROWS_PER_BAND > rows.length) return undefined;
  const columns = columnsOf(rows);
  return columns.gutter === undefined ? undefined : { rows, columns };
}

/** Parts of one column are as wide as the page. */
function withBounds(parts: readonly PagePart[], { left, right }: Columns): PagePart[] {
  return parts.map((part) => (part.columns.gutter === undefined ? { ...part, columns: { left, right } } : part));
}

/** The blank bands between rows, by the row below them. */
function bandsOf(rows: readonly Row[]): { readonly at: number; readonly height: number }[] {
  const heights = rows.slice(1).map((row, i) => row[0]!.y - rows[i]![0]!.y);
  const common = middleOf(heights.filter((height) => height > 1));
  return heights.flatMap((height, i) => (height > BAND * common ? [{ at: i + 1, height }] : []));
}
