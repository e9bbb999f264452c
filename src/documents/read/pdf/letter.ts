import type { Box, Vector } from './boxes.ts';

/** A letter as a page paints it, at the place of the file. */
export interface Letter extends Vector {
  readonly text: string;
  /** Along its line. */
  readonly width: number;
  /** No reader sees it; something painted later may hide it. */
  isHidden: boolean;
  /** A space was painted right before it, by the same operator. */
  readonly isAfterSpace: boolean;
  readonly run: Run;
}

/** Letters that are painted together. */
export interface Run {
  readonly font: string;
  readonly size: number;
  /** The letter size on the page, along the line. */
  readonly em: number;
  /** The direction of the line, with a length of 1, and the vector up by the letter size. */
  readonly direction: Vector;
  readonly up: Vector;
  /** The length of `up`. */
  readonly height: number;
  /** Counts the parts that the page is made of: letters of different parts are no word. */
  readonly part: number;
  /** The marked content of a tagged page that it belongs to. */
  readonly content: string | undefined;
  /** It is the appearance of a note or a field. */
  readonly isOfNote: boolean;
}

/** Points between the edge of a path and that of its letters, which no reader sees. */
const SLIGHT = 0.5;
/** The place on a page of a part of a letter. */
export function partOf({ x, y, width, run: { direction, up } }: Letter, right: number, high: number): Vector {
  const along = right * width;
  return { x: x + along * direction.x + high * up.x, y: y + along * direction.y + high * up.y };
}

export function isIn({ x, y }: Vector, { left, right, bottom, top }: Box): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

// These are called for each letter, with each box that is painted over it: they make no vectors.
/** True for a letter that a box on it leaves nothing readable of. */
export function isCovered({ x, y, width, run: { direction, up } }: Letter, { left, right, bottom, top }: Box): boolean {
  return (
    isBetween(x + 0.25 * width * direction.x, left, right) &&
    isBetween(y + 0.25 * width * direction.y, bottom, top) &&
    isBetween(x + 0.75 * width * direction.x + 0.5 * up.x, left, right) &&
    isBetween(y + 0.75 * width * direction.y + 0.5 * up.y, bottom, top)
  );
}

function isBetween(at: number, from: number, to: number): boolean {
  return at >= from - SLIGHT && at <= to + SLIGHT;
}

/** True for a letter of which no part is inside a box. */
export function isBeyond({ x, y, width, run: { direction, up } }: Letter, { left, right, bottom, top }: Box): boolean {
  const endX = x + width * direction.x;
  const endY = y + width * direction.y;
  return (
    Math.max(x, endX, x + up.x) < left - SLIGHT ||
    Math.min(x, endX, x + up.x) > right + SLIGHT ||
    Math.max(y, endY, y + up.y) < bottom - SLIGHT ||
    Math.min(y, endY, y + up.y) > top + SLIGHT
  );
}
