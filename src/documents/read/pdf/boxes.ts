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
  left: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
};
/** Points that a rule is thick at most. */
const MAX_THICKNESS = 3;

/** True for a thin line along a side of the page. */
export function isRule({ left, right, bottom, top }: Box): boolean {
  const [width, height] = [right - left, top - bottom];
  const short = Math.min(width, height);
  return short <= MAX_THICKNESS && Math.max(width, height) > 2 * short;
}

// These are called for each operator of a page: places in arrays are read one by one, which takes a tenth of the time.
export function multiplied(by: Matrix, of: Matrix): Matrix {
  return [
    by[0] * of[0] + by[2] * of[1],
    by[1] * of[0] + by[3] * of[1],
    by[0] * of[2] + by[2] * of[3],
    by[1] * of[2] + by[3] * of[3],
    by[0] * of[4] + by[2] * of[5] + by[4],
    by[1] * of[4] + by[3] * of[5] + by[5],
  ];
}

/** A place moved by a distance of its own units. */
export function moved(from: Matrix, x: number, y: number): Matrix {
  const at = placeIn(from, x, y);
  return [from[0], from[1], from[2], from[3], at.x, at.y];
}

export function placeIn(matrix: Matrix, x: number, y: number): Vector {
  return { x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5] };
}

export function turned(matrix: Matrix, x: number, y: number): Vector {
  return { x: matrix[0] * x + matrix[2] * y, y: matrix[1] * x + matrix[3] * y };
}

/** @param bounds left, bottom, right and top */
export function boxOf(matrix: Matrix, bounds: ArrayLike<number>): Box {
  const one = placeIn(matrix, bounds[0]!, bounds[1]!);
  const across = turned(matrix, bounds[2]! - bounds[0]!, 0);
  const up = turned(matrix, 0, bounds[3]! - bounds[1]!);
  return {
    left: one.x + Math.min(0, across.x) + Math.min(0, up.x),
    right: one.x + Math.max(0, across.x) + Math.max(0, up.x),
    bottom: one.y + Math.min(0, across.y) + Math.min(0, up.y),
    top: one.y + Math.max(0, across.y) + Math.max(0, up.y),
  };
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
