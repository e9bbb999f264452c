/** Words of a line without a gap between them as there is between columns. */
export interface Segment {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** What stands on one base line, from the left. */
export type Row = readonly Segment[];

/** Rows one below the other that are read across the page, or column by column. */
export interface Region {
  readonly rows: readonly Row[];
  readonly inColumns: boolean;
}

/** Fewer lines than this are no column. */
const LEAST_LINES = 5;
/** Of the rows, those that may cross the space between columns: titles, wide tables. */
const MAX_CROSSING = 0.3;
/** Lines of prose fill their column; cells of a table do not. */
const LEAST_FILL = 0.55;
/** More than this many times the common distance between rows divides what stands above and below. */
const BAND = 1.7;
const STEP_POINTS = 2;

/** A gap this many letter sizes wide is no space, but divides the cells of a table. */
const WIDE_GAP = 1.5;

/** The segments of a row, or of its part in a column, with those joined that only a space is between. */
export function joined(row: Row): Segment[] {
  const found: Segment[] = [];
  for (const one of row) {
    const last = found.at(-1);
    const size = Math.max(one.size, last?.size ?? 0);
    if (last === undefined || one.x - last.right > WIDE_GAP * size) found.push(one);
    else
      found[found.length - 1] = {
        ...last,
        text: `${last.text} ${one.text}`,
        right: Math.max(last.right, one.right),
        size,
      };
  }
  return found;
}

export function leftOf(segments: Row): number {
  return segments.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
}

export function rightOf(segments: Row): number {
  return segments.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY);
}

export function sidesOf(row: Row, gutter: number): { readonly left: Row; readonly right: Row } {
  return {
    left: joined(row.filter(({ right }) => right <= gutter)),
    right: joined(row.filter(({ x }) => x >= gutter)),
  };
}

/** Where the space between two columns of prose is, if the page has two. */
export function gutterOf(rows: readonly Row[]): number | undefined {
  const segments = rows.flat();
  const left = leftOf(segments);
  const width = rightOf(segments) - left;
  let best: { readonly from: number; readonly to: number; readonly crossing: number } | undefined;
  for (let x = left + 0.3 * width; x <= left + 0.7 * width; x += STEP_POINTS) {
    const crossing = rows.filter((row) => isCrossing(row, x)).length;
    if (best !== undefined && crossing === best.crossing && x - best.to <= STEP_POINTS + 0.01)
      best = { ...best, to: x };
    else if (best === undefined || crossing < best.crossing) best = { from: x, to: x, crossing };
  }
  if (best === undefined || best.crossing > MAX_CROSSING * rows.length) return undefined;
  const gutter = (best.from + best.to) / 2;
  const sides = rows.filter((row) => !isCrossing(row, gutter)).map((row) => sidesOf(row, gutter));
  const lines = [sides.map((side) => side.left), sides.map((side) => side.right)];
  const isProse = lines.every((side) => {
    const segmentsOfSide = side.flat();
    return segmentsOfSide.length >= LEAST_LINES && fill(segmentsOfSide) >= LEAST_FILL;
  });
  return isProse ? gutter : undefined;
}

/** Cuts a page at rows that cross the space between its columns and at blank bands, and joins what belongs to its columns. */
export function regionsOf(rows: readonly Row[], gutter: number): Region[] {
  const distances = rows.slice(1).map((row, i) => row[0]!.y - rows[i]![0]!.y);
  const common = middleOf(distances.filter((distance) => distance > 1));
  const parts: { readonly rows: Row[]; readonly crosses: boolean }[] = [];
  for (const [i, row] of rows.entries()) {
    const crosses = isCrossing(row, gutter);
    const last = parts.at(-1);
    const isBand = i > 0 && distances[i - 1]! > BAND * common;
    if (last === undefined || last.crosses !== crosses || isBand) parts.push({ rows: [row], crosses });
    else last.rows.push(row);
  }
  const bounds = { left: leftOf(rows.flat()), gutter, right: rightOf(rows.flat()) };
  const isProse = parts.map((part) => !part.crosses && isColumnProse(part.rows, bounds));
  const regions: { readonly rows: Row[]; readonly inColumns: boolean }[] = [];
  for (const [i, part] of parts.entries()) {
    // A heading in one column, where the other has a blank band too.
    const isHeading = !part.crosses && part.rows.length < 3 && isProse[i + 1] === true && i > 0;
    const inColumns = isProse[i]! || isHeading;
    const last = regions.at(-1);
    if (last?.inColumns === inColumns) for (const row of part.rows) last.rows.push(row);
    else regions.push({ rows: [...part.rows], inColumns });
  }
  return regions;
}

interface Bounds {
  readonly left: number;
  readonly gutter: number;
  readonly right: number;
}

/** Whether rows that do not cross the gutter are lines of prose on both its sides, or several on one. */
function isColumnProse(rows: readonly Row[], { left, gutter, right }: Bounds): boolean {
  const sides = rows.map((row) => sidesOf(row, gutter));
  const lefts = sides.flatMap((side) => side.left);
  const rights = sides.flatMap((side) => side.right);
  if ((lefts.length === 0 || rights.length === 0) && rows.length < 2) return false;
  const fills = (side: Row, width: number) => side.length === 0 || fill(side, width) >= LEAST_FILL;
  return fills(lefts, gutter - left) && fills(rights, right - gutter);
}

/** How much of the width of their column the segments commonly take. */
function fill(segments: Row, width = rightOf(segments) - leftOf(segments)): number {
  return middleOf(segments.map(({ x, right }) => right - x)) / width;
}

function isCrossing(row: Row, x: number): boolean {
  return row.some((one) => one.x < x && one.right > x);
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
