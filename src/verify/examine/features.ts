import { isRelevant, type Premise, type ScoredPremise, singleSentences } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { Quotation } from '../read/source-readings.ts';
import { type CopyDifferences, countOf, isSatisfied, type SurfaceFindings } from '../rules/index.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import { logOdds } from '../score/scoring.ts';

/** Counts of facts and names beyond this many say no more. */
const MAX_COUNTED = 3;

/** A wider premise with this share of the widest coverage speaks of the same matter: it has to hold more than a sentence. */
const RELEVANT_WIDE = 0.8;

/**
 * Entailment, neutral and contradiction are log-odds; `support` and `opposition` are those of the strongest premises, and
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
    facts_matching_closest: Math.min(countOf(findings.closest.facts, 'match'), MAX_COUNTED),
    facts_satisfied: Math.min(findings.closest.facts.filter(isSatisfied).length, MAX_COUNTED),
    names_absent: Math.min(countOf(findings.source.names, 'absent'), MAX_COUNTED),
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
  return strongest(premises, supportScore);
}

export function strongestOpposition(premises: readonly ScoredPremise[]): ScoredPremise {
  return strongest(premises, contradictionScore);
}

/** A premise of several sentences that holds this much more of a span's words says more than a sentence of it does. */
const MORE_WORDS = 0.1;

/**
 * The strongest sentence, or a stronger premise of several sentences that holds more of the span's words: readers want the
 * place that says it, and sentences that hold none of its words are no part of that place.
 */
function strongest(premises: readonly ScoredPremise[], value: (premise: ScoredPremise) => number): ScoredPremise {
  const sentence = highest(singleSentences(premises), value);
  const wider = premises.filter(({ coverage }) => coverage >= sentence.coverage + MORE_WORDS);
  return highest([sentence, ...wider], value);
}

/** The single sentence that shares most words with the span, the more entailing one among equals. */
export function closestOf(premises: readonly ScoredPremise[]): ScoredPremise {
  return highest(singleSentences(premises), ({ coverage, scores }) => coverage + 1e-3 * scores.entailment);
}

/** The first of the highest. */
function highest<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}

export type SharesSubject = (one: Premise, other: Premise) => boolean;

/** Whether the sentences of the second list hold every name of the span that those of the first hold. */
export type SharesNames = (one: readonly number[], other: readonly number[]) => boolean;

/** One claim span with all that the policy may look at. */
export interface ExaminedSpan {
  readonly hypothesis: ClaimSpan;
  /** The premise that speaks most for the span. */
  readonly support: ScoredPremise;
  /** The premise that speaks most against it. */
  readonly opposition: ScoredPremise;
  /** The single sentence with most words in common. */
  readonly closest: ScoredPremise;
  /** Everything that the verdict model read for the span. */
  readonly premises: readonly ScoredPremise[];
  /** Whether two premises speak of the same subject or object of the span. */
  readonly sharesSubject: SharesSubject;
  /** Whether some sentences name everything by a name of the span that others do. */
  readonly sharesNames: SharesNames;
  /** The opposition is of another document than the support: neither decides by being closer. */
  readonly ofTwoDocuments?: boolean;
  /**
   * The span's own words, found in the source, and a premise that the verdict model read and that holds them whole;
   * `isSentence` where they are a whole sentence of the source.
   */
  readonly surface: (Quotation & { readonly premise: ScoredPremise; readonly isSentence: boolean }) | undefined;
  /** The source sentence that the span copies but for a number, date, name, negation or exception. */
  readonly copied: { readonly premise: ScoredPremise; readonly differences: CopyDifferences } | undefined;
  /** What the rules find in the span beside a premise; each is compared once. */
  readonly besidePremise: (premise: Premise) => Promise<SurfaceFindings>;
  /** The same beside the closest sentence, and beside the whole source. */
  readonly findings: { readonly closest: SurfaceFindings; readonly source: SurfaceFindings };
  readonly features: Features;
}

/** What the decision sees of one claim span. Every name is also the key of its curve in the calibration file. */
export const FEATURES = [
  'entailment_best',
  'entailment_sentence',
  'entailment_closest',
  'entailment_unopposed',
  'entailment_unopposed_wide',
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
  'source_size',
  'facts_conflicting',
  'facts_conflicting_closest',
  'facts_absent',
  'facts_matching_closest',
  'facts_satisfied',
  'names_absent',
] as const;
export type Features = Readonly<Record<(typeof FEATURES)[number], number>>;
