import { atOnce } from '../../../../src/text/steps.ts';
import {
  compareSteps,
  PairBudget,
  type SurfaceFindings,
  type SurfaceReading,
  surfaceSteps,
} from '../../../../src/verify/rules/index.ts';

/** Reads a text without a pause. */
export function readSurface(text: string): SurfaceReading {
  return atOnce(surfaceSteps(text));
}

/** Reads and compares two texts in one go. */
export function compareSurface(claim: string, premise: string): SurfaceFindings {
  return atOnce(compareSteps(readSurface(claim), readSurface(premise), new PairBudget()));
}
