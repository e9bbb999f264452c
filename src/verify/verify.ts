import { setImmediate } from 'node:timers/promises';
import type { CrossEncoder } from '../nli/types.ts';
import { askSentences, expectedTokens } from './ask-sentences.ts';
import { auditTrail } from './audit-trail.ts';
import type { Calibration } from './calibration.ts';
import { type ComparedSpan, compareTexts } from './compare-texts.ts';
import { type ExaminedSpan, examine } from './examine.ts';
import { judgeClaim, judgeSpan } from './policy.ts';
import { type ReadClaim, type ReadTexts, readClaim } from './read-texts.ts';
import { writeReasoning } from './reasoning.ts';
import { type ScoringRun, scorePremises } from './score-premises.ts';
import type { PairMatrix, StageTimings, Verification, Verifier, VerifierInfo, VerifyInput } from './types.ts';

export interface VerifierParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  /** Longest window of neighbouring sentences taken as one premise. */
  readonly windowSentences: number;
}

/** What is known of a claim before it is judged; calibration fits the policy on these. */
export interface Examination {
  readonly texts: ReadTexts;
  /** One for every claim span, in order; undefined for spans that assert nothing. */
  readonly spans: readonly (ExaminedSpan | undefined)[];
  readonly run: ScoringRun;
  readonly timings: Omit<StageTimings, 'policyMs'>;
}

/** The whole pipeline: read both texts, score the pairs, examine what came back, judge, explain. */
export class ClaimVerifier implements Verifier {
  readonly info: VerifierInfo;
  readonly #parts: VerifierParts;

  constructor(parts: VerifierParts) {
    const { encoder, calibration, windowSentences } = parts;
    this.#parts = parts;
    this.info = {
      model: encoder.info,
      policyVersion: calibration.policyVersion,
      calibration: calibration.name,
      windowSentences,
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

  async verify(input: VerifyInput, signal?: AbortSignal): Promise<Verification> {
    return this.judge(input, await this.examine(input, signal));
  }

  /** What follows from an examination, by this verifier's calibration or by another. */
  judge(input: VerifyInput, examination: Examination, calibration = this.#parts.calibration): Verification {
    const { spans, texts, run, timings } = examination;
    const startedAt = performance.now();
    const judgements = spans.map((span) => judgeSpan(span, calibration));
    const claim = judgeClaim(judgements, calibration);
    const judged = texts.hypotheses.map((hypothesis, i) => ({
      hypothesis,
      examined: spans[i],
      judgement: judgements[i]!,
    }));
    return {
      verdict: claim.verdict,
      confidence: claim.confidence,
      reasoning: writeReasoning(input, { judged, claim, calibration }),
      auditTrail: auditTrail(judged, calibration),
      scores: { probabilities: claim.probabilities },
      matrix: pairMatrix(examination),
      timings: { ...timings, policyMs: performance.now() - startedAt },
      pairs: run.pairs,
    };
  }

  /** Everything up to the judgement. */
  async examine(input: VerifyInput, signal?: AbortSignal): Promise<Examination> {
    const { encoder, windowSentences } = this.#parts;
    const turn = encoder.admit(expectedTokens(input), signal);
    try {
      const startedAt = performance.now();
      const claim = await readClaim(input.claim, encoder);
      const asked = await askSentences(input, claim, { encoder, turn });
      const readAt = performance.now();
      const scoring = scorePremises(asked, { encoder, turn, windowSentences });
      const [run, { compared, comparingMs }] = await Promise.all([scoring, compareMeanwhile(input.source, claim)]);
      const scoredAt = performance.now();
      signal?.throwIfAborted();
      const { texts } = asked;
      const spans = await examine({ source: input.source, texts, compared, scored: run.hypotheses });
      const textMs = comparingMs + performance.now() - scoredAt;
      return { texts, spans, run, timings: { tokenizeMs: readAt - startedAt, textMs, ...turn.timings } };
    } finally {
      turn.end();
    }
  }

  async close(): Promise<void> {
    await this.#parts.encoder.close();
  }
}

interface Compared {
  readonly compared: readonly (ComparedSpan | undefined)[];
  readonly comparingMs: number;
}

/** Compares the words once the network has been given its work and other requests had their turn. */
async function compareMeanwhile(source: string, { hypotheses }: ReadClaim): Promise<Compared> {
  await setImmediate();
  const startedAt = performance.now();
  const compared = await compareTexts(source, hypotheses);
  return { compared, comparingMs: performance.now() - startedAt };
}

function pairMatrix({ texts, run }: Examination): PairMatrix {
  return {
    claimSpans: texts.hypotheses.map(({ span }) => span),
    sourceSpans: texts.sentences.map(({ span }) => span),
    scores: run.hypotheses.map(({ sentences }) => sentences.map(({ scores }) => scores)),
  };
}
