import { type ScoredPremise, singleSentences } from '../read/premises.ts';
import { countOf } from '../rules/index.ts';
import { logOdds } from '../score/log-odds.ts';
import { isRelevant } from '../score/relevance.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import type { ExaminedSpan } from './examined-span.ts';
import type { Features } from './feature-names.ts';
import { contradictionScore, supportScore } from './strongest-premises.ts';

/** Counts of facts and names beyond this many say no more. */
const MAX_COUNTED = 3;

/** A wider premise with this share of the widest coverage speaks of the same matter: it has to hold more than a sentence. */
const RELEVANT_WIDE = 0.8;

/**
 * Entailment, neutral and contradiction are log-odds; `support` and `opposition` are those of strongest-premises.ts, and
 * `support_lead` their difference; entailment is unopposed as far as no relevant premise contradicts; covered
 * contradiction is probability times coverage; counts are capped. The size of the source is the logarithm of one plus its
 * sentences: in a long source the best of many is good by chance.
 */
export function featuresOf(
  {
    premises: all,
    sourceCoverage,
    sourceSentences,
  }: Pick<ScoredSpan, 'premises' | 'sourceCoverage' | 'sourceSentences'>,
  { support, opposition, closest, findings }: Pick<ExaminedSpan, 'support' | 'opposition' | 'closest' | 'findings'>,
): Features {
  const sentences = singleSentences(all);
  const entailmentBest = most(all, entailment);
  const relevant = sentences.filter(({ coverage }) => isRelevant(coverage, closest.coverage));
  const wide = all.filter(({ kind }) => kind !== 'sentence');
  const widest = Math.max(...all.map(({ coverage }) => coverage));
  const relevantWide = wide.filter(({ coverage }) => coverage >= RELEVANT_WIDE * widest);
  return {
    entailment_best: entailmentBest,
    entailment_sentence: most(sentences, entailment),
    entailment_closest: entailment(closest),
    entailment_unopposed: Math.min(entailmentBest, -most(relevant, contradiction)),
    entailment_unopposed_wide: Math.min(
      entailmentBest,
      -most(relevantWide.length > 0 ? relevantWide : relevant, contradiction),
    ),
    contradiction_best: most(all, contradiction),
    contradiction_sentence: most(sentences, contradiction),
    contradiction_closest: contradiction(closest),
    contradiction_covered: most(sentences, ({ scores, coverage }) => scores.contradiction * coverage),
    neutral_least: logOdds(Math.min(...all.map(({ scores }) => scores.neutral))),
    support: supportScore(support),
    support_contradiction: contradiction(support),
    opposition: contradictionScore(opposition),
    opposition_entailment: entailment(opposition),
    support_lead: supportScore(support) - contradictionScore(opposition),
    coverage_source: sourceCoverage,
    coverage_closest: closest.coverage,
    source_size: Math.log(1 + sourceSentences),
    facts_conflicting: Math.min(countOf(findings.source.facts, 'conflict'), MAX_COUNTED),
    facts_conflicting_closest: Math.min(countOf(findings.closest.facts, 'conflict'), MAX_COUNTED),
    facts_absent: Math.min(countOf(findings.source.facts, 'absent'), MAX_COUNTED),
  };
}

function most(premises: readonly ScoredPremise[], value: (premise: ScoredPremise) => number): number {
  return Math.max(...premises.map(value));
}

function entailment({ scores }: ScoredPremise): number {
  return logOdds(scores.entailment);
}

function contradiction({ scores }: ScoredPremise): number {
  return logOdds(scores.contradiction);
}
