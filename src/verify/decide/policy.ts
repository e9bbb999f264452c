import type { Verdict } from '../../contract/verify.ts';
import { type MatchType, matchOf } from '../../contract/words.ts';
import type { NliScores } from '../../nli/types.ts';
import {
  ABOUT_THE_SAME,
  BY_VALUES,
  CAPPED,
  EVEN,
  MIN_EXACT,
  NOTHING_STATED,
  RULED_OUT,
} from '../decision-constants.ts';
import { type ExaminedDocument, type ExaminedSpan, type Features, highest, isIn } from '../examine/features.ts';
import type { Computed } from '../rules/index.ts';
import { logOdds } from '../score/scoring.ts';
import type { Calibration } from './calibration.ts';
import { DOCUMENT_PROMISES, type PromiseName } from './promises.ts';

/** Probabilities of a span; what is left of 1 is neither. */
export interface SpanProbabilities {
  readonly entailed: number;
  readonly contradicted: number;
}

/** A claim span and its decision. */
export interface DecidedSpan extends SpanProbabilities {
  readonly examined: ExaminedSpan;
  readonly matchType: MatchType;
  /** The document that decided. */
  readonly document: ExaminedDocument;
  /** Another document that contradicts what the first one supports. */
  readonly opposing: ExaminedDocument | undefined;
  /** The promises that kept the span from being entailed. */
  readonly objections: readonly PromiseName[];
  /** The value computed from the document, where that decided. */
  readonly computed?: Computed;
}

/** A document with the probabilities of the span in it. */
interface JudgedDocument extends SpanProbabilities {
  readonly document: ExaminedDocument;
  readonly objections: readonly PromiseName[];
}

/**
 * Decides a claim span: in each document separately, so that support is not outvoted by text about something else. A document
 * that supports it decides, unless another one about the same names contradicts it; else one that contradicts it does.
 */
export function decideSpan(examined: ExaminedSpan, calibration: Calibration): DecidedSpan {
  const judged = currentOf(
    examined.documents.map((document) => judge(examined, document, calibration)),
    calibration,
  );
  const support = highest(judged, ({ entailed }) => entailed);
  const against = highest(judged, ({ contradicted }) => contradicted);
  const exact = exactIn({ ...examined, documents: judged.map(({ document }) => document) }, calibration);
  const { thresholds } = calibration;
  const isSupported = exact !== undefined || isEntailed(support, calibration);
  const decided = exact === undefined ? support : { ...support, ...certain(exact.scores), document: exact.document };
  const isContradicted =
    against.contradicted >= (judged.length > 1 ? thresholds.contradictedByOneOfSeveral : thresholds.contradicted);
  // To withhold SUPPORTED takes less than to call a claim contradicted.
  const disagrees =
    isSupported &&
    against.contradicted >= thresholds.contradicted &&
    against.document !== decided.document &&
    !calibration.without.includes('evidence_disagrees') &&
    isSameSubject(decided.document, against.document);
  const { entailed, objections } = decided;
  const contradicted = Math.min(against.contradicted, 1 - entailed);
  if (disagrees) {
    return {
      ...{ examined, document: decided.document, opposing: against.document },
      entailed: below(entailed, thresholds.entailed),
      contradicted: below(contradicted, thresholds.contradicted),
      matchType: 'insufficient_evidence',
      objections: ['evidence_disagrees', ...objections],
    };
  }
  const base = { examined, opposing: undefined };
  if (exact !== undefined) return { ...base, ...decided, matchType: 'exact_match', objections: [] };
  const settled = calibration.without.includes('values_settle') ? undefined : byValues(judged, calibration);
  if (settled !== undefined) return { ...base, ...settled };
  if (isSupported) return { ...base, ...decided, matchType: 'paraphrase_match' };
  if (isContradicted && contradicted > entailed)
    return { ...base, ...against, entailed, contradicted, matchType: 'contradiction' };
  const open = objections.length > 0 || entailed >= contradicted ? decided : against;
  return { ...base, ...open, entailed, contradicted, matchType: 'insufficient_evidence' };
}

/** All documents, or only those that are not replaced, where one of them decides. */
function currentOf(judged: readonly JudgedDocument[], calibration: Calibration): readonly JudgedDocument[] {
  const current = judged.filter(({ document }) => !document.isReplaced);
  const decides = (one: JudgedDocument) =>
    isEntailed(one, calibration) || one.contradicted >= calibration.thresholds.contradicted;
  return current.some(decides) ? current : judged;
}

/**
 * The decision that follows from the values of a document: nothing where two documents give different ones, or where the claim
 * has words that the values do not hold and the model does not agree.
 */
