/** Numbers after each operator of a path of pdf.js: move, line, two kinds of curves, close. */
const ARGUMENTS = [2, 2, 6, 4, 0];
const [MOVE, LINE, CLOSE] = [0, 1, 4];

function* stepsOf(path: ArrayLike<number>): Generator<readonly [operator: number, from: number, past: number]> {
  for (let at = 0; at < path.length; ) {
    const operator = path[at]!;
    const past = at + 1 + (ARGUMENTS[operator] ?? 0);
    yield [operator, at + 1, past];
    at = past;
  }
}

/** The left, bottom, right and top edges of each connected part of a path. */
export function* partsOfPath(path: ArrayLike<number>): Generator<[number, number, number, number]> {
  let part: [number, number, number, number] | undefined;
  for (const [operator, from, past] of stepsOf(path)) {
    if (operator === MOVE) {
      if (part !== undefined) yield part;
      part = undefined;
    }
    for (let i = from; i < past; i += 2) {
      const [x, y] = [path[i]!, path[i + 1]!];
      part ??= [x, y, x, y];
      part = [Math.min(part[0], x), Math.min(part[1], y), Math.max(part[2], x), Math.max(part[3], y)];
    }
  }
  if (part !== undefined) yield part;
}

/** True for a path that is one box along the sides of the page. */
export function isBoxPath(path: ArrayLike<number>): boolean {
  const points: (readonly [number, number])[] = [];
  for (const [operator, from] of stepsOf(path)) {
    if (operator === CLOSE) continue;
    if (operator > LINE || (operator === MOVE && points.length > 0) || points.length > 5) return false;
    points.push([path[from]!, path[from + 1]!]);
  }
  const corners = new Set(points.map(([x, y]) => `${x} ${y}`));
  const [xs, ys] = [new Set(points.map(([x]) => x)), new Set(points.map(([, y]) => y))];
  return corners.size === 4 && xs.size === 2 && ys.size === 2;
}
