import type { JudgedSpan } from '../decide/policy.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';

/** A part of the claim as it is answered: undecided when it asserts nothing. */
export interface AnsweredPart {
  readonly part: ClaimSpan;
  readonly judged: JudgedSpan | undefined;
}

/** All parts of the claim in its order: those that were judged, and between them those that assert nothing. */
export function answeredParts({ parts }: ReadClaim, judged: readonly JudgedSpan[]): AnsweredPart[] {
  const bySpan = new Map(judged.map((span) => [span.examined.hypothesis, span]));
  return parts.map((part) => ({ part, judged: bySpan.get(part) }));
}
