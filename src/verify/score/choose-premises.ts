import type { Premise, ScoredPremise } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';

/** Sentences around which a window is read, the best by entailment and words in common together. */
export const WINDOW_CENTRES = 2;
/** Sentences at most that are read together from anywhere. */
export const TOP_SENTENCES = 3;
/** Premises of more than one sentence that a hypothesis gets at most. */
export const WIDER_PREMISES = WINDOW_CENTRES + 1;

/**
 * Evidence often crosses a sentence, but few sentences matter to a claim: of all windows of `windowSentences` neighbours
 * of one document those are chosen that have one of the best sentences read so far in their middle, and the best
 * sentences from anywhere where no window holds them all.
 */
export function choosePremises(
  read: readonly ScoredPremise[],
  { sentences }: Pick<ReadSource, 'sentences'>,
  windowSentences: number,
): readonly Premise[] {
  const best = bestSentences(read);
  const windows = new Map<string, Premise>();
  for (const centre of best.slice(0, WINDOW_CENTRES)) {
    const { first, end } = sentences[centre]!.document;
    const size = Math.min(windowSentences, end - first);
    if (size < 2) continue;
    const from = Math.min(Math.max(first, centre - Math.floor(size / 2)), end - size);
    const run = Array.from({ length: size }, (_, i) => from + i);
    windows.set(run.join(), { kind: 'window', sentences: run });
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