function byValues(judged: readonly JudgedDocument[], { thresholds }: Calibration) {
  const computed = judged.filter(({ document }) => document.computed !== undefined);
  const [first, ...others] = computed;
  if (
    first === undefined ||
    others.some(({ document }) => document.computed!.stance !== first.document.computed!.stance)
  )
    return undefined;
  const { stance, isWhole } = first.document.computed!;
  const { document, entailed, contradicted } = first;
  const given = { document, computed: document.computed!, objections: [] };
  if (stance === 'for') {
    if (!isWhole && entailed <= contradicted) return undefined;
    // "West renovated 35 stores": a verb may say something else than the values.
    const likely = Math.max(entailed, isWhole ? BY_VALUES : EVEN);
    return { ...given, entailed: likely, contradicted: (1 - likely) / 2, matchType: 'paraphrase_match' as const };
  }
  if (stance === 'against') {
    const likely = Math.max(contradicted, BY_VALUES);
    return { ...given, entailed: (1 - likely) / 2, contradicted: likely, matchType: 'contradiction' as const };
  }
  return {
    ...given,
    entailed: below(entailed, thresholds.entailed),
    contradicted: below(contradicted, thresholds.contradicted),
    matchType: 'insufficient_evidence' as const,
  };
}

/**
 * True if what contradicts is about the subject of what supports: its document has those of the span's names that the other one
 * has, and more of them ("Acme Deutschland employs 5,200 people" of a text about Acme), or else their titles name no different
 * things and the contradicting sentence has about as many of the span's words.
 */
function isSameSubject(supporting: ExaminedDocument, contradicting: ExaminedDocument): boolean {
  if (![...supporting.names].every((name) => contradicting.names.has(name))) return false;
  return (
    contradicting.names.size > supporting.names.size ||
    (!titlesDiffer(supporting.titleWords, contradicting.titleWords) &&
      contradicting.opposition.coverage >= ABOUT_THE_SAME * supporting.support.coverage)
  );
}

/** True if each of two titles has a word that the other lacks. */
function titlesDiffer(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => !other.has(word)) && [...other].some((word) => !one.has(word));
}

/** Probabilities of a span in one document, with what the promises leave of them. */
function judge(examined: ExaminedSpan, document: ExaminedDocument, calibration: Calibration): JudgedDocument {
  const { thresholds, without } = calibration;
  const held = DOCUMENT_PROMISES.filter(({ name, holds }) => !without.includes(name) && holds(examined, document));
  let { entailed, contradicted } = spanProbabilities(document.features, calibration);
  const ruledOut = held.find(({ rulesOut }) => rulesOut !== undefined)?.rulesOut;
  if (ruledOut !== undefined) ({ entailed, contradicted } = withoutEntailment({ entailed, contradicted }, ruledOut));
  if (document.closest.coverage < thresholds.relevance) contradicted = below(contradicted, thresholds.contradicted);
  const isSilent = contradicted >= thresholds.contradicted && held.some((one) => one.uncontradicted?.(document));
  const objecting = held.filter(({ uncontradicted }) => !uncontradicted?.(document) || isSilent);
  if (isSilent) contradicted = below(contradicted, thresholds.contradicted);
  const isWeakened = held.some(({ weakens }) => weakens?.(document));
  const isObjected = held.some((one) => !one.uncontradicted?.(document) && !one.weakens?.(document));
  if (!isObjected && held.some(({ proves }) => proves?.(document)))
    return { document, entailed: BY_VALUES, contradicted: (1 - BY_VALUES) / 2, objections: [] };
  if (isObjected) entailed = below(entailed, thresholds.entailed);
  if (entailed > EVEN && isWeakened)
    ({ entailed, contradicted } = { entailed: EVEN, contradicted: contradicted * ((1 - EVEN) / (1 - entailed)) });
  if (held.some(({ undecided }) => undecided?.(document))) contradicted = below(contradicted, thresholds.contradicted);
  return { document, entailed, contradicted, objections: objecting.map(({ name }) => name) };
}

/** Probabilities by multinomial logistic regression. */
export function spanProbabilities(
  features: Features,
  { entailed, contradicted }: Pick<Calibration, 'entailed' | 'contradicted'>,
): SpanProbabilities {
  return ofLogits(logitOf(features, entailed), logitOf(features, contradicted));
}

/** The softmax of the logits of entailment and contradiction and of 0 for neither. */
export function ofLogits(entailed: number, contradicted: number): SpanProbabilities {
  const most = Math.max(entailed, contradicted, 0);
  const [forIt, againstIt, neither] = [Math.exp(entailed - most), Math.exp(contradicted - most), Math.exp(-most)];
  const sum = forIt + againstIt + neither;
  return { entailed: forIt / sum, contradicted: againstIt / sum };
}

