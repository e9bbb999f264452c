import { atOnce } from '../../../../src/text/index.ts';
import { compareSteps, PairBudget, readSurface, type SurfaceFindings } from '../../../../src/verify/rules/index.ts';

/** Reads and compares two texts in one go. */
export function compareSurface(claim: string, premise: string): SurfaceFindings {
  return atOnce(compareSteps(readSurface(claim), readSurface(premise), new PairBudget()));
}
