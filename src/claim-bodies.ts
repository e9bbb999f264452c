import { outcomeOf } from './answer/outcome.ts';
import type { ClaimDetailBody, ClaimResultBody } from './contract/verify.ts';
import { toDetail, toResponseBody } from './verify/bodies.ts';
import type { Verification, VerifierInfo } from './verify/verification.ts';

/** The result of a claim in a batch and in a file: the four fields of `POST /v1/verify`, its outcome and reason codes. */
export function toClaimResult(verification: Verification, info: VerifierInfo): ClaimResultBody {
  return { ...toResponseBody(verification), ...decidedOf(verification, info) };
}

export function toClaimDetail(verification: Verification, info: VerifierInfo): ClaimDetailBody {
  return { ...decidedOf(verification, info), ...toDetail(verification, info) };
}

/** A claim has no policy of its own: UNCERTAIN is to be reviewed, and the verifier says which confidence passes. */
function decidedOf(
  verification: Verification,
  { minConfidence }: VerifierInfo,
): Pick<ClaimResultBody, 'outcome' | 'reason_codes'> {
  const codes = verification.spans.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  return {
    outcome: outcomeOf(verification, { uncertain: 'review', minConfidence: minConfidence.value }),
    reason_codes: [...new Set(codes)],
  };
}
