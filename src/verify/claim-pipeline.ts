import pMap from 'p-map';
import type { Caller, CrossEncoder, ScoringPermit } from '../nli/types.ts';
import { type Pause, pauseRegularly, withPauses } from '../pause.ts';
import type { Calibration } from './decide/calibration.ts';
import { combineSpans, decideSpan } from './decide/policy.ts';
import { type ExaminedClaim, examineClaim } from './examine/examine-claim.ts';
import { answeredParts, auditTrail, writeReasoning } from './explain/reasoning.ts';
import { reasonsOf } from './explain/reasons.ts';
import { type ReadClaim, readClaim } from './read/read-claim.ts';
import { type ReadSource, readSource, reusedFor } from './read/read-source.ts';
import { assertAffordable, expectedCostMs, pausingHighestCost } from './score/highest-cost.ts';
import { pairMatrix } from './score/pair-matrix.ts';
import { type Scoring, type SelectionLimits, sentencesPerSpan } from './score/scoring.ts';
import type { ManyInput, Verification, Verifier, VerifierInfo, VerifyInput } from './verification.ts';

export interface VerifierParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  readonly limits: SelectionLimits;
  /** Longest estimated time of the models for one answer or batch, in milliseconds. */
  readonly maxRequestMs: number;
  /** Sentences for the log of the start. */
  readonly notices?: readonly string[];
  /** Set by the operator in place of the calibration's. */
  readonly minConfidence?: number | undefined;
}

function leastConfidence({ minConfidence: set, calibration }: VerifierParts): VerifierInfo['minConfidence'] {
  if (set !== undefined) return { value: set, from: 'MIN_CONFIDENCE' };
  const fitted = calibration.minConfidence;
  return fitted === undefined ? { value: 0, from: 'not measured' } : { value: fitted, from: 'calibration' };
}

/** Claims of a batch that are in work at a time: enough to fill batches of pairs. */
const CONCURRENCY = 4;

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
      minConfidence: leastConfidence(parts),
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
    return this.#admitted([input], caller, async (permit, pause) => {
      const examination = await this.#readAndExamine(input, permit, pause);
      // Nothing is scored any more, but background work waits until the request has ended.
      permit.reserve(0);
      return verificationOf(examination, this.parts.calibration, pause);
    });
  }

  /**
   * Verifies claims against one source, each as `verify` would. Pairs that claims share are scored once, and the source is
   * read once as far as the lengths of the claims allow.
   */
  async verifyMany({ claims, source }: ManyInput, caller: Caller = {}): Promise<Verification[]> {
    const { encoder, calibration, maxRequestMs } = this.parts;
    const inputs = claims.map((claim) => ({ claim, source }));
    return this.#admitted(inputs, caller, async (permit, pause) => {
      const read = new Map<ReadClaim, Scoring>();
      let first: ReadSource | undefined;
      for (const input of inputs) {
        const claim = await readClaim(input.claim, encoder, pause);
        const use = { encoder, parts: claim.parts };
        const own = (first && reusedFor(first, use)) ?? (await readSource(source, use, pause));
        first ??= own;
        read.set(claim, this.#scoring(claim, own, { permit, pause }));
      }
      let costMs = 0;
      for (const [claim, scoring] of read) costMs += await withPauses(pausingHighestCost(claim.spans, scoring), pause);
      assertAffordable(costMs, maxRequestMs, encoder);
      permit.reserve(costMs);
      const one = async ([claim, scoring]: readonly [ReadClaim, Scoring]) =>
        verificationOf(await examineClaim(claim, scoring), calibration, pause);
      return pMap(read, one, { concurrency: CONCURRENCY });
    });
  }

  /** Everything up to the decision. */
  examine(input: VerifyInput, caller: Caller = {}): Promise<ExaminedClaim> {
    return this.#admitted([input], caller, (permit, pause) => this.#readAndExamine(input, permit, pause));
  }

  /** Does a request's work with its place in the queue. */
  async #admitted<Result>(
    inputs: readonly VerifyInput[],
    caller: Caller,
    work: (permit: ScoringPermit, pause: Pause) => Promise<Result>,
  ): Promise<Result> {
    const { encoder, limits } = this.parts;
    const costMs = inputs.reduce((sum, input) => sum + expectedCostMs(input, encoder, limits), 0);
    const permit = encoder.admit(costMs, caller);
    try {
      await permit.turn();
      const result = await work(permit, pauseRegularly(caller.signal, permit.turn));
      caller.signal?.throwIfAborted();
      return result;
    } finally {
      permit.end();
    }
  }

  async #readAndExamine(input: VerifyInput, permit: ScoringPermit, pause: Pause): Promise<ExaminedClaim> {
    const { encoder } = this.parts;
    const startedAt = performance.now();
    const claim = await readClaim(input.claim, encoder, pause);
    const source = await readSource(input.source, { encoder, parts: claim.parts }, pause);
    const scoring = this.#scoring(claim, source, { permit, pause });
    permit.reserve(await withPauses(pausingHighestCost(claim.spans, scoring), pause));
    const tokenizeMs = performance.now() - startedAt;
    const examination = await examineClaim(claim, scoring);
    return { ...examination, timings: { ...examination.timings, tokenizeMs } };
  }

  #scoring({ spans }: ReadClaim, source: ReadSource, given: Pick<Scoring, 'permit' | 'pause'>): Scoring {
    const { encoder, limits } = this.parts;
    return { ...given, source, encoder, limits, perSpan: sentencesPerSpan(spans.length, limits) };
  }

  async close(): Promise<void> {
    await this.parts.encoder.close();
  }
}

const CLAIM = 'The company employs 350 people and was founded in Oslo on 12 March 1990.';
const SENTENCES = [
  'Founded in 1990 by J. K. Berg, the company has a staff of 350.',
  'It did not open its second office, which cost $3.5 million, before 2014!',
  'Critics say that 40 % of its revenue comes from one customer; the board denied it.',
];

/**
 * Verifies sentences of many kinds. The first texts that are read cost many times the later ones, for dictionaries and
 * compilation: that is not for a caller to pay. One round loads what is loaded once, four compile the hot functions.
 */
export async function warmUpVerifier(verifier: Pick<Verifier, 'verify'>, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    await verifier.verify({ claim: CLAIM, source: SENTENCES.slice(0, round).join(' ') });
  }
}

/** Decides an examined claim and explains the decision; no model reads anything any more. */
async function verificationOf(
  { claim, source, spans, scored, timings }: ExaminedClaim,
  calibration: Calibration,
  pause: Pause,
): Promise<Verification> {
  const startedAt = performance.now();
  const decided = spans.map((span) => decideSpan(span, calibration));
  const decision = combineSpans(decided, calibration);
  const given = { source, pause };
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
