import { type ScoredPremise, singleSentences } from '../read/premises.ts';
import { logOdds } from '../score/log-odds.ts';

/** What all words in common are worth beside the model's log-odds: text about something else decides nothing. */
const WORDS_IN_COMMON = 2;

/** How much a premise speaks for a span: log-odds of entailment and the words they share. */
export function supportScore({ scores, coverage }: ScoredPremise): number {
  return logOdds(scores.entailment) + WORDS_IN_COMMON * coverage;
}

/** How much a premise speaks against a span: log-odds of contradiction and the words they share. */
export function contradictionScore({ scores, coverage }: ScoredPremise): number {
  return logOdds(scores.contradiction) + WORDS_IN_COMMON * coverage;
}

export function strongestSupport(premises: readonly ScoredPremise[]): ScoredPremise {
  return highest(premises, supportScore);
}

export function strongestOpposition(premises: readonly ScoredPremise[]): ScoredPremise {
  return highest(premises, contradictionScore);
}

/** The single sentence that shares most words with the span, the more entailing one among equals. */
export function closestOf(premises: readonly ScoredPremise[]): ScoredPremise {
  return highest(singleSentences(premises), ({ coverage, scores }) => coverage + 1e-3 * scores.entailment);
}

/** The first of the highest: single sentences come before the wider premises. */
function highest<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}
