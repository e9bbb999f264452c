import { oppositionOf, supportOf } from './choose-deciding.ts';
import type { Findings } from './examine.ts';
import { logOdds } from './log-odds.ts';
import type { ScoredPremise } from './premises.ts';
import { allPremises, type ScoredHypothesis } from './score-premises.ts';

/** What the decision sees of one claim span. Every name is also the key of its curve in the calibration file. */
export const FEATURES = [
  'entailment_best',
  'entailment_sentence',
  'entailment_closest',
  'contradiction_best',
  'contradiction_sentence',
  'contradiction_closest',
  'contradiction_covered',
  'neutral_least',
  'support',
  'support_contradiction',
  'opposition',
  'opposition_entailment',
  'support_lead',
  'coverage_source',
  'coverage_closest',
  'coverage_lead',
  'source_size',
  'facts_conflicting',
  'facts_conflicting_closest',
  'facts_absent',
  'names_absent',
  'names_conflicting',
  'negation_differs',
] as const;
export type FeatureName = (typeof FEATURES)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/** Counts of facts and names beyond this many say no more. */
const MOST_COUNTED = 3;

/** What the features of one claim span are made from. */
export interface FeatureSources {
  readonly scored: ScoredHypothesis;
  readonly support: ScoredPremise;
  readonly opposition: ScoredPremise;
  readonly closest: ScoredPremise;
  readonly findings: Pick<Findings, 'closest' | 'source'>;
}

/**
 * Entailment, neutral and contradiction are log-odds; `support` and `opposition` are those of choose-deciding.ts; gated
 * contradiction is probability times coverage; counts are capped. The size of the source is the logarithm of one plus its
 * sentences: in a long source the best of many is good by chance.
 */
export function featuresOf({ scored, support, opposition, closest, findings }: FeatureSources): Features {
  const all = allPremises(scored);
  const most = (premises: readonly ScoredPremise[], value: (premise: ScoredPremise) => number) =>
    Math.max(...premises.map(value));
  const entailment = ({ scores }: ScoredPremise) => logOdds(scores.entailment);
  const contradiction = ({ scores }: ScoredPremise) => logOdds(scores.contradiction);
  const count = (value: number) => Math.min(value, MOST_COUNTED);
  const supporting = scored.sentences.reduce((best, one) => (supportOf(one) > supportOf(best) ? one : best));
  const opposing = scored.sentences.reduce((best, one) => (oppositionOf(one) > oppositionOf(best) ? one : best));
  return {
    entailment_best: most(all, entailment),
    entailment_sentence: most(scored.sentences, entailment),
    entailment_closest: entailment(closest),
    contradiction_best: most(all, contradiction),
    contradiction_sentence: most(scored.sentences, contradiction),
    contradiction_closest: contradiction(closest),
    contradiction_covered: most(scored.sentences, ({ scores, coverage }) => scores.contradiction * coverage),
    neutral_least: logOdds(Math.min(...all.map(({ scores }) => scores.neutral))),
    support: supportOf(support),
    support_contradiction: contradiction(support),
    opposition: oppositionOf(opposition),
    opposition_entailment: entailment(opposition),
    support_lead: supportOf(supporting) - oppositionOf(opposing),
    coverage_source: scored.sourceCoverage,
    coverage_closest: closest.coverage,
    coverage_lead: supporting.coverage - opposing.coverage,
    source_size: Math.log(1 + scored.sourceSentences),
    facts_conflicting: count(findings.source.factsConflicting),
    facts_conflicting_closest: count(findings.closest.factsConflicting),
    facts_absent: count(findings.source.factsAbsent),
    names_absent: count(findings.source.names.absent),
    names_conflicting: count(findings.closest.names.conflicting),
    negation_differs: Number(findings.closest.negation),
  };
}
