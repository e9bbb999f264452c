import type { CrossEncoder, NliScores, ScoringPermit } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { ABOUT_THE_SAME, goesOn, type Premise, type ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';

/** How much of a source the verdict model reads. */
export interface SelectionLimits {
  /** Sentences that each claim span may have read by the verdict model; 0: all. */
  readonly candidates: number;
  /** Pairs of a request that the verdict model reads at most, shared among the spans. */
  readonly maxVerdictPairs: number;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/** The context of scoring claim spans: the source, the models, a permit to use them, and how much they may read. */
export interface ScoringContext {
  readonly source: ReadSource;
  readonly encoder: CrossEncoder;
  readonly permit: ScoringPermit;
  readonly limits: SelectionLimits;
  /** Sentences that each span may have read by the verdict model. */
  readonly perSpan: number;
  /** The sentences that the first phase reads for a span, ascending, and how many at most; undefined: all. */
  readonly nearest?: { readonly most: number; readonly to: (span: ClaimSpan) => readonly number[] } | undefined;
  /** Pairs of facts and names of a claim that are compared at most, by each step of the comparison; undefined: the default. */
  readonly comparedPairs?: number | undefined;
  /** Whether a sentence that states the span word for word settles it with these scores; undefined: none does. */
  readonly settles?: ((scores: NliScores) => boolean) | undefined;
  readonly pause: Pause;
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

/** Log-odds, held within about 7 either way: beyond, a model's certainty says no more. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(p / (1 - p));
}

/** Sentences around which a window is read, the best by entailment and words in common together. */
export const WINDOW_CENTRES = 2;
/** Sentences at most that are read together from anywhere. */
export const TOP_SENTENCES = 3;
/** Premises of more than one sentence that a hypothesis gets at most. */
export const WIDER_PREMISES = WINDOW_CENTRES + 1;

/** Entailment from which on a sentence says something of a span, whatever its words. */
const SAYS_SOMETHING = 0.5;

/**
 * Evidence often crosses a sentence, but few sentences matter to a claim: of all windows of `windowSentences` neighbours
 * of one document those are chosen that have one of the best sentences read so far in their middle, and the best
 * sentences from anywhere where no window holds them all. Only sentences that hold some of the span's words, which
 * `coverages` tells of each sentence, or go on from their neighbour are read together: others, such as greetings and
 * signatures, change what the model reads and say nothing of the matter.
 */
export function choosePremises(
  read: readonly ScoredPremise[],
  { sentences }: Pick<ReadSource, 'sentences'>,
  { windowSentences, coverages }: { windowSentences: number; coverages: readonly number[] },
): readonly Premise[] {
  const continues = (i: number) => goesOn(sentences[i]!.text);
  const isOutside = (i: number) => sentences[i]!.kind === 'furniture' && !sentences[i]!.asserts;
  const joins = (i: number) => !isOutside(i) && (coverages[i]! >= ABOUT_THE_SAME || continues(i));
  const best = bestSentences(
    read.filter(({ scores, sentences: [i] }) => joins(i!) || scores.entailment >= SAYS_SOMETHING),
  );
  const windows = new Map<string, Premise>();
  for (const centre of best.slice(0, WINDOW_CENTRES)) {
    const { first, end } = sentences[centre]!.document;
    const size = Math.min(windowSentences, end - first);
    const from = Math.min(Math.max(first, centre - Math.floor(size / 2)), end - size);
    let [start, past] = [centre, centre + 1];
    while (start > from && !isOutside(start - 1) && (joins(start - 1) || continues(start))) start -= 1;
    while (past < from + size && joins(past)) past += 1;
    const run = Array.from({ length: past - start }, (_, i) => start + i);
    if (run.length > 1) windows.set(run.join(), { kind: 'window', sentences: run });
  }
  const top = best.slice(0, TOP_SENTENCES).sort((a, b) => a - b);
  const chosen = [...windows.values()];
  const isHeld = top.length < 2 || chosen.some((window) => top.every((i) => window.sentences.includes(i)));
  return isHeld ? chosen : [...chosen, { kind: 'top_sentences', sentences: top }];
}

/** Indices of source sentences, the one that says most of the hypothesis first. */
function bestSentences(read: readonly ScoredPremise[]): number[] {
  return [...read]
    .map((premise) => ({ index: premise.sentences[0]!, worth: premise.scores.entailment + premise.coverage }))
    .sort((a, b) => b.worth - a.worth || a.index - b.index)
    .map(({ index }) => index);
}
