import { isRelevant, type Premise, type ScoredPremise, singleSentences } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { Quotation } from '../read/source-readings.ts';
import { type CopyDifferences, countOf, isSatisfied, type SurfaceFindings } from '../rules/index.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import { logOdds } from '../score/scoring.ts';

/** A wider premise with this share of the widest coverage speaks of the same matter: it has to hold more than a sentence. */
const RELEVANT_WIDE = 0.8;

interface Measured extends Pick<ExaminedSpan, 'support' | 'opposition' | 'closest' | 'findings'> {
  /** All premises, and those of them that are single sentences. */
  readonly all: readonly ScoredPremise[];
  readonly sentences: readonly ScoredPremise[];
  /** The sentences with enough of the span's words, and the wider premises with enough of them. */
  readonly relevant: readonly ScoredPremise[];
  readonly relevantWide: readonly ScoredPremise[];
  readonly scored: Pick<ScoredSpan, 'sourceCoverage' | 'sourceSentences'>;
}

/**
 * The features of a claim span, which the decision sees; a name is also the key of its curve in the calibration file.
 * Entailment, neutral and contradiction are log-odds; entailment is unopposed as far as no relevant premise contradicts; covered
 * contradiction is probability times coverage. The size of the source is the logarithm of one plus its sentences: in a long
 * source the best of many is good by chance.
 */
const FEATURE_VALUES = {
  entailment_best: ({ all }) => most(all, entailment),
  entailment_sentence: ({ sentences }) => most(sentences, entailment),
  entailment_closest: ({ closest }) => entailment(closest),
  entailment_unopposed: ({ all, relevant }) => unopposed(all, relevant),
  entailment_unopposed_wide: ({ all, relevant, relevantWide }) =>
    unopposed(all, relevantWide.length > 0 ? relevantWide : relevant),
  contradiction_best: ({ all }) => most(all, contradiction),
  contradiction_sentence: ({ sentences }) => most(sentences, contradiction),
  contradiction_closest: ({ closest }) => contradiction(closest),
  contradiction_covered: ({ sentences }) => most(sentences, ({ scores, coverage }) => scores.contradiction * coverage),
  neutral_least: ({ all }) => -most(all, ({ scores }) => -logOdds(scores.neutral)),
  support: ({ support }) => supportScore(support),
  support_contradiction: ({ support }) => contradiction(support),
  opposition: ({ opposition }) => contradictionScore(opposition),
  opposition_entailment: ({ opposition }) => entailment(opposition),
  support_lead: ({ support, opposition }) => supportScore(support) - contradictionScore(opposition),
  coverage_source: ({ scored }) => scored.sourceCoverage,
  coverage_closest: ({ closest }) => closest.coverage,
  source_size: ({ scored }) => Math.log(1 + scored.sourceSentences),
  facts_conflicting: ({ findings }) => capped(countOf(findings.source.facts, 'conflict')),
  facts_conflicting_closest: ({ findings }) => capped(countOf(findings.closest.facts, 'conflict')),
  facts_absent: ({ findings }) => capped(countOf(findings.source.facts, 'absent')),
  facts_matching_closest: ({ findings }) => capped(countOf(findings.closest.facts, 'match')),
  facts_satisfied: ({ findings }) => capped(findings.closest.facts.filter(isSatisfied).length),
  names_absent: ({ findings }) => capped(countOf(findings.source.names, 'absent')),
} as const satisfies Readonly<Record<string, (measured: Measured) => number>>;

type Feature = keyof typeof FEATURE_VALUES;
export const FEATURES = Object.keys(FEATURE_VALUES) as readonly Feature[];
export type Features = Readonly<Record<Feature, number>>;

export function featuresOf(
  { premises: all, ...scored }: Pick<ScoredSpan, 'premises' | 'sourceCoverage' | 'sourceSentences'>,
  found: Pick<ExaminedSpan, 'support' | 'opposition' | 'closest' | 'findings'>,
): Features {
  const sentences = singleSentences(all);
  const relevant = sentences.filter(({ coverage }) => isRelevant(coverage, found.closest.coverage));
  const widest = most(all, ({ coverage }) => coverage);
  const relevantWide = all.filter(({ kind, coverage }) => kind !== 'sentence' && coverage >= RELEVANT_WIDE * widest);
  const measured = { ...found, all, sentences, relevant, relevantWide, scored };
  return Object.fromEntries(FEATURES.map((name) => [name, FEATURE_VALUES[name](measured)])) as Features;
}

/** Counts of facts and names beyond this many say no more. */
const MAX_COUNTED = 3;

function capped(count: number): number {
  return Math.min(count, MAX_COUNTED);
}

function unopposed(all: readonly ScoredPremise[], relevant: readonly ScoredPremise[]): number {
  return Math.min(most(all, entailment), -most(relevant, contradiction));
}

function most(premises: readonly ScoredPremise[], value: (premise: ScoredPremise) => number): number {
  return premises.reduce((highest, premise) => Math.max(highest, value(premise)), Number.NEGATIVE_INFINITY);
}

function entailment({ scores }: ScoredPremise): number {
  return logOdds(scores.entailment);
}

function contradiction({ scores }: ScoredPremise): number {
  return logOdds(scores.contradiction);
}

/** Weight of all words in common beside the model's log-odds: text about something else decides nothing. */
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

/** The strongest sentence, or a stronger wider premise that holds more words: readers want the place that says it. */
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
  /** The span's words in the source, in a premise that holds them whole; `isSentence`: they are a whole sentence. */
  readonly surface: (Quotation & { readonly premise: ScoredPremise; readonly isSentence: boolean }) | undefined;
  /** The source sentence that the span copies but for a number, date, name, negation or exception. */
  readonly copied: { readonly premise: ScoredPremise; readonly differences: CopyDifferences } | undefined;
  /** The findings of the rules in the span beside a premise; each is compared once. */
  readonly besidePremise: (premise: Premise) => Promise<SurfaceFindings>;
  /** The same beside the closest sentence, and beside the whole source. */
  readonly findings: { readonly closest: SurfaceFindings; readonly source: SurfaceFindings };
  readonly features: Features;
}
