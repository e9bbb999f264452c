/** A place or a direction on a page. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** A part of a page along its sides. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** The vector (a, b, c, d, e, f), as pdf.js has it. */
export type Matrix = readonly [number, number, number, number, number, number];

export const UNIT: Matrix = [1, 0, 0, 1, 0, 0];
export const EVERYWHERE: Box = {
  ...{ left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY },
  ...{ bottom: Number.NEGATIVE_INFINITY, top: Number.POSITIVE_INFINITY },
};
/** Points that a rule is thick at most. */
const MAX_THICKNESS = 3;

/** True for a thin line along a side of the page. */
export function isRule({ left, right, bottom, top }: Box): boolean {
  const [width, height] = [right - left, top - bottom];
  const short = Math.min(width, height);
  return short <= MAX_THICKNESS && Math.max(width, height) > 2 * short;
}

export function multiplied([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function placeIn(matrix: Matrix, x: number, y: number): Vector {
  const by = turned(matrix, x, y);
  return { x: by.x + matrix[4], y: by.y + matrix[5] };
}

export function turned([a, b, c, d]: Matrix, x: number, y: number): Vector {
  return { x: a * x + c * y, y: b * x + d * y };
}

export function boxOf(matrix: Matrix, bounds: ArrayLike<number>): Box {
  const [x1, y1, x2, y2] = Array.from(bounds) as [number, number, number, number];
  const corners = [placeIn(matrix, x1, y1), placeIn(matrix, x2, y1), placeIn(matrix, x1, y2), placeIn(matrix, x2, y2)];
  return corners.map(({ x, y }): Box => ({ left: x, right: x, bottom: y, top: y })).reduce(around);
}

/** The least box that two boxes are in. */
export function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
    top: Math.max(one.top, other.top),
  };
}

/** The part that two boxes have in common. */
export function within(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    top: Math.min(one.top, other.top),
  };
}
