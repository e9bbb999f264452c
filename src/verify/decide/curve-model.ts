/** A generalised additive model: log-odds are the bias plus, for each named value, the height of its curve. */
export interface CurveModel {
  readonly bias: number;
  /** Points [value, log-odds] joined by straight lines, level beyond the ends. A name left out says nothing. */
  readonly curves: Readonly<Partial<Record<string, readonly (readonly [number, number])[]>>>;
}

/** Log-odds: the sum of the curves' heights at the values, plus the bias. */
export function additive(values: Readonly<Record<string, number>>, { bias, curves }: CurveModel): number {
  return Object.entries(curves).reduce((sum, [name, points]) => sum + curveAt(points!, values[name]!), bias);
}

function curveAt(points: readonly (readonly [number, number])[], x: number): number {
  const right = points.findIndex(([at]) => at >= x);
  if (right <= 0) return points.at(right === 0 ? 0 : -1)![1];
  const [x0, y0] = points[right - 1]!;
  const [x1, y1] = points[right]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
