import { FEATURES, type Features } from '../examine/feature-names.ts';
import type { Calibration } from './calibration.ts';
import { OBJECTIONS } from './objection-names.ts';

/** Everything of the decision that can be left out to see what it brings. */
export const ABLATIONS = [...FEATURES, ...OBJECTIONS] as const;

/** The calibration without the features and objections named: a feature says of every span what it says of most. */
export function withoutNamed(calibration: Calibration, names: readonly (typeof ABLATIONS)[number][]): Calibration {
  const left = new Set<string>(names);
  return {
    ...calibration,
    entailed: levelled(calibration.entailed, left),
    contradicted: levelled(calibration.contradicted, left),
    without: [...calibration.without, ...OBJECTIONS.filter((name) => left.has(name))],
  };
}

/** Curves of the features named become level at the height of their middle point: the points are quantiles. */
function levelled(model: Calibration['entailed'], names: ReadonlySet<string>): Calibration['entailed'] {
  const curves = Object.entries(model.curves).map(([name, points]) => {
    const middle = points![Math.floor((points!.length - 1) / 2)]!;
    return [name, names.has(name) ? [middle] : points] as const;
  });
  return { bias: model.bias, curves: Object.fromEntries(curves) as Record<keyof Features, [number, number][]> };
}
