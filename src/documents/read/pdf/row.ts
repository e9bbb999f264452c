/** Words of a line without a gap between them as there is between columns. */
export interface Segment {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** That of all its words. */
  readonly font?: string | undefined;
  /** It ends with the name and the value of a field of a form. */
  readonly isField?: boolean;
  /** It is in a field of a form, apart from its name. */
  readonly isValue?: boolean;
  /** A line of a table is before it. */
  readonly startsCell?: boolean;
  /** Dots lead from the words before to it. */
  readonly isLed?: boolean;
}

/** Words on one base line, from the left. */
export type Row = readonly Segment[];

/** Text that ends as a sentence does. */
export const FINISHED = /[.!?:;]["'”’)\]]*$/;
/** A gap this many letter sizes wide is no space, but divides the cells of a table. */
const WIDE_GAP = 1.5;

/** The segments of a row, or of its part in a column, with those joined that only a space is between. */
export function joined(row: Row): Row {
  if (row.length < 2) return row;
  const found: Segment[] = [];
  for (const one of row) {
    const last = found.at(-1);
    const size = sizeOfBoth(last, one);
    if (last === undefined || one.startsCell || one.x - last.right > WIDE_GAP * size) found.push(one);
    else
      found[found.length - 1] = {
        ...last,
        text: `${last.text} ${one.text}`,
        right: Math.max(last.right, one.right),
        size,
        ...(last.font !== one.font && { font: undefined }),
        isField: one.isField === true,
      };
  }
  return found;
}

/** The larger size of two neighbors; a bullet of another size makes no heading of its text. */
export function sizeOfBoth(last: Pick<Segment, 'text' | 'size'> | undefined, { size }: Pick<Segment, 'size'>): number {
  return last !== undefined && /[\p{L}\p{N}]/u.test(last.text) ? Math.max(size, last.size) : size;
}

/** Points between letters of one size. */
const SAME_SIZE = 0.5;

/** True for words in one font and size. */
export function areAlike(one: Pick<Segment, 'font' | 'size'>, other: Pick<Segment, 'font' | 'size'>): boolean {
  return one.font === other.font && Math.abs(one.size - other.size) < SAME_SIZE;
}

export function leftOf(segments: readonly Pick<Segment, 'x'>[]): number {
  return segments.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
}

export function rightOf(segments: Row): number {
  return segments.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY);
}

export function isCrossing(row: Row, x: number): boolean {
  return row.some((one) => one.x < x && one.right > x);
}

/** The parts of rows on both sides of a gutter, without rows that have nothing there. */
export function sidesOf(rows: readonly Row[], gutter: number): readonly [left: Row[], right: Row[]] {
  const onSide = (isOnSide: (one: Segment) => boolean) =>
    rows.map((row) => row.filter(isOnSide)).filter((row) => row.length > 0);
  return [onSide(({ right }) => right <= gutter), onSide(({ x }) => x >= gutter)];
}

export function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
