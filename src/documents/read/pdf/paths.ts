/** Numbers after each operator of a path of pdf.js: move, line, two kinds of curves, close. */
const ARGUMENTS = [2, 2, 6, 4, 0];
const [MOVE, LINE, CLOSE] = [0, 1, 4];

function afterStep(path: ArrayLike<number>, at: number): number {
  return at + 1 + (ARGUMENTS[path[at]!] ?? 0);
}

/** The left, bottom, right and top edges of each connected part of a path. */
export function* partsOfPath(path: ArrayLike<number>): Generator<[number, number, number, number]> {
  let part: [number, number, number, number] | undefined;
  for (let at = 0; at < path.length; at = afterStep(path, at)) {
    if (path[at] === MOVE) {
      if (part !== undefined) yield part;
      part = undefined;
    }
    for (let i = at + 1; i < afterStep(path, at); i += 2) {
      const x = path[i]!;
      const y = path[i + 1]!;
      part ??= [x, y, x, y];
      part[0] = Math.min(part[0], x);
      part[1] = Math.min(part[1], y);
      part[2] = Math.max(part[2], x);
      part[3] = Math.max(part[3], y);
    }
  }
  if (part !== undefined) yield part;
}

/** True for a path that is one box along the sides of the page. */
export function isBoxPath(path: ArrayLike<number>): boolean {
  const points: (readonly [number, number])[] = [];
  for (let at = 0; at < path.length; at = afterStep(path, at)) {
    const operator = path[at]!;
    if (operator === CLOSE) continue;
    if (operator > LINE || (operator === MOVE && points.length > 0) || points.length > 5) return false;
    points.push([path[at + 1]!, path[at + 2]!]);
  }
  const corners = new Set(points.map(([x, y]) => `${x} ${y}`));
  const [xs, ys] = [new Set(points.map(([x]) => x)), new Set(points.map(([, y]) => y))];
  return corners.size === 4 && xs.size === 2 && ys.size === 2;
}
