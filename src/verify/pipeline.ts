import { pMapIterable } from 'p-map';
import type { Caller, CrossEncoder, NliScores, ScoringPermit } from '../nli/types.ts';
import { type Pause, pauseRegularly } from '../pause.ts';
import type { Calibration } from './decide/calibration.ts';
import { agreesWithCopy, type ClaimDecision, combineSpans, type DecidedSpan, decideSpan } from './decide/policy.ts';
import { type ExaminedClaim, examineClaim } from './examine/examine-claim.ts';
import type { ClaimSpan, ReadClaim } from './read/read-claim.ts';
import type { SourceSet } from './read/read-source.ts';
import type { RequestKind } from './request-kinds.ts';
import { assertAffordable, expectedCostMs, highestCost } from './score/highest-cost.ts';
import type { ScoringContext } from './score/scoring.ts';
import type { VerifyInput } from './verification.ts';

/** The models, the calibration and the limit of all requests. */
export interface PipelineParts {
  readonly encoder: CrossEncoder;
  readonly calibration: Calibration;
  /** Longest estimated time of the models for one answer or batch, in milliseconds. */
  readonly maxRequestMs: number;
}

/** A claim, or a sentence of an answer, with what it is checked against; nothing where it need not be checked. */
export interface ToCheck {
  readonly claim: ReadClaim | undefined;
  readonly against: readonly SourceSet[];
}

/** A claim and what was decided of each of its spans and of the whole. */
export interface CheckedClaim extends ExaminedClaim {
  readonly decided: readonly DecidedSpan[];
  readonly decision: ClaimDecision;
  /** It is in a language that is left unread. */
  readonly isRefused: boolean;
}

/** One request, of any kind. */
export interface PipelineRequest<One extends ToCheck, Result> {
  readonly kind: RequestKind;
  /** The texts, as the cost is told from before they are read. */
  readonly texts: readonly VerifyInput[];
  readonly caller: Caller;
  /** Cuts the texts into what is to be checked. */
  readonly read: (pause: Pause) => Promise<{
    readonly toCheck: readonly One[];
    /** Gives the result of one of them. */
    readonly result: (one: One, checker: ClaimChecker) => Promise<Result>;
  }>;
}

export interface ClaimChecker {
  readonly permit: ScoringPermit;
  readonly pause: Pause;
  /** How long the texts of the request took to read, in milliseconds. */
  readonly readMs: number;
  /** Scores the claim and compares its words. */
  readonly examine: (claim: ReadClaim, sources: SourceSet) => Promise<ExaminedClaim>;
  /** Decides it too. */
  readonly check: (claim: ReadClaim, sources: SourceSet) => Promise<CheckedClaim>;
}

/** Claims or sentences in work at a time: enough to fill batches of pairs, few enough that the first is decided early. */
const IN_WORK = { concurrency: 4, backpressure: Number.POSITIVE_INFINITY };

/** The pipeline: admits a request, reads, reserves, scores, examines and decides, and gives results in order. */
export async function* resultsOf<One extends ToCheck, Result>(
  request: PipelineRequest<One, Result>,
  parts: PipelineParts,
): AsyncGenerator<Awaited<Result>, void> {
  const { encoder, maxRequestMs } = parts;
  const { kind, caller } = request;
  const permit = encoder.admit(expectedCost(request.texts, parts), caller);
  try {
    await permit.turn();
    const pause = pauseRegularly(caller.signal, permit.turn);
    const startedAt = performance.now();
    const { toCheck, result } = await request.read(pause);
    const given = { encoder, permit, pause, ...scoringAs(kind, parts) };
    const scoringOf = (sources: SourceSet): ScoringContext => ({ ...given, sources });
    const costMs = await costOf(toCheck, scoringOf, pause);
    if (kind.isBounded) assertAffordable(costMs, maxRequestMs, encoder);
    permit.reserve(costMs);
    const examine: ClaimChecker['examine'] = (claim, sources) => examineClaim(claim, scoringOf(sources));
    const check: ClaimChecker['check'] = async (claim, sources) => {
      const isRefused = kind.refusesLanguages && claim.spans.some(({ foreign }) => foreign);
      const examined = await examine(isRefused ? { ...claim, spans: [] } : claim, sources);
      const decided = examined.spans.map((span) => decideSpan(span, parts.calibration));
      return {
        ...examined,
        decided,
        isRefused,
        decision: combineSpans(decided, parts.calibration),
      };
    };
    const checker = { permit, pause, examine, check, readMs: performance.now() - startedAt };
    for await (const one of pMapIterable(toCheck, (each) => result(each, checker), IN_WORK)) {
      caller.signal?.throwIfAborted();
      yield one as Awaited<Result>;
    }
  } finally {
    permit.end();
  }
}

function expectedCost(texts: readonly VerifyInput[], { encoder }: PipelineParts): number {
  return texts.reduce((sum, input) => sum + expectedCostMs(input, encoder), 0);
}

function scoringAs({ copiesSettle, comparedPairs }: RequestKind, { calibration }: PipelineParts) {
  const settles = copiesSettle ? (scores: NliScores) => agreesWithCopy(scores, calibration) : undefined;
  return { settles, comparedPairs };
}

/** The most milliseconds of one worker's time that everything can cost. */
async function costOf(
  toCheck: readonly ToCheck[],
  scoringOf: (sources: SourceSet) => ScoringContext,
  pause: Pause,
): Promise<number> {
  const beside = new Map<SourceSet, ClaimSpan[]>();
  for (const { claim, against } of toCheck) {
    for (const sources of against) {
      const spans = beside.get(sources) ?? [];
      beside.set(sources, spans);
      for (const span of claim!.spans) spans.push(span);
    }
  }
  let costMs = 0;
  for (const [sources, spans] of beside) {
    costMs += highestCost(spans, scoringOf(sources));
    await pause();
  }
  return costMs;
}
