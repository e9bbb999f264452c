import { setImmediate } from 'node:timers/promises';
import type { CrossEncoder } from '../nli/types.ts';
import { auditTrail } from './audit-trail.ts';
import type { Calibration } from './calibration.ts';
import { type ComparedSpan, compareTexts } from './compare-texts.ts';
import { type ExaminedSpan, examine } from './examine.ts';
import { expectedCostMs } from './expected-cost.ts';
import { highestCostSteps } from './highest-cost.ts';
import { judgeClaim, judgeSpan } from './policy.ts';
import { PremiseReadings } from './premise-readings.ts';
import { type ReadTexts, readTexts } from './read-texts.ts';
import { writeReasoning } from './reasoning.ts';
import { type ScoringRun, scorePremises } from './score-premises.ts';
import { type SelectionLimits, standingAlone } from './select-evidence.ts';
import type { PairMatrix, StageTimings, Verification, Verifier, VerifierInfo, VerifyInput } from './types.ts';
import { withRests, yieldRegularly } from './yield-regularly.ts';

export interface VerifierParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  readonly limits: SelectionLimits;
  /** Sentences for the log of the start. */
  readonly notices?: readonly string[];
}

/** What is known of a claim before it is judged; calibration fits the policy on these. */
export interface Examination {
  readonly texts: ReadTexts;
  /** What the rules have read of the source so far. */
  readonly readings: PremiseReadings;
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
    return this.#judge(input, await this.examine(input, signal, client), signal);
  }

  async #judge(input: VerifyInput, examination: Examination, signal?: AbortSignal): Promise<Verification> {
    const { calibration } = this.#parts;
    const { spans, texts, readings, run, timings } = examination;
    const startedAt = performance.now();
    const judgements = spans.map((span) => judgeSpan(span, calibration));
    const claim = judgeClaim(spans, judgements, calibration);
    const judged = texts.hypotheses.map((hypothesis, i) => ({
      hypothesis,
      examined: spans[i],
      judgement: judgements[i]!,
    }));
    return {
      verdict: claim.verdict,
      confidence: claim.confidence,
      reasoning: await writeReasoning(input, { judged, claim, texts, readings }, signal),
      auditTrail: auditTrail(judged, texts),
      scores: { probabilities: claim.probabilities },
      matrix: pairMatrix(examination),
      timings: { ...timings, policyMs: performance.now() - startedAt },
      pairs: run.pairs,
    };
  }

  /** Everything up to the judgement. */
  async examine(input: VerifyInput, signal?: AbortSignal, client?: string): Promise<Examination> {
    const { encoder, limits } = this.#parts;
    const turn = encoder.admit(expectedCostMs(input, encoder, limits), { signal, client });
    try {
      const startedAt = performance.now();
      const texts = await readTexts(input, encoder, signal);
      turn.reserve(await withRests(highestCostSteps(texts, encoder, limits), yieldRegularly(signal)));
      const readAt = performance.now();
      const scoring = scorePremises(texts, { encoder, turn, limits, signal });
      const comparing = compareMeanwhile(input.source, texts, signal);
      const [run, { compared, comparingMs }] = await Promise.all([scoring, comparing]);
      const scoredAt = performance.now();
      signal?.throwIfAborted();
      const readings = new PremiseReadings(input.source, texts);
      const spans = await examine({ texts, readings, compared, scored: run.hypotheses }, signal);
      const textMs = comparingMs + performance.now() - scoredAt;
      return { texts, readings, spans, run, timings: { tokenizeMs: readAt - startedAt, textMs, ...turn.timings } };
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

/** Compares the words once the model has been given its work and other requests had their turn. */
async function compareMeanwhile(source: string, texts: ReadTexts, signal?: AbortSignal): Promise<Compared> {
  await setImmediate();
  const startedAt = performance.now();
  const compared = await compareTexts(source, texts, signal);
  return { compared, comparingMs: performance.now() - startedAt };
}

/** The verdict model's scores of the single sentences where it read them, else the evidence model's. */
function pairMatrix({ texts, run }: Examination): PairMatrix {
  const alone = standingAlone(texts.sentences);
  const rows = run.hypotheses.map(({ sentences, evidence }) => {
    const read = new Map(sentences.map((premise) => [premise.sentences[0]!, premise.scores]));
    if (read.size === 0) return [];
    return alone.map((i, place) => ({
      scores: read.get(i) ?? evidence[place]!,
      phase: read.has(i) ? ('verdict' as const) : ('evidence' as const),
    }));
  });
  return {
    claimSpans: texts.hypotheses.map(({ span }) => span),
    sourceSpans: alone.map((i) => texts.sentences[i]!.span),
    scores: rows.map((row) => row.map(({ scores }) => scores)),
    phases: rows.map((row) => row.map(({ phase }) => phase)),
  };
}
