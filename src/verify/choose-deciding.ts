import { logOdds } from './log-odds.ts';
import type { ScoredPremise } from './premises.ts';
import { allPremises, type ScoredHypothesis } from './score-premises.ts';

/** What all words in common are worth beside the model's log-odds: text about something else decides nothing. */
const WORDS_IN_COMMON = 2;

/** How much a premise speaks for a span: log-odds of entailment and the words they share. */
export function supportOf({ scores, coverage }: ScoredPremise): number {
  return logOdds(scores.entailment) + WORDS_IN_COMMON * coverage;
}

/** How much a premise speaks against a span: log-odds of contradiction and the words they share. */
export function oppositionOf({ scores, coverage }: ScoredPremise): number {
  return logOdds(scores.contradiction) + WORDS_IN_COMMON * coverage;
}

export function decidingSupport(scored: ScoredHypothesis): ScoredPremise {
  return highest(allPremises(scored), supportOf);
}

export function decidingOpposition(scored: ScoredHypothesis): ScoredPremise {
  return highest(allPremises(scored), oppositionOf);
}

/** The single sentence that shares most words with the span, the more entailing one among equals. */
export function closestOf({ sentences }: ScoredHypothesis): ScoredPremise {
  return highest(sentences, ({ coverage, scores }) => coverage + 1e-3 * scores.entailment);
}

/** The first of the highest: single sentences come before the wider premises. */
function highest<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}
