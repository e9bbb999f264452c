import type { Rest } from '../yield-regularly.ts';
import type { Calibration } from './decide/calibration.ts';
import { combineSpans } from './decide/combine-spans.ts';
import { decideSpan } from './decide/policy.ts';
import type { ExaminedClaim } from './examine/examine-claim.ts';
import { answeredParts } from './explain/answered-claim.ts';
import { auditTrail } from './explain/audit-trail.ts';
import { writeReasoning } from './explain/reasoning.ts';
import { reasonsOf } from './explain/reasons.ts';
import { PairBudget } from './rules/index.ts';
import { pairMatrix } from './score/pair-matrix.ts';
import type { Verification } from './verification.ts';

/** Decides an examined claim and explains the decision; no model reads anything any more. */
export async function verificationOf(
  { claim, source, spans, scored, timings }: ExaminedClaim,
  calibration: Calibration,
  rest: Rest,
): Promise<Verification> {
  const startedAt = performance.now();
  const decided = spans.map((span) => decideSpan(span, calibration));
  const decision = combineSpans(decided, calibration);
  const given = { source, budget: new PairBudget(), rest };
  const parts = await answeredParts(claim, decided, given);
  return {
    verdict: decision.verdict,
    confidence: decision.confidence,
    probabilities: decision.probabilities,
    reasoning: await writeReasoning(parts, decision, given),
    auditTrail: auditTrail(parts),
    reasons: parts.flatMap(({ part, decided: span, evidence }) =>
      span === undefined ? [] : [{ claimSpan: part.span, reasons: reasonsOf(span, evidence) }],
    ),
    matrix: pairMatrix(claim, source, scored),
    timings: { ...timings, policyMs: performance.now() - startedAt },
    pairs: pairsOf(scored),
  };
}

function pairsOf(scored: ExaminedClaim['scored']): Verification['pairs'] {
  const total = (count: (span: ExaminedClaim['scored'][number]) => number) =>
    scored.reduce((sum, span) => sum + count(span), 0);
  return {
    evidence: total(({ evidence }) => evidence.length),
    verdict: total(({ premises }) => premises.length),
    cut: total(({ cut }) => cut),
  };
}
