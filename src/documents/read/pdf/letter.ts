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

export function isIn({ x, y }: Vector, { left, right, bottom, top }: Box, slight = 0): boolean {
  return x >= left - slight && x <= right + slight && y >= bottom - slight && y <= top + slight;
}

/** True for a letter that a box on it leaves nothing readable of. */
export function isCovered(letter: Letter, box: Box): boolean {
  return isIn(partOf(letter, 0.25, 0), box, SLIGHT) && isIn(partOf(letter, 0.75, 0.5), box, SLIGHT);
}

/** True for a letter of which no part is inside a box. */
export function isBeyond(letter: Letter, box: Box): boolean {
  const { x, y } = letter;
  const [end, top] = [partOf(letter, 1, 0), partOf(letter, 0, 1)];
  return (
    Math.max(x, end.x, top.x) < box.left - SLIGHT ||
    Math.min(x, end.x, top.x) > box.right + SLIGHT ||
    Math.max(y, end.y, top.y) < box.bottom - SLIGHT ||
    Math.min(y, end.y, top.y) > box.top + SLIGHT
  );
}
