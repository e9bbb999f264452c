import type { Span } from '../text/index.ts';
import type { Calibration } from '../verify/calibration.ts';
import { type DecidedEvidence, decidedEvidence } from '../verify/decided-evidence.ts';
import { type ClaimJudgement, type JudgedSpan, judgeClaim, judgeSpan } from '../verify/policy.ts';
import type { ReadClaim } from '../verify/read-claim.ts';
import type { ReadSource } from '../verify/read-source.ts';
import { type Reason, reasonsOf } from '../verify/reasons.ts';
import { PairBudget } from '../verify/rules/index.ts';
import type { Scoring } from '../verify/select-evidence.ts';
import { examineClaim } from '../verify/verify-claim.ts';

/** What was decided of a sentence, and why. */
export interface CheckedSentence extends ClaimJudgement {
  readonly reasons: readonly Reason[];
  readonly evidence: readonly DecidedEvidence[];
}

export interface SentenceChecking {
  readonly scoring: Scoring;
  readonly calibration: Calibration;
  /** Whether a place of the source may decide alone: a title may not. */
  readonly decides: (place: Span) => boolean;
}

/** Checks one sentence, as a claim, against a source. Text that the model does not read is not scored. */
export async function checkSentence(
  claim: ReadClaim,
  source: ReadSource,
  { scoring, calibration, decides }: SentenceChecking,
): Promise<CheckedSentence> {
  if (claim.spans.some(({ foreign }) => foreign)) {
    const reasons = [{ code: 'language', expected: undefined, found: undefined }] as const;
    return { ...judgeClaim([], calibration), reasons, evidence: [] };
  }
  const { spans } = await examineClaim(claim, source, scoring);
  const judged = spans.map((whole): JudgedSpan => {
    const examined = whole.surface && !decides(whole.surface.span) ? { ...whole, surface: undefined } : whole;
    return { examined, judgement: judgeSpan(examined, calibration) };
  });
  const given = { source, budget: new PairBudget(scoring.comparedPairs), rest: scoring.rest };
  const evidence: DecidedEvidence[] = [];
  const reasons: Reason[] = [];
  for (const span of judged) {
    const own = await decidedEvidence(span, given);
    evidence.push(...own);
    reasons.push(...reasonsOf(span, own));
  }
  return { ...judgeClaim(judged, calibration), reasons, evidence };
}
