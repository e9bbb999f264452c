import { pMapIterable } from 'p-map';
import type { Caller, CrossEncoder, NliScores, ScoringPermit } from '../nli/types.ts';
import { type Pause, pauseRegularly } from '../pause.ts';
import type { Calibration } from './decide/calibration.ts';
import { agreesWithCopy, type ClaimDecision, combineSpans, decideSpan } from './decide/policy.ts';
import { type ExaminedClaim, examineClaim } from './examine/examine-claim.ts';
import type { ExaminedSpan } from './examine/features.ts';
import { type DecidedPlace, decidedEvidence, decidedPlaces, readForEvidence } from './explain/evidence.ts';
import { type ExplainedSpan, reasonsOf } from './explain/reasons.ts';
import type { ClaimSpan, ReadClaim } from './read/read-claim.ts';
import type { SourceSet } from './read/read-source.ts';
import { inDocument } from './read/source.ts';
import type { RequestKind } from './request-kinds.ts';
import { assertAffordable, expectedCostMs, highestCost } from './score/highest-cost.ts';
import { premisesOf } from './score/score-span.ts';
import type { ScoringContext } from './score/scoring.ts';
import type { Verification } from './verification.ts';

/** The models, the calibration and the limit of all requests. */
export interface PipelineParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  /** Longest estimated time of the models for one answer or batch, in milliseconds. */
  readonly maxRequestMs: number;
}

/** A claim, or a sentence of an answer, with its sources. */
export interface Statement {
  /** Undefined where nothing is to be checked. */
  readonly claim: ReadClaim | undefined;
  readonly sources: SourceSet;
  /** Those of the sources that it cites, where it cites some of them and not all. */
  readonly cited?: SourceSet | undefined;
}

/** A claim with what was decided of each of its spans and of the whole. It holds data only. */
export interface CheckedClaim extends Pick<Verification, 'pairs'> {
  readonly decision: ClaimDecision;
  /** It is in a language that is left unread. */
  readonly isRefused: boolean;
  readonly spans: readonly ExplainedSpan[];
  readonly timings: Omit<Verification['timings'], 'tokenizeMs'>;
}

/** The decision from the cited sources alone, and its place. */
export interface DecidedByCited {
  readonly decision: ClaimDecision;
  readonly places: readonly DecidedPlace[];
}

export interface CheckedStatement {
  /** Against all sources; undefined where nothing is to be checked. */
  readonly all: CheckedClaim | undefined;
  /** Against the cited sources alone, where not all sources together settle it by these. */
  readonly byCited: DecidedByCited | undefined;
}

/** Statements in work at a time: enough to fill batches of pairs, few enough that the first is decided early. */
const IN_WORK = { concurrency: 4, backpressure: Number.POSITIVE_INFINITY };

/** The length of the texts of a request, as its cost is estimated from before they are read. */
export interface RequestTexts {
  readonly claims: readonly string[];
  readonly sources: readonly string[];
}

/**
 * Admits a request before anything of it is read, and waits for its turn. Rejects with `service_unavailable` when the queue
 * has no room for it. `end` must always be called.
 */
export async function admitRequest(
  kind: RequestKind,
  { claims, sources }: RequestTexts,
  parts: PipelineParts,
  caller: Caller,
): Promise<AdmittedRequest> {
  const { encoder } = parts;
  const costMs = claims.reduce((sum, claim) => sum + expectedCostMs({ claim, sources }, encoder), 0);
  const permit = encoder.admit(costMs, caller);
  try {
    await permit.turn();
  } catch (error) {
    permit.end();
    throw error;
  }
  return new AdmittedRequest(kind, parts, { permit, signal: caller.signal });
}

/** A request in work: read its texts with pauses, then check the statements. */
export class AdmittedRequest {
  readonly pause: Pause;
  readonly #parts: PipelineParts;
  readonly #kind: RequestKind;
  readonly #permit: ScoringPermit;
  readonly #signal: AbortSignal | undefined;
  readonly #startedAt = performance.now();
  #readMs = 0;

  constructor(
    kind: RequestKind,
    parts: PipelineParts,
    { permit, signal }: { readonly permit: ScoringPermit; readonly signal: AbortSignal | undefined },
  ) {
    this.#kind = kind;
    this.#parts = parts;
    this.#permit = permit;
    this.#signal = signal;
    this.pause = pauseRegularly(signal, permit.turn);
  }

  /** Milliseconds in which the texts were read. */
  get readMs(): number {
    return this.#readMs;
  }

  /**
   * Reserves the model time, scores, examines, decides and explains each statement, and gives the results in order. Rejects
   * before the first result with `invalid_request` for a request that costs more than it may.
   */
  async *check(statements: readonly Statement[]): AsyncGenerator<CheckedStatement, void, undefined> {
    await this.#reserve(statements);
    const [first] = statements;
    const isScoredOnce = statements.length === 1 && first!.cited === undefined;
    const check = (one: Statement) => this.#checkStatement(one, isScoredOnce);
    for await (const checked of pMapIterable(statements, check, IN_WORK)) {
      this.#signal?.throwIfAborted();
      yield checked;
    }
  }

