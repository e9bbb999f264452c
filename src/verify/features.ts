import type { ScoredPremise } from './premises.ts';
import type { SurfaceFindings } from './rules/index.ts';
import { allPremises, type ScoredHypothesis } from './score-premises.ts';

/** What the decision sees of one claim span. Every name is also the key of its weight in the calibration file. */
export const FEATURES = [
  'entailment_sentence',
  'entailment_window',
  'entailment_mean',
  'entailment_covered',
  'entailment_times_coverage',
  'contradiction_sentence',
  'contradiction_window',
  'contradiction_covered',
  'neutral_covered',
  'coverage_source',
  'coverage_premise',
  'coverage_opposition',
  'copy_share',
  'facts_matched',
  'facts_conflicting',
  'facts_absent',
  'names_absent',
  'names_conflicting',
  'negation_differs',
  'direction_differs',
  'hedge_differs',
  'source_size',
  'coverage_times_source_size',
  'entailment_times_source_size',
] as const;
export type FeatureName = (typeof FEATURES)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/** Surface findings of one claim span, against its best premise and against the whole source. */
export interface Findings {
  readonly premise: SurfaceFindings;
  readonly source: SurfaceFindings;
}

/** Log-odds, held within about 7 either way: beyond, the network's certainty says no more. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 0.001), 0.999);
  return Math.log(p / (1 - p));
}

/** Counts of facts and names beyond this many say no more. */
const MOST_COUNTED = 3;
const MEAN_OF = 3;

/** What the features of one claim span are made from. */
export interface FeatureSources {
  readonly scored: ScoredHypothesis;
  /** The premise that speaks most for the span, and the one that speaks most against it. */
  readonly best: ScoredPremise;
  readonly opposition: ScoredPremise;
  readonly findings: Findings;
  /** Weighted share of the span's words in its best premise, names and facts absent from the source left out. */
  readonly copyShare: number;
}

/** Facts that differ from the best premise and stand nowhere else in the source either. */
export function openConflicts({ premise, source }: Findings): number {
  return premise.facts.filter(({ status }, i) => status === 'conflict' && source.facts[i]!.status !== 'match').length;
}

/**
 * The size of the source is the logarithm of one plus its sentences: in a long source the best of many is good by chance.
 * Entailment and contradiction are log-odds; gated contradiction is probability times coverage; counts are capped.
 */
export function featuresOf({ scored, best, opposition, findings, copyShare }: FeatureSources): Features {
  const { sentences } = scored;
  const all = allPremises(scored);
  const gated = (premise: ScoredPremise) => premise.scores.contradiction * premise.coverage;
  const entailments = sentences
    .map((premise) => premise.scores.entailment)
    .sort((a, b) => b - a)
    .slice(0, MEAN_OF);
  const sourceSize = Math.log(1 + sentences.length);
  const count = (value: number) => Math.min(value, MOST_COUNTED);
  return {
    entailment_sentence: logOdds(entailments[0] ?? 0),
    entailment_window: logOdds(Math.max(...all.map((premise) => premise.scores.entailment))),
    entailment_mean: logOdds(entailments.reduce((sum, value) => sum + value, 0) / Math.max(1, entailments.length)),
    entailment_covered: logOdds(best.scores.entailment),
    entailment_times_coverage: Math.max(...all.map((premise) => premise.scores.entailment * premise.coverage)),
    contradiction_sentence: Math.max(...sentences.map(gated)),
    contradiction_window: Math.max(...all.map(gated)),
    contradiction_covered: logOdds(best.scores.contradiction),
    neutral_covered: logOdds(best.scores.neutral),
    coverage_source: scored.sourceCoverage,
    coverage_premise: best.coverage,
    coverage_opposition: opposition.coverage,
    copy_share: copyShare,
    facts_matched: count(findings.premise.factsMatched),
    facts_conflicting: count(openConflicts(findings)),
    facts_absent: count(findings.source.factsAbsent),
    names_absent: count(findings.source.names.absent),
    names_conflicting: count(findings.premise.names.conflicting),
    negation_differs: Number(findings.premise.negation),
    direction_differs: Number(findings.premise.direction),
    hedge_differs: Number(findings.premise.hedge),
    source_size: sourceSize,
    coverage_times_source_size: best.coverage * sourceSize,
    entailment_times_source_size: logOdds(best.scores.entailment) * sourceSize,
  };
}
