import pMap from 'p-map';
import type { Caller, CrossEncoder, ScoringPermit } from '../nli/nli-interface.ts';
import type { Steps } from '../text/index.ts';
import type { Calibration } from './decide/calibration.ts';
import { combineSpans, decideSpan } from './decide/policy.ts';
import { type ExaminedClaim, examineClaim } from './examine/examine-claim.ts';
import { answeredParts } from './explain/answered-claim.ts';
import { auditTrail } from './explain/audit-trail.ts';
import { writeReasoning } from './explain/reasoning.ts';
import { reasonsOf } from './explain/reasons.ts';
import { type ReadClaim, readClaim } from './read/read-claim.ts';
import { type ReadSource, readSource, reusedFor } from './read/read-source.ts';
import { PairBudget } from './rules/index.ts';
import { assertAffordable } from './score/affordable.ts';
import { expectedCostMs } from './score/expected-cost.ts';
import { highestCostSteps } from './score/highest-cost.ts';
import { pairMatrix } from './score/pair-matrix.ts';
import { type SelectionLimits, sentencesPerSpan } from './score/select-evidence.ts';
import type { ManyInput, PairCounts, Verification, Verifier, VerifierInfo, VerifyInput } from './verification.ts';
import { type Rest, withRests, yieldRegularly } from './yield-regularly.ts';

export interface VerifierParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  readonly limits: SelectionLimits;
  /** Longest estimated time of the models for one answer or batch, in milliseconds. */
  readonly maxRequestMs: number;
  /** Sentences for the log of the start. */
  readonly notices?: readonly string[];
}

/** Claims of a batch that are in work at a time: enough to fill batches of pairs. */
const CONCURRENCY = 4;

interface ReadTexts {
  readonly claim: ReadClaim;
  readonly source: ReadSource;
}

/** The whole pipeline: read both texts, score the pairs, examine what came back, decide, explain. */
export class ClaimVerifier implements Verifier {
  readonly info: VerifierInfo;
  protected readonly parts: VerifierParts;

  constructor(parts: VerifierParts) {
    const { encoder, calibration, limits, notices = [] } = parts;
    this.parts = parts;
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
    return this.parts.calibration;
  }

  get fault(): string | undefined {
    return this.parts.encoder.fault;
  }

  get stats() {
    return this.parts.encoder.stats;
  }

  async verify(input: VerifyInput, caller: Caller = {}): Promise<Verification> {
    return this.#admitted(input, caller, async (permit, rest) => {
      const examination = await this.#readAndExamine(input, permit, rest);
      // Nothing is scored any more, but background work waits until the request has ended.
      permit.reserve(0);
      return this.#decide(examination, rest);
    });
  }

  async #decide(examination: ExaminedClaim, rest: Rest): Promise<Verification> {
    const { calibration } = this.parts;
    const { claim, source, spans, scored, timings } = examination;
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
      auditTrail: auditTrail(parts, source),
      reasons: parts.flatMap(({ part, decided: span, evidence }) =>
        span === undefined ? [] : [{ claimSpan: part.span, reasons: reasonsOf(span, evidence) }],
      ),
      matrix: pairMatrix(claim, source, scored),
      timings: { ...timings, policyMs: performance.now() - startedAt },
      pairs: countAll(scored.map(({ pairs }) => pairs)),
    };
  }

  /**
   * Verifies claims against one source, each as `verify` would. Pairs that claims share are scored once, and the source is
   * read once as far as the lengths of the claims allow.
   */
  async verifyMany({ claims, source }: ManyInput, caller: Caller = {}): Promise<Verification[]> {
    const { encoder, limits } = this.parts;
    const expected = claims.map((claim) => expectedCostMs({ claim, source }, encoder, limits));
    const permit = encoder.admit(sum(expected), caller);
    try {
      await permit.turn();
      const rest = yieldRegularly(caller.signal, permit.turn);
      const read: ReadTexts[] = [];
      for (const text of claims) {
        const claim = await readClaim(text, encoder, rest);
        const use = { encoder, parts: claim.parts };
        const known = read.length > 0 ? reusedFor(read[0]!.source, use) : undefined;
        read.push({ claim, source: known ?? (await readSource(source, use, rest)) });
      }
      let costMs = 0;
      for (const texts of read) costMs += await withRests(this.#highestCost(texts), rest);
      assertAffordable(costMs, this.parts.maxRequestMs, encoder);
      permit.reserve(costMs);
      const one = async (texts: ReadTexts) => this.#decide(await this.#examine(texts, permit, rest), rest);
      return await pMap(read, one, { concurrency: CONCURRENCY });
    } finally {
      permit.end();
    }
  }

  /** Everything up to the decision. */
  examine(input: VerifyInput, caller: Caller = {}): Promise<ExaminedClaim> {
    return this.#admitted(input, caller, (permit, rest) => this.#readAndExamine(input, permit, rest));
  }

  /** Does a request's work with its place in the queue. */
  async #admitted<Result>(
    input: VerifyInput,
    caller: Caller,
    work: (permit: ScoringPermit, rest: Rest) => Promise<Result>,
  ): Promise<Result> {
    const { encoder, limits } = this.parts;
    const permit = encoder.admit(expectedCostMs(input, encoder, limits), caller);
    try {
      await permit.turn();
      const result = await work(permit, yieldRegularly(caller.signal, permit.turn));
      caller.signal?.throwIfAborted();
      return result;
    } finally {
      permit.end();
    }
  }

  async #readAndExamine(input: VerifyInput, permit: ScoringPermit, rest: Rest): Promise<ExaminedClaim> {
    const { encoder } = this.parts;
    const startedAt = performance.now();
    const claim = await readClaim(input.claim, encoder, rest);
    const source = await readSource(input.source, { encoder, parts: claim.parts }, rest);
    permit.reserve(await withRests(this.#highestCost({ claim, source }), rest));
    const tokenizeMs = performance.now() - startedAt;
    const examination = await this.#examine({ claim, source }, permit, rest);
    return { ...examination, timings: { ...examination.timings, tokenizeMs } };
  }

  #highestCost({ claim, source }: ReadTexts): Steps<number> {
    const { encoder, limits } = this.parts;
    const perSpan = sentencesPerSpan(claim.spans.length, limits);
    return highestCostSteps({ spans: claim.spans, source, perSpan }, encoder, limits);
  }

  #examine({ claim, source }: ReadTexts, permit: ScoringPermit, rest: Rest): Promise<ExaminedClaim> {
    const { encoder, limits } = this.parts;
    const perSpan = sentencesPerSpan(claim.spans.length, limits);
    return examineClaim(claim, source, { encoder, permit, limits, perSpan, rest });
  }

  async close(): Promise<void> {
    await this.parts.encoder.close();
  }
}

function countAll(counts: readonly PairCounts[]): PairCounts {
  const total = (name: keyof PairCounts) => sum(counts.map((count) => count[name]));
  return { evidence: total('evidence'), verdict: total('verdict'), cut: total('cut') };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
