import { firstIndex } from '../../../text/span.ts';
import type { Box } from './boxes.ts';
import type { Letter } from './letter.ts';

/** An upright line of a table. */
export interface Wall {
  readonly x: number;
  readonly bottom: number;
  readonly top: number;
}

/** Lines of neighboring rows are one wall where they are this near, in points. */
const TOUCHING = 1;
/** Least height of a wall, in letter sizes: the sides of a frame around a word are no walls. */
const LEAST_HEIGHT = 3;

/** The upright lines among thin ones, from the left. */
export function wallsOf(rules: readonly Box[]): Wall[] {
  const upright = rules.filter(({ left, right, bottom, top }) => top - bottom > right - left);
  const sorted = upright.map(({ left, right, bottom, top }) => ({ x: (left + right) / 2, bottom, top }));
  sorted.sort((one, other) => Math.round(one.x) - Math.round(other.x) || one.bottom - other.bottom);
  const walls: { readonly x: number; readonly bottom: number; top: number }[] = [];
  for (const one of sorted) {
    const last = walls.at(-1);
    if (last !== undefined && Math.round(last.x) === Math.round(one.x) && one.bottom <= last.top + TOUCHING)
      last.top = Math.max(last.top, one.top);
    else walls.push({ ...one });
  }
  return walls.sort((one, other) => one.x - other.x);
}

/** True for letters of a line from left to right with a wall between them: cells may have no gap between them. */
export function isBehindWall(last: Letter, next: Letter, walls: readonly Wall[]): boolean {
  if (walls.length === 0) return false;
  const { direction, up } = next.run;
  if (direction.x <= 0 || direction.y !== 0) return false;
  const from = last.x + 0.5 * last.width * last.run.direction.x;
  const to = next.x + 0.5 * next.width * direction.x;
  const size = up.y;
  for (let i = firstIndex(walls.length, (at) => walls[at]!.x >= from); i < walls.length; i += 1) {
    const { x, bottom, top } = walls[i]!;
    if (x > to) return false;
    if (bottom <= next.y && top >= next.y + size / 2 && top - bottom >= LEAST_HEIGHT * size) return true;
  }
  return false;
}
