import type { Steps } from '../../text/index.ts';
import { factFindings } from './compare/compare-facts.ts';
import { nameFindings } from './compare/compare-names.ts';
import { negationDiffers } from './compare/compare-negation.ts';
import type { PairBudget } from './compare/pair-budget.ts';
import type { Finding, SurfaceFindings } from './findings.ts';
import type { SurfaceReading } from './reading.ts';

export { type CopyDifferences, copyDifferences } from './compare/copy-differences.ts';
export { isSatisfied } from './compare/describe-finding.ts';
export { PairBudget } from './compare/pair-budget.ts';
export { type Factuality, factualityOf } from './extract/factuality.ts';
export type { SurfaceFindings } from './findings.ts';
export { type SurfaceReading, surfaceSteps } from './reading.ts';

export function countOf(findings: readonly Finding[], status: Finding['status']): number {
  return findings.reduce((total, finding) => total + (finding.status === status ? 1 : 0), 0);
}

/** Compares two readings: read each text once and compare it as often as needed. One budget is for a whole claim. */
export function* compareSteps(
  claim: SurfaceReading,
  premise: SurfaceReading,
  budget: PairBudget,
): Steps<SurfaceFindings> {
  return {
    facts: yield* factFindings(claim, premise, budget),
    names: yield* nameFindings(claim, premise),
    negation: negationDiffers(claim, premise),
  };
}
