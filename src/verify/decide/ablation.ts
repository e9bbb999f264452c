import { FEATURES, type Features } from '../examine/feature-names.ts';
import type { Calibration } from './calibration.ts';
import type { CurveModel } from './curve-model.ts';
import { OBJECTIONS, type Objection } from './objection-names.ts';

/** Everything of the decision that can be left out to see what it brings. */
export const ABLATIONS = [...FEATURES, ...OBJECTIONS] as const;
export type Ablation = (typeof ABLATIONS)[number];

/** The calibration without the features and objections named: a feature says of every span what it says of most. */
export function withoutNamed(calibration: Calibration, names: readonly Ablation[]): Calibration {
  const isObjection = (name: Ablation): name is Objection => (OBJECTIONS as readonly string[]).includes(name);
  const features = new Set<string>(names.filter((name) => !isObjection(name)));
  return {
    ...calibration,
    entailed: levelled(calibration.entailed, features),
    contradicted: levelled(calibration.contradicted, features),
    without: [...calibration.without, ...names.filter(isObjection)],
  };
}

/** Curves of the features named become level at the height of their middle point: the points are quantiles. */
function levelled(model: CurveModel, names: ReadonlySet<string>): Calibration['entailed'] {
  const curves = Object.entries(model.curves).map(([name, points]) => {
    const middle = points![Math.floor((points!.length - 1) / 2)]!;
    return [name, names.has(name) ? [middle] : points] as const;
  });
  return { bias: model.bias, curves: Object.fromEntries(curves) as Record<keyof Features, [number, number][]> };
}
