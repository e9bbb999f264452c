import { withoutPause } from '../../../../src/text/pausing.ts';
import {
  PairBudget,
  pausingComparison,
  pausingReading,
  type SurfaceFindings,
  type SurfaceReading,
} from '../../../../src/verify/rules/index.ts';

/** Reads a text without a pause. */
export function readSurface(text: string): SurfaceReading {
  return withoutPause(pausingReading(text));
}

/** Reads and compares two texts in one go. */
export function compareSurface(claim: string, premise: string): SurfaceFindings {
  return withoutPause(pausingComparison(readSurface(claim), readSurface(premise), new PairBudget()));
}
