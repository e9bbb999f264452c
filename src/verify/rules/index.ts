import type { Steps } from '../../text/index.ts';
import { factFindings } from './compare/compare-facts.ts';
import { nameFindings } from './compare/compare-names.ts';
import { negationDiffers } from './compare/compare-negation.ts';
import type { PairBudget } from './compare/pair-budget.ts';
import type { FactFinding, FindingStatus, NameFinding } from './findings.ts';
import type { SurfaceReading } from './reading.ts';

export { type CopyDifferences, copyDifferences } from './compare/copy-differences.ts';
export { PairBudget } from './compare/pair-budget.ts';
export { type Factuality, factualityOf } from './extract/factuality.ts';
export { type SurfaceReading, surfaceSteps } from './reading.ts';

/** What the words themselves say about a claim and a passage, before any model is asked. */
export interface SurfaceFindings {
  /** One per number, date or identifier of the claim, in its order. */
  readonly facts: readonly FactFinding[];
  readonly factsConflicting: number;
  readonly factsAbsent: number;
  /** One per name of the claim, in its order. */
  readonly nameFindings: readonly NameFinding[];
  /** One text denies what the other states of the same words. */
  readonly negation: boolean;
}

function count(findings: readonly FactFinding[], status: FindingStatus): number {
  return findings.reduce((total, finding) => total + (finding.status === status ? 1 : 0), 0);
}

/** Compares two readings: read each text once and compare it as often as needed. One budget is for a whole claim. */
export function* compareSteps(
  claim: SurfaceReading,
  premise: SurfaceReading,
  budget: PairBudget,
): Steps<SurfaceFindings> {
  const facts = yield* factFindings(claim, premise, budget);
  const names = yield* nameFindings(claim, premise);
  return {
    facts,
    factsConflicting: count(facts, 'conflict'),
    factsAbsent: count(facts, 'absent'),
    nameFindings: names,
    negation: negationDiffers(claim, premise),
  };
}