  /** Everything up to the decision. */
  async examine(claim: ReadClaim, sources: SourceSet): Promise<ExaminedClaim> {
    await this.#reserve([{ claim, sources }]);
    return examineClaim(claim, this.#scoringOf(sources));
  }

  end(): void {
    this.#permit.end();
  }

  async #checkStatement({ claim, sources, cited }: Statement, isScoredOnce: boolean): Promise<CheckedStatement> {
    if (claim === undefined) return { all: undefined, byCited: undefined };
    const all = await this.#checkClaim(claim, sources, isScoredOnce);
    const isSettled = cited === undefined || isSettledBy(cited, all);
    return { all, byCited: isSettled ? undefined : await this.#decideByCited(claim, cited) };
  }

  async #decideByCited(claim: ReadClaim, sources: SourceSet): Promise<DecidedByCited> {
    const { decided, decision } = await this.#decide(claim, sources);
    return { decision, places: decided.flatMap((span) => decidedPlaces(span, sources)) };
  }

  async #decide(claim: ReadClaim, sources: SourceSet) {
    const { calibration } = this.#parts;
    const isRefused = this.#kind.refusesLanguages && claim.spans.some(({ foreign }) => foreign);
    const examined = await examineClaim(isRefused ? { ...claim, spans: [] } : claim, this.#scoringOf(sources));
    const startedAt = performance.now();
    const decided = examined.spans.map((span) => decideSpan(span, calibration));
    return { isRefused, examined, startedAt, decided, decision: combineSpans(decided, calibration) };
  }

  async #checkClaim(claim: ReadClaim, sources: SourceSet, isScoredOnce: boolean): Promise<CheckedClaim> {
    const { isRefused, examined, startedAt, decided, decision } = await this.#decide(claim, sources);
    // Nothing is scored any more, but background work waits until the request has ended.
    if (isScoredOnce) this.#permit.reserve(0);
    const spans: ExplainedSpan[] = [];
    for (const span of decided) {
      await this.pause();
      await readForEvidence(span, sources, this.pause);
      const evidence = decidedEvidence(span, sources);
      spans.push({ decided: span, evidence, reasons: reasonsOf(span, evidence, sources) });
    }
    return {
      spans,
      isRefused,
      decision,
      pairs: pairsOf(examined.spans),
      timings: { ...examined.timings, policyMs: performance.now() - startedAt },
    };
  }

  #scoringOf(sources: SourceSet): ScoringContext {
    const { encoder, calibration } = this.#parts;
    const { copiesSettle, comparedPairs } = this.#kind;
    const settles = copiesSettle ? (scores: NliScores) => agreesWithCopy(scores, calibration) : undefined;
    return { sources, encoder, permit: this.#permit, pause: this.pause, settles, comparedPairs };
  }

  /** Reserves the maximum of one worker's time that the statements can cost, in milliseconds. */
  async #reserve(statements: readonly Statement[]): Promise<void> {
    this.#readMs = performance.now() - this.#startedAt;
    const spansOf = new Map<SourceSet, ClaimSpan[]>();
    for (const { claim, sources, cited } of statements) {
      for (const one of claim === undefined ? [] : [sources, ...(cited === undefined ? [] : [cited])]) {
        const spans = spansOf.get(one) ?? [];
        spansOf.set(one, spans);
        for (const span of claim!.spans) spans.push(span);
      }
    }
    let costMs = 0;
    for (const [sources, spans] of spansOf) {
      costMs += highestCost(spans, this.#scoringOf(sources));
      await this.pause();
    }
    const { encoder, maxRequestMs } = this.#parts;
    if (this.#kind.isBounded) assertAffordable(costMs, maxRequestMs, encoder);
    this.#permit.reserve(costMs);
  }
}

/** True if the cited sources alone settle the question for all sources; a place in a title decides nothing. */
function isSettledBy(cited: SourceSet, { decision, spans }: CheckedClaim): boolean {
  const numbers = new Set(cited.sentences.map(({ document }) => document.number));
  const places = spans.flatMap(({ evidence }) =>
    evidence.flatMap(({ place }) => (inDocument(cited.sources[place.source]!, place) === undefined ? [] : [place])),
  );
  return decision.verdict !== 'UNCERTAIN' && places.length > 0 && places.every(({ source }) => numbers.has(source));
}

function pairsOf(spans: readonly ExaminedSpan[]): Verification['pairs'] {
  const total = (count: (span: ExaminedSpan) => number) => spans.reduce((sum, span) => sum + count(span), 0);
  return { evidence: total(({ evidencePairs }) => evidencePairs), verdict: total((span) => premisesOf(span).length) };
}
