import type { DecidedSpan } from '../decide/policy.ts';
import type { Comparing } from '../examine/compare-span.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import { type DecidedEvidence, decidedEvidence } from './decided-evidence.ts';

/** A part of the claim as it is answered: undecided, and without evidence, when it asserts nothing. */
export interface AnsweredPart {
  readonly part: ClaimSpan;
  readonly decided: DecidedSpan | undefined;
  /** The premises that decided it, read beside it. */
  readonly evidence: readonly DecidedEvidence[];
}

/** All parts of the claim in its order: those that were decided, and between them those that assert nothing. */
export async function answeredParts(
  { parts }: ReadClaim,
  spans: readonly DecidedSpan[],
  given: Comparing,
): Promise<AnsweredPart[]> {
  const bySpan = new Map(spans.map((span) => [span.examined.hypothesis, span]));
  const answered: AnsweredPart[] = [];
  for (const part of parts) {
    const decided = bySpan.get(part);
    answered.push({ part, decided, evidence: decided === undefined ? [] : await decidedEvidence(decided, given) });
  }
  return answered;
}
