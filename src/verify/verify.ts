import type { CrossEncoder } from '../nli/nli-interface.ts';
import { answeredParts } from './answered-claim.ts';
import { auditTrail } from './audit-trail.ts';
import type { Calibration } from './calibration.ts';
import { expectedCostMs } from './expected-cost.ts';
import { highestCostMs } from './highest-cost.ts';
import { pairMatrix } from './pair-matrix.ts';
import { judgeClaim, judgeSpan } from './policy.ts';
import { readClaim } from './read-claim.ts';
import { readSource } from './read-source.ts';
import { writeReasoning } from './reasoning.ts';
import { type SelectionLimits, sentencesPerSpan } from './select-evidence.ts';
import type { PairCounts, StageTimings, Verification, Verifier, VerifierInfo, VerifyInput } from './types.ts';
import { type ExaminedClaim, examineClaim } from './verify-claim.ts';
import { type Rest, yieldRegularly } from './yield-regularly.ts';

export interface VerifierParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  readonly limits: SelectionLimits;
  /** Sentences for the log of the start. */
  readonly notices?: readonly string[];
}

/** What is known of a claim before it is judged; calibration fits the policy on these. */
export interface Examination extends ExaminedClaim {
  readonly timings: Omit<StageTimings, 'policyMs'>;
}

/** The whole pipeline: read both texts, score the pairs, examine what came back, judge, explain. */
export class ClaimVerifier implements Verifier {
  readonly info: VerifierInfo;
  readonly #parts: VerifierParts;

  constructor(parts: VerifierParts) {
    const { encoder, calibration, limits, notices = [] } = parts;
    this.#parts = parts;
    this.info = {
      model: encoder.verdict.info,
      evidenceModel: encoder.evidence?.info,
      candidates: limits.candidates,
      policyVersion: calibration.policyVersion,
      calibration: calibration.name,
      windowSentences: limits.windowSentences,
      notices,
    };
  }

  get calibration(): Calibration {
    return this.#parts.calibration;
  }

  get fault(): string | undefined {
    return this.#parts.encoder.fault;
  }

  get stats() {
    return this.#parts.encoder.stats;
  }

  async verify(input: VerifyInput, signal?: AbortSignal, client?: string): Promise<Verification> {
    const examination = await this.examine(input, signal, client);
    return this.#judge(examination, yieldRegularly(signal));
  }

  async #judge(examination: Examination, rest: Rest): Promise<Verification> {
    const { calibration } = this.#parts;
    const { claim, source, spans, scored, timings } = examination;
    const startedAt = performance.now();
    const judged = spans.map((examined) => ({ examined, judgement: judgeSpan(examined, calibration) }));
    const judgement = judgeClaim(judged, calibration);
    const parts = answeredParts(claim, judged);
    return {
      verdict: judgement.verdict,
      confidence: judgement.confidence,
      reasoning: await writeReasoning({ parts, judgement, source }, rest),
      auditTrail: auditTrail(parts, source),
      scores: { probabilities: judgement.probabilities },
      matrix: pairMatrix(examination),
      timings: { ...timings, policyMs: performance.now() - startedAt },
      pairs: countAll(scored.map(({ pairs }) => pairs)),
    };
  }

  /** Everything up to the judgement. */
  async examine(input: VerifyInput, signal?: AbortSignal, client?: string): Promise<Examination> {
    const { encoder, limits } = this.#parts;
    const permit = encoder.admit(expectedCostMs(input, encoder, limits), { signal, client });
    try {
      const startedAt = performance.now();
      const rest = yieldRegularly(signal);
      const claim = await readClaim(input.claim, encoder, rest);
      const source = await readSource(input.source, { encoder, parts: claim.parts }, rest);
      const perSpan = sentencesPerSpan(claim.spans.length, limits);
      permit.reserve(highestCostMs({ spans: claim.spans, source, perSpan }, encoder, limits));
      const tokenizeMs = performance.now() - startedAt;
      const examined = await examineClaim(claim, source, { encoder, permit, limits, perSpan, rest });
      signal?.throwIfAborted();
      return { ...examined, timings: { tokenizeMs, textMs: examined.wordsMs, ...permit.timings } };
    } finally {
      permit.end();
    }
  }

  async close(): Promise<void> {
    await this.#parts.encoder.close();
  }
}

function countAll(counts: readonly PairCounts[]): PairCounts {
  const sum = (name: keyof PairCounts) => counts.reduce((total, count) => total + count[name], 0);
  return { evidence: sum('evidence'), verdict: sum('verdict'), cut: sum('cut') };
}
