import {
  PairBudget,
  type SurfaceFindings,
  surfaceFindings,
  surfaceReading,
} from '../../../../src/verify/rules/index.ts';

export { surfaceReading as readSurface } from '../../../../src/verify/rules/index.ts';

/** Reads and compares two texts. */
export function compareSurface(claim: string, premise: string): SurfaceFindings {
  return surfaceFindings(surfaceReading(claim), surfaceReading(premise), new PairBudget());
}
