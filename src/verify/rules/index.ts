import { factFindings } from './compare/compare-facts.ts';
import { nameFindings } from './compare/compare-names.ts';
import { negationDiffers } from './compare/compare-negation.ts';
import type { PairBudget } from './compare/compare-qualifiers.ts';
import type { Finding, SurfaceFindings } from './findings.ts';
import type { SurfaceReading } from './reading.ts';

export { PairBudget } from './compare/compare-qualifiers.ts';
export { type CopyDifferences, copyDifferences } from './compare/copy-differences.ts';
export { countedGroup, partsOf } from './compare/counted-parts.ts';
export { deniesUnlisted, deniesUnnamed } from './compare/denied-absent.ts';
export { deniesOfExcepted, saysByException } from './compare/exceptions.ts';
export { exchangesRoles } from './compare/exchanged-roles.ts';
export { extraIn, inclusionOf } from './compare/extras.ts';
export { isOfNumbersAlone } from './compare/list-of-numbers.ts';
export { isNamedFor, leavesOutDays, otherDays } from './compare/other-days.ts';
export { leavesOutRest } from './compare/other-relation.ts';
export { isOverstated } from './compare/overstated.ts';
export { datesIn, type Period, periodsIn, saysNothingElse } from './compare/period-dates.ts';
export { inZoneOf, isAmount, isDate, isSameAmount, isSameCount, isSameDay, relationOf } from './compare/relate.ts';
export { dropsRestriction } from './compare/restricted.ts';
export { isWithin, isWithinLimit, limitAround } from './compare/within-bound.ts';
export type { ReadDocument } from './compute/candidates.ts';
export type { Computed, Operand, Operation } from './compute/computed.ts';
export { derivedClaim } from './compute/derived-claim.ts';
export { proseClaim } from './compute/prose-claims.ts';
export { proseTableSteps } from './compute/prose-tables.ts';
export { asksOfTable, tableClaim } from './compute/table-claims.ts';
export { DAY, HALF_DAY, MINUTE_OF_DAY } from './extract/clock-times.ts';
export { isPart } from './extract/date-periods.ts';
export { type Factuality, factualityOf } from './extract/factuality.ts';
export { NOTICE_SENTENCES, replacementNotice } from './extract/replacement-notices.ts';
export { placeOfSchedule, type Schedule, schedulesOf } from './extract/schedules.ts';
export { hourRangesIn } from './extract/time-edges.ts';
export type { Fact, SurfaceFindings } from './findings.ts';
export { type Objection, objectionsIn } from './objections.ts';
export { type SurfaceReading, surfaceReading, surfaceReadingSteps } from './reading.ts';
export { type Records, recordClaim } from './records/record-claim.ts';

export function countOf(findings: readonly Finding[], status: Finding['status']): number {
  return findings.reduce((total, finding) => total + (finding.status === status ? 1 : 0), 0);
}

/** Compares two readings: read each text once and compare it as often as needed. One budget is for a whole claim. */
export function surfaceFindings(claim: SurfaceReading, premise: SurfaceReading, budget: PairBudget): SurfaceFindings {
  return {
    facts: factFindings(claim, premise, budget),
    names: nameFindings(claim, premise),
    negation: negationDiffers(claim, premise),
  };
}
