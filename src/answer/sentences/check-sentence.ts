import type { Span } from '../../text/index.ts';
import type { Calibration } from '../../verify/decide/calibration.ts';
import { type ClaimDecision, combineSpans } from '../../verify/decide/combine-spans.ts';
import { decideSpan } from '../../verify/decide/policy.ts';
import { examineClaim } from '../../verify/examine/examine-claim.ts';
import { type ExaminedSpan, strongestOpposition } from '../../verify/examine/features.ts';
import { type DecidedEvidence, decidedEvidence } from '../../verify/explain/decided-evidence.ts';
import type { Reason } from '../../verify/explain/reason-codes.ts';
import { reasonsOf } from '../../verify/explain/reasons.ts';
import type { Premise, ScoredPremise } from '../../verify/read/premises.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import type { ReadSource } from '../../verify/read/read-source.ts';
import { PairBudget } from '../../verify/rules/index.ts';
import type { ScoredSpan } from '../../verify/score/score-span.ts';
import type { Scoring } from '../../verify/score/scoring.ts';

/** What was decided of a sentence, and why. */
export interface CheckedSentence extends ClaimDecision {
  readonly reasons: readonly Reason[];
  readonly evidence: readonly DecidedEvidence[];
}

/** What speaks most against a span in the documents that its support is not in; a premise of both hides that they differ. */
function rivalOf(
  { support, surface }: ExaminedSpan,
  { premises }: ScoredSpan,
  { sentences }: ReadSource,
): ScoredPremise | undefined {
  const documentsOf = (premise: Premise) => premise.sentences.map((i) => sentences[i]!.document.number);
  const supporting = new Set(documentsOf(surface?.premise ?? support));
  const rivals = premises.filter((premise) => !documentsOf(premise).some((document) => supporting.has(document)));
  return rivals.length === 0 ? undefined : strongestOpposition(rivals);
}

/**
 * Checks one sentence, as a claim, against a source. Text that the model does not read is not scored. `decides` tells
 * whether a place of the source may decide alone: a title may not.
 */
export async function checkSentence(
  claim: ReadClaim,
  { scoring, calibration, decides }: { scoring: Scoring; calibration: Calibration; decides: (place: Span) => boolean },
): Promise<CheckedSentence> {
  const { source, rest } = scoring;
  if (claim.spans.some(({ foreign }) => foreign)) {
    const reasons = [{ code: 'language', expected: undefined, found: undefined }] as const;
    return { ...combineSpans([], calibration), reasons, evidence: [] };
  }
  const { spans, scored } = await examineClaim(claim, scoring);
  const decided = spans.map((span) => {
    const rival = rivalOf(span, scored.find((one) => one.span === span.hypothesis)!, source);
    const disputed = rival === undefined ? span : { ...span, opposition: rival, surface: undefined };
    const disagreeing = decideSpan(disputed, calibration);
    if (disagreeing.objections.includes('evidence_disagrees')) return disagreeing;
    const examined = span.surface && !decides(span.surface.span) ? { ...span, surface: undefined } : span;
    return decideSpan(examined, calibration);
  });
  const given = { source, budget: new PairBudget(scoring.comparedPairs), rest };
  const evidence: DecidedEvidence[] = [];
  const reasons: Reason[] = [];
  for (const span of decided) {
    const own = await decidedEvidence(span, given);
    evidence.push(...own);
    reasons.push(...reasonsOf(span, own));
  }
  return { ...combineSpans(decided, calibration), reasons, evidence };
}
