import { setImmediate } from 'node:timers/promises';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { PairBudget, type SurfaceFindings } from '../rules/index.ts';
import { type ScoredSpan, scoreSpan } from '../score/score-span.ts';
import type { Scoring } from '../score/scoring.ts';
import type { Verification } from '../verification.ts';
import { type Comparing, compareSpan } from './compare-span.ts';
import { examineSpan } from './examine-span.ts';
import type { ExaminedSpan } from './examined-span.ts';

/** What the models and the rules say of a claim, before it is decided; calibration fits the policy on these. */
export interface ExaminedClaim {
  readonly claim: ReadClaim;
  readonly source: ReadSource;
  /** One for each span that asserts something, in claim order. */
  readonly scored: readonly ScoredSpan[];
  /** The same spans with what the rules found; none of a source without sentences. */
  readonly spans: readonly ExaminedSpan[];
  readonly timings: Omit<Verification['timings'], 'policyMs'>;
}

/** Scores the spans of a claim with both models, meanwhile compares their words with the source, and puts both together. */
export async function examineClaim(claim: ReadClaim, scoring: Scoring): Promise<ExaminedClaim> {
  const { source, permit, rest } = scoring;
  const comparing = { source, budget: new PairBudget(scoring.comparedPairs), rest };
  const [scored, { compared, comparedMs }] = await Promise.all([
    Promise.all(claim.spans.map((span) => scoreSpan(span, scoring))),
    compareMeanwhile(claim, comparing),
  ]);
  const startedAt = performance.now();
  const ofExamination = { ...comparing, budget: new PairBudget(scoring.comparedPairs) };
  const spans: ExaminedSpan[] = [];
  for (const one of scored) {
    if (one.premises.length > 0) spans.push(await examineSpan(one, compared.get(one.span)!, ofExamination));
    await rest();
  }
  const textMs = comparedMs + performance.now() - startedAt;
  return { claim, source, scored, spans, timings: { tokenizeMs: 0, textMs, ...permit.timings } };
}

/** Compares the words once the model has been given its work and other requests had their turn. */
async function compareMeanwhile({ spans }: ReadClaim, comparing: Comparing) {
  await setImmediate();
  const startedAt = performance.now();
  const compared = new Map<ClaimSpan, SurfaceFindings>();
  for (const span of spans) compared.set(span, await compareSpan(span, comparing));
  return { compared, comparedMs: performance.now() - startedAt };
}
