import type { CrossEncoder, NliScores, ScoringPermit } from '../../nli/nli-interface.ts';
import { type Premise, singleSentence } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Rest } from '../yield-regularly.ts';
import { chooseCandidates } from './choose-candidates.ts';
import { WIDER_PREMISES } from './choose-premises.ts';
import { scoreInParts } from './score-in-parts.ts';

/** How much of a source the verdict model reads. */
export interface SelectionLimits {
  /** Sentences that each claim span may have read by the verdict model; 0: all. */
  readonly candidates: number;
  /** Pairs of a request that the verdict model reads at most, shared among the spans. */
  readonly maxVerdictPairs: number;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/** What a model read in one sentence of the source. */
export interface SentenceScores {
  readonly sentence: number;
  readonly scores: NliScores;
}

/** The first phase's answer for one hypothesis. */
export interface SelectedEvidence {
  /** Indices of the sentences that the verdict model shall read, ascending. */
  readonly candidates: readonly number[];
  /** What the evidence model read in each sentence, in order; empty when the first phase was skipped. */
  readonly read: readonly SentenceScores[];
}

/** However many spans share a request's pairs, each keeps so many sentences. */
const MIN_CANDIDATES = 2;

/** Sentences that each of so many spans may have read: at least two. */
export function sentencesPerSpan(spans: number, { candidates, maxVerdictPairs }: SelectionLimits): number {
  if (candidates === 0) return Number.POSITIVE_INFINITY;
  const share = Math.floor(maxVerdictPairs / Math.max(1, spans)) - WIDER_PREMISES;
  return Math.min(candidates, Math.max(MIN_CANDIDATES, share));
}

/** Whether the verdict model reads all sentences that may stand alone, so that there is no first phase. */
export function readsEverything({ evidence }: CrossEncoder, sentences: number, perSpan: number): boolean {
  return evidence === undefined || sentences <= perSpan;
}

/** The models, a permit to use them, and how much of a source they may read. */
export interface Scoring {
  readonly encoder: CrossEncoder;
  readonly permit: ScoringPermit;
  readonly limits: SelectionLimits;
  /** Sentences that each span may have read by the verdict model. */
  readonly perSpan: number;
  /** The sentences that the first phase reads for a span, ascending; undefined: all. */
  readonly nearest?: ((span: ClaimSpan) => readonly number[]) | undefined;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs?: number | undefined;
  /**
   * Whether a sentence that states the span word for word, with these scores, decides it: no wider premises are read then.
   * Undefined: they always are, as the features that a policy is fitted on ask for.
   */
  readonly settles?: ((scores: NliScores) => boolean) | undefined;
  readonly rest: Rest;
}

/** A claim span beside the source. */
export interface SpanInSource {
  readonly span: ClaimSpan;
  readonly source: ReadSource;
  /** The weighted share of the span's words that a premise holds. */
  readonly covers: (premise: Premise) => number;
}

/**
 * First phase: the evidence model scores a hypothesis with every source sentence that may stand alone, and those
 * are candidates that may entail it, those that may contradict it and the closest ones by words. Skipped when there is no
 * evidence model, or no more sentences than each span may have read.
 */
export async function selectEvidence(
  { span, source, covers }: SpanInSource,
  { encoder, permit, perSpan, nearest, rest }: Scoring,
): Promise<SelectedEvidence> {
  const { evidence } = encoder;
  const sentences = nearest?.(span) ?? source.standingAlone;
  if (evidence === undefined || readsEverything(encoder, sentences.length, perSpan))
    return { candidates: sentences, read: [] };
  const hypothesis = evidence.tokenize(span.normalised);
  const pairs = sentences.map((i) => ({
    premise: evidence.tokenize(source.sentences[i]!.normalised),
    hypothesis,
  }));
  const scores = await scoreInParts(pairs, (part) => permit.score('evidence', part), rest);
  await rest();
  const covered = sentences.map((i) => covers(singleSentence(i)));
  const chosen = chooseCandidates(scores, covered, perSpan);
  return {
    candidates: chosen.map((place) => sentences[place]!),
    read: sentences.map((sentence, place) => ({ sentence, scores: scores[place]! })),
  };
}
