import { CARRIES, MAX_COUNTED } from '../decision-constants.ts';
import type { ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { Quotation } from '../read/source-readings.ts';
import type { Computed, CopyDifferences, Objection, SurfaceFindings } from '../rules/index.ts';
import type { DocumentReads, SpanReads } from '../score/score-span.ts';
import { logOdds } from '../score/scoring.ts';

/** Counts by the words of a document, next to the scores. */
interface WordsOfDocument {
  /** Numbers and dates of the span that agree with those of the closest sentence. */
  readonly matchingFacts: number;
  /** Numbers and dates of the span for which the closest sentence has others, and its passage not the same. */
  readonly conflictingFacts: number;
  /** Names of the span that the document does not have. */
  readonly absentNames: number;
}

/**
 * The features of a claim span in one document, which the decision weighs: each name is also the key of its weights in the
 * calibration file. Scores are log-odds, held within about 7 either way.
 */
const FEATURE_VALUES = {
  passage_entailment: ({ passage }) => logOdds(passage.scores.entailment),
  passage_neutral: ({ passage }) => logOdds(passage.scores.neutral),
  passage_contradiction: ({ passage }) => logOdds(passage.scores.contradiction),
  sentence_entailment: ({ sentences }) => logOdds(strongest(sentences, 'entailment').scores.entailment),
  sentence_contradiction: ({ sentences }) => logOdds(strongest(sentences, 'contradiction').scores.contradiction),
  facts_matching: (_, words) => Math.min(words.matchingFacts, MAX_COUNTED),
  facts_conflicting: (_, words) => Math.min(words.conflictingFacts, MAX_COUNTED),
  names_absent: (_, words) => Math.min(words.absentNames, MAX_COUNTED),
} as const satisfies Readonly<Record<string, (reads: DocumentReads, words: WordsOfDocument) => number>>;

export type Feature = keyof typeof FEATURE_VALUES;
export const FEATURES = Object.keys(FEATURE_VALUES) as readonly Feature[];
export type Features = Readonly<Record<Feature, number>>;

export function featuresOf(reads: DocumentReads, words: WordsOfDocument): Features {
  return Object.fromEntries(FEATURES.map((name) => [name, FEATURE_VALUES[name](reads, words)])) as Features;
}

/** The first of the highest. */
export function highest<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}

function strongest(premises: readonly ScoredPremise[], side: 'entailment' | 'contradiction'): ScoredPremise {
  return highest(premises, ({ scores }) => scores[side]);
}

/** The single sentence that shares most words with the span, the more entailing one among equals. */
export function closestOf(sentences: readonly ScoredPremise[]): ScoredPremise {
  return highest(sentences, ({ coverage, scores }) => coverage + 1e-3 * scores.entailment);
}

/**
 * The sentence to show for a side: the one that gives it when read alone; else the best-ranked sentence with the scores of
 * the passage, whose context decides.
 */
export function decidingSentence(
  { passage, sentences }: DocumentReads,
  side: 'entailment' | 'contradiction',
): DecidingSentence {
  const best = strongest(sentences, side);
  const decidesAlone = best.scores[side] >= CARRIES || passage.sentences.length === 1;
  if (decidesAlone) return { ...best, inContext: false };
  return { ...sentences[0]!, scores: passage.scores, inContext: true };
}

export interface DecidingSentence extends ScoredPremise {
  /** The sentences around it decide: the scores are those of the passage. */
  readonly inContext: boolean;
}

/** The indices of the sentences of a document, `first` to before `end`. */
export interface SentenceRange {
  readonly first: number;
  readonly end: number;
}

export function isIn({ first, end }: SentenceRange, sentence: number): boolean {
  return first <= sentence && sentence < end;
}

/** The premises of one document for a claim span, with their scores and findings. */
export interface ExaminedDocument extends DocumentReads {
  readonly range: SentenceRange;
  /** The keys of the content words of the headings before its first sentence. */
  readonly titleWords: ReadonlySet<string>;
  /** The keys of the span's names that its sentences hold. */
  readonly names: ReadonlySet<string>;
  /** It says that it is replaced or outdated, or another document says that it replaces this one. */
  readonly isReplaced: boolean;
  /** The sentence that speaks most for the span. */
  readonly support: DecidingSentence;
  /** The sentence that speaks most against it. */
  readonly opposition: DecidingSentence;
  /** The single sentence with most words in common. */
  readonly closest: ScoredPremise;
  /** Numbers and dates of the span for which the closest sentence has others, and its passage not the same. */
  readonly conflictingFacts: number;
  /** Objections by the words of the span and its support. */
  readonly objectionsInWords: ReadonlySet<Objection>;
  /** The time of the event is a date in one of span and document, and only "last year" or the like in the other. */
  readonly isUndated: boolean;
  /** The span is supported only by a number in a list of numbers, without any of its words. */
  readonly isOfNumbers: boolean;
  /** The span denies something that the document never names, and the sentence is about other things of the kind. */
  readonly deniesUnnamed: { readonly support: boolean; readonly opposition: boolean };
  /** A value of the claim is within the limit that the sentence states that opposes most. */
  readonly isWithinLimit: boolean;
  /** The sentence that opposes most excepts something, and the claim denies of it what the sentence says of all else. */
  readonly isWithinException: boolean;
  /** One of the two sentences excepts something, and the claim says no more than that of it. */
  readonly isSaidByException: boolean;
  /** The sentence that the span copies but for a number, date, name, negation or exception. */
  readonly copied: CopiedSentence | undefined;
  /** The finding of its tables and numbers about the span; undefined where they settle nothing. */
  readonly computed?: Computed | undefined;
  /** The span states the result of a calculation or asks something of a table, and the document neither states nor clearly gives it. */
  readonly isUnproven: boolean;
  /** The words of the span ask for a calculation, which no numbers of the document clearly give. */
  readonly needsCalculation: boolean;
  /** It states the result of a calculation that no numbers of the document give. */
  readonly isUnderivable: boolean;
  /** Numbers of the document with the words of the claim give its own: another value does not contradict it. */
  readonly mayFollow: boolean;
  readonly features: Features;
}

export interface CopiedSentence {
  readonly premise: ScoredPremise;
  readonly differences: CopyDifferences;
}

/** One claim span with everything that the policy may use. */
export interface ExaminedSpan extends SpanReads {
  readonly hypothesis: ClaimSpan;
  readonly documents: readonly ExaminedDocument[];
  /** The span's words in the source, in a premise that holds them whole; `isSentence`: they are a whole sentence. */
  readonly surface: (Quotation & { readonly premise: ScoredPremise; readonly isSentence: boolean }) | undefined;
  /** Amounts of the span that no record has; none where the sources are prose. */
  readonly absentAmounts: number;
  /** The findings of the rules in the span and all sources. */
  readonly sourceFindings: SurfaceFindings;
}