function logitOf(features: Features, { bias, weights }: Calibration['entailed']): number {
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight! * features[name as keyof Features],
    bias,
  );
}

/** The most likely of the three, and at least as likely as the threshold asks. */
function isEntailed({ entailed, contradicted }: SpanProbabilities, { thresholds }: Calibration): boolean {
  return entailed >= thresholds.entailed && entailed > contradicted && entailed >= 1 - entailed - contradicted;
}

/** Most of the entailment goes to the two others, shared as the model shares it between them, or all of it to a contradiction. */
function withoutEntailment(read: SpanProbabilities, to: 'both' | 'contradiction'): SpanProbabilities {
  const entailed = read.entailed * RULED_OUT;
  if (to === 'contradiction') return { entailed, contradicted: read.contradicted + read.entailed - entailed };
  const notEntailed = Math.max(Number.EPSILON, 1 - read.entailed);
  return { entailed, contradicted: (read.contradicted / notEntailed) * (1 - entailed) };
}

function below(probability: number, threshold: number): number {
  return Math.min(probability, threshold * (CAPPED.from + (CAPPED.to - CAPPED.from) * probability));
}

interface ExactMatch {
  readonly document: ExaminedDocument;
  readonly scores: NliScores;
}

/** The document with the very words, plainly stated: a whole sentence, or part of one that the model agrees says so. */
function exactIn({ surface, documents }: ExaminedSpan, calibration: Calibration): ExactMatch | undefined {
  if (surface === undefined || surface.factuality !== undefined) return undefined;
  if (!surface.isSentence && !agreesWithCopy(surface.premise.scores, calibration)) return undefined;
  const document = documents.find((one) => isIn(one.range, surface.premise.sentences[0]!));
  return document && { document, scores: surface.premise.scores };
}

/** True if the model does not oppose the sentence that states a span word for word. */
export function agreesWithCopy({ entailment, contradiction }: NliScores, { thresholds }: Calibration): boolean {
  return entailment >= thresholds.exactEntailment && entailment > contradiction;
}

function certain({ entailment }: Pick<NliScores, 'entailment'>): SpanProbabilities {
  const entailed = Math.max(MIN_EXACT, entailment);
  return { entailed, contradicted: (1 - entailed) / 2 };
}

export interface ClaimDecision {
  readonly verdict: Verdict;
  /** Calibrated probability that the verdict is correct, 0 to 1. */
  readonly confidence: number;
  /** Calibrated probability of each verdict; sums to 1. */
  readonly probabilities: Readonly<Record<Verdict, number>>;
}

/** Decides a whole claim from the spans of it that state a fact. */
export function decideClaim(spans: readonly ExaminedSpan[], calibration: Calibration): ClaimDecision {
  return combineSpans(
    spans.map((span) => decideSpan(span, calibration)),
    calibration,
  );
}

/**
 * Combines the spans: one contradicted span makes the claim UNSUPPORTED, every span entailed makes it SUPPORTED, anything
 * else is UNCERTAIN. A claim is as entailed as its least entailed span, and as contradicted as its most contradicted one.
 */
export function combineSpans(spans: readonly DecidedSpan[], { confidence }: Calibration): ClaimDecision {
  const verdict = verdictOf(spans);
  const supported = spans.reduce((least, { entailed }) => Math.min(least, entailed), 1);
  const unsupported = spans.reduce((most, { contradicted }) => Math.max(most, contradicted), 0);
  const isEmpty = spans.length === 0;
  const probabilities = {
    SUPPORTED: isEmpty ? 0 : supported,
    UNSUPPORTED: unsupported,
    UNCERTAIN: isEmpty ? 1 : Math.max(0, 1 - supported - unsupported),
  };
  const value = isEmpty ? NOTHING_STATED : scaled(probabilities[verdict], confidence[verdict]);
  return { verdict, probabilities, confidence: Math.round(value * 1e4) / 1e4 };
}

/** The confidence in a verdict of this probability. */
export function scaled(probability: number, { slope, offset }: Calibration['confidence'][Verdict]): number {
  return 1 / (1 + Math.exp(-(slope * logOdds(probability) + offset)));
}

function verdictOf(spans: readonly DecidedSpan[]): Verdict {
  const stances = spans.map(({ matchType }) => matchOf(matchType).stance);
  if (stances.includes('against')) return 'UNSUPPORTED';
  return stances.length > 0 && stances.every((stance) => stance === 'for') ? 'SUPPORTED' : 'UNCERTAIN';
}
