import { areAlike, leftOf, type Row, rightOf, type Segment } from './row.ts';

/** Rows nearer than this many letter sizes are next to each other, not one below the other. */
const BESIDE = 0.8;
/** Distance of the lines of an inset at most, in letter sizes. */
const LINES = 2;
/** Share of the lines of an inset that is in each of the columns. */
const LEAST_SIDE = 0.2;
/** Width of an inset at most, as a share of that of the columns. */
const MAX_WIDTH = 0.5;

/**
 * Takes words out of rows that are set between two columns, such as a quotation: they cross the gutter in another font, and
 * the lines of the columns run past them.
 */
export function withoutInsets(rows: readonly Row[], gutter: number): { readonly rows: Row[]; readonly insets: Row[] } {
  const all = rows.flat();
  const widest = MAX_WIDTH * (rightOf(all) - leftOf(all));
  const insets = rows.map((row, i) => {
    const crossing = row.filter(
      ({ x, right }) => right - x < widest && Math.min(gutter - x, right - gutter) > LEAST_SIDE * (right - x),
    );
    return isBesideColumns(row, crossing, [rows[i - 1], rows[i + 1]]) ? crossing[0] : undefined;
  });
  if (insets.every((inset) => inset === undefined)) return { rows: [...rows], insets: [] };
  const goOn = (i: number, last: Segment | undefined) => {
    if (last !== undefined) insets[i] ??= rows[i]!.find((one) => isNext(one, last) && isBelow(one, last));
    return insets[i] ?? last;
  };
  let last: Segment | undefined;
  for (let i = 0; i < rows.length; i += 1) last = goOn(i, last);
  last = undefined;
  for (let i = rows.length - 1; i >= 0; i -= 1) last = goOn(i, last);
  const known = insets.filter((inset) => inset !== undefined);
  const several = new Set(known.filter((one, i) => isNext(one, known[i - 1]) || isNext(one, known[i + 1])));
  return {
    rows: rows.map((row) => row.filter((one) => !several.has(one))).filter((row) => row.length > 0),
    insets: [...several].map((one) => [one]),
  };
}

/** True for lines of which most of the shorter one is below or above the other. */
function isBelow(one: Segment, other: Segment): boolean {
  const shared = Math.min(one.right, other.right) - Math.max(one.x, other.x);
  return shared > MOST * Math.min(one.right - one.x, other.right - other.x);
}

const MOST = 0.8;

/** True for lines of one inset. */
function isNext(one: Segment | undefined, other: Segment | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return areAlike(one, other) && Math.abs(one.y - other.y) < LINES * one.size;
}

function isBesideColumns(row: Row, [one, ...more]: Row, neighbors: readonly (Row | undefined)[]): boolean {
  if (one === undefined || more.length > 0) return false;
  if (row.length > 1) return row.every((other) => other === one || !areAlike(other, one));
  const isApart = ({ x, right }: Segment) => right < one.x || x > one.right;
  return neighbors.some((other) => {
    const first = other?.[0];
    if (first === undefined || areAlike(first, one)) return false;
    return Math.abs(first.y - one.y) < BESIDE * Math.max(first.size, one.size) && other!.every(isApart);
  });
}
