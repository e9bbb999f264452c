import type { CrossEncoder, NliScores, Pair, ScoringPermit } from '../nli/types.ts';
import { WIDER_PREMISES } from './choose-premises.ts';
import type { ReadTexts } from './read-texts.ts';
import { scoreInParts } from './score-in-parts.ts';
import type { Rest } from './yield-regularly.ts';

/** How much of a source the verdict model reads. */
export interface SelectionLimits {
  /** Sentences that each claim span may have read by the verdict model; 0: all. */
  readonly candidates: number;
  /** Pairs of a request that the verdict model reads at most, shared among the spans. */
  readonly maxVerdictPairs: number;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/** The first phase's answer for one hypothesis. */
export interface SelectedEvidence {
  /** Indices of the sentences that the verdict model shall read, ascending. */
  readonly candidates: readonly number[];
  /** What the evidence model reads in every sentence that may stand alone; empty when the first phase was skipped. */
  readonly scores: readonly NliScores[];
}

/** However many spans share a request's pairs, each keeps so many sentences. */
const LEAST_CANDIDATES = 2;

/** Sentences that each of so many spans may have read: at least two. */
export function sentencesPerSpan(spans: number, { candidates, maxVerdictPairs }: SelectionLimits): number {
  if (candidates === 0) return Number.POSITIVE_INFINITY;
  const share = Math.floor(maxVerdictPairs / Math.max(1, spans)) - WIDER_PREMISES;
  return Math.min(candidates, Math.max(LEAST_CANDIDATES, share));
}

/** Whether the verdict model reads all sentences that may stand alone, so that there is no first phase. */
export function readsEverything({ evidence }: CrossEncoder, sentences: number, perSpan: number): boolean {
  return evidence === undefined || sentences <= perSpan;
}

export interface FirstPhase {
  readonly encoder: CrossEncoder;
  readonly turn: ScoringPermit;
  readonly limits: SelectionLimits;
  /** For each hypothesis, the share of its words in each sentence. */
  readonly coverages: readonly (readonly number[])[];
  readonly rest: Rest;
}

/**
 * First phase: every asserting hypothesis is scored against every source sentence by the evidence model, and each keeps
 * as candidates the sentences that may entail it, those that may contradict it and the closest ones by words. Skipped
 * when there is no evidence model, or no more sentences than each span may have read.
 */
export async function selectEvidence(
  { hypotheses, sentences }: ReadTexts,
  { encoder, turn, limits, coverages, rest }: FirstPhase,
): Promise<readonly SelectedEvidence[]> {
  const { evidence } = encoder;
  const asserting = hypotheses.filter(({ asserts }) => asserts);
  const count = sentencesPerSpan(asserting.length, limits);
  const alone = standingAlone(sentences);
  if (evidence === undefined || readsEverything(encoder, alone.length, count)) {
    return hypotheses.map(({ asserts }) => ({ candidates: asserts ? alone : [], scores: [] }));
  }
  const premises = alone.map((i) => evidence.tokenize(sentences[i]!.normalised));
  const pairs: Pair[] = [];
  for (const { normalised } of asserting) {
    const hypothesis = evidence.tokenize(normalised);
    for (const premise of premises) pairs.push({ premise, hypothesis });
    await rest();
  }
  const scores = await scoreInParts(pairs, (part) => turn.score('evidence', part), rest);
  const selected: SelectedEvidence[] = [];
  let row = 0;
  for (const [h, { asserts }] of hypotheses.entries()) {
    await rest();
    const mine = asserts ? scores.slice(row * alone.length, ++row * alone.length) : [];
    const covered = asserts ? alone.map((i) => coverages[h]![i]!) : [];
    selected.push({ candidates: chooseCandidates(mine, covered, count).map((place) => alone[place]!), scores: mine });
  }
  return selected;
}

/** Indices of the sentences that may be a premise by themselves. */
export function standingAlone(sentences: ReadTexts['sentences']): number[] {
  return sentences.flatMap(({ asserts }, i) => (asserts ? [i] : []));
}

/** The `count` sentences that come first when the three rankings take turns, ascending. */
export function chooseCandidates(scores: readonly NliScores[], coverage: readonly number[], count: number): number[] {
  const rankings = [
    ranked(scores.map(({ entailment }, i) => entailment + 2 * coverage[i]!)),
    ranked(scores.map(({ contradiction }, i) => contradiction * coverage[i]!)),
    ranked(coverage),
  ];
  const chosen = new Set<number>();
  for (let place = 0; place < scores.length; place++) {
    for (const ranking of rankings) if (chosen.size < count) chosen.add(ranking[place]!);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Indices from the highest value to the lowest, the earlier first among equals. */
function ranked(values: readonly number[]): number[] {
  return values.map((_, i) => i).sort((a, b) => values[b]! - values[a]! || a - b);
}
