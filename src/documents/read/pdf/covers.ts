import type { Box, Vector } from './boxes.ts';

/** A letter where a page paints it, with vectors to its end and its top. */
export interface Letter extends Vector {
  readonly along: Vector;
  readonly up: Vector;
  readonly isHidden: boolean;
}

/** An opaque filled box, and how many letters were drawn before it. */
export interface Cover {
  readonly box: Box;
  readonly after: number;
}

/** Covers that are remembered: with more, the letters below the others count as seen. */
export const MAX_COVERS = 200;
/** Least breadth and height of a box that covers a letter, in points. */
const LEAST_SIDE = 4;
/** Parts of a letter that are inside the box that covers it, along its line and up. */
const INNER = [
  [0.25, 0],
  [0.75, 0.5],
] as const;
/** Points between the edge of a path and that of its letters, which no reader sees. */
const SLIGHT = 0.5;

export function mayCover({ left, right, bottom, top }: Box): boolean {
  return Math.min(right - left, top - bottom) >= LEAST_SIDE;
}

/** The letters on which no opaque box was drawn later. */
export function uncovered<One extends Letter>(glyphs: readonly One[], covers: readonly Cover[]): readonly One[] {
  if (covers.length === 0) return glyphs;
  return glyphs.map((glyph, i) =>
    !glyph.isHidden && covers.some(({ box, after }) => after > i && isInside(glyph, box))
      ? { ...glyph, isHidden: true }
      : glyph,
  );
}

function isInside({ x, y, along, up }: Letter, { left, right, bottom, top }: Box): boolean {
  return INNER.every(([by, high]) => {
    const at = { x: x + by * along.x + high * up.x, y: y + by * along.y + high * up.y };
    return at.x >= left - SLIGHT && at.x <= right + SLIGHT && at.y >= bottom - SLIGHT && at.y <= top + SLIGHT;
  });
}

/** True for a letter of which no part is inside a box. */
export function isBeyond({ x, y, along, up }: Omit<Letter, 'isHidden'>, box: Box): boolean {
  return (
    Math.max(x, x + along.x, x + up.x) < box.left - SLIGHT ||
    Math.min(x, x + along.x, x + up.x) > box.right + SLIGHT ||
    Math.max(y, y + along.y, y + up.y) < box.bottom - SLIGHT ||
    Math.min(y, y + along.y, y + up.y) > box.top + SLIGHT
  );
}

/** Numbers after each operator of a path: move, line, two kinds of curves, close. */
const LINE_ARGUMENTS = [2, 2];

/** True for a path of pdf.js that is one box along the sides of the page. */
export function isBoxPath(path: ArrayLike<number>): boolean {
  const points: (readonly [number, number])[] = [];
  for (let at = 0; at < path.length; at += 1 + (LINE_ARGUMENTS[path[at]!] ?? 0)) {
    const operator = path[at]!;
    if (operator === 4) continue;
    if (operator > 1 || (operator === 0 && points.length > 0) || points.length > 5) return false;
    points.push([path[at + 1]!, path[at + 2]!]);
  }
  const corners = new Set(points.map(([x, y]) => `${x} ${y}`));
  const [xs, ys] = [new Set(points.map(([x]) => x)), new Set(points.map(([, y]) => y))];
  return corners.size === 4 && xs.size === 2 && ys.size === 2;
}
