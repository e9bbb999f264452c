import { VERDICTS, type Verdict } from '../../contract/verify.ts';
import { type MatchType, matchOf } from '../../contract/words.ts';
import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import { type ExaminedSpan, type Features, strongestOpposition } from '../examine/features.ts';
import type { Premise, ScoredPremise } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';
import { logOdds } from '../score/scoring.ts';
import type { Calibration, CONFIDENCE_SIGNS, Objection } from './calibration.ts';
import { disagreement, OBJECTION_ROWS } from './objections.ts';

/** A claim span and what was decided of it. */
export interface DecidedSpan extends SpanProbabilities {
  readonly examined: ExaminedSpan;
  readonly matchType: MatchType;
  readonly objections: readonly Objection[];
}

export function decideSpan(examined: ExaminedSpan, calibration: Calibration): DecidedSpan {
  if (isExact(examined, calibration))
    return { examined, matchType: 'exact_match', ...certain(examined), objections: [] };
  const objections = objectionsTo(examined, calibration);
  const read = closerDecides(spanProbabilities(examined.features, calibration), examined, calibration);
  const left = ruleOutEntailment(read, objections);
  const decided = applyObjections(gateByRelevance(left, examined, calibration), objections, calibration);
  return { examined, matchType: matchType(decided, calibration), ...decided, objections };
}

function matchType({ entailed, contradicted }: SpanProbabilities, { thresholds }: Calibration): MatchType {
  if (contradicted >= thresholds.contradicted && contradicted > entailed) return 'contradiction';
  return entailed >= thresholds.entailed ? 'paraphrase_match' : 'insufficient_evidence';
}

/** Share of a probability of entailment that stays where a rule excludes it: the rule is seldom wrong (`facts_differ`). */
const RULED_OUT = 0.1;

/** Most of the entailment goes to what is left of 1, shared as the model shares it between contradiction and neither. */
function ruleOutEntailment(read: SpanProbabilities, objections: readonly Objection[]): SpanProbabilities {
  if (!includesAny(objections, 'rulesOut')) return read;
  const entailed = read.entailed * RULED_OUT;
  const notEntailed = Math.max(Number.EPSILON, 1 - read.entailed);
  return { entailed, contradicted: (read.contradicted / notEntailed) * (1 - entailed) };
}

/** Text about something else contradicts nothing. */
function gateByRelevance(
  { entailed, contradicted }: SpanProbabilities,
  { opposition }: ExaminedSpan,
  { thresholds }: Calibration,
): SpanProbabilities {
  const relevant = opposition.coverage >= thresholds.relevance;
  return { entailed, contradicted: relevant ? contradicted : below(contradicted, thresholds.contradicted) };
}

function objectionsTo(span: ExaminedSpan, calibration: Calibration): Objection[] {
  const open = OBJECTION_ROWS.filter(({ name }) => !calibration.without.includes(name));
  return open.filter(({ holds }) => holds(span, calibration)).map(({ name }) => name);
}

/** Of two places that disagree the clearly closer one decides; the entailing one does so as it is. */
function closerDecides(read: SpanProbabilities, span: ExaminedSpan, calibration: Calibration): SpanProbabilities {
  const lead = disagreement(span, calibration);
  const leftOut = calibration.without.includes('evidence_disagrees');
  if (leftOut || lead === undefined || lead > -calibration.thresholds.closer) return read;
  const { entailed, contradicted } = read;
  return { entailed: Math.min(entailed, contradicted), contradicted: Math.max(entailed, contradicted) };
}

/** The very words, plainly stated: a whole sentence, or part of one that the model agrees says so. */
function isExact({ surface }: ExaminedSpan, calibration: Calibration): boolean {
  if (surface === undefined || surface.factuality !== undefined) return false;
  return surface.isSentence || agreesWithCopy(surface.premise.scores, calibration);
}

/** Whether the model does not speak against the sentence that states a span word for word. */
export function agreesWithCopy({ entailment, contradiction }: NliScores, { thresholds }: Calibration): boolean {
  return entailment >= thresholds.exactEntailment && entailment > contradiction;
}

/** The least probability of an exact match: the model alone is often unsure of long copies. */
const MIN_EXACT = 0.9;

function certain(span: ExaminedSpan): SpanProbabilities {
  const entailed = Math.max(MIN_EXACT, span.surface!.premise.scores.entailment);
  return { entailed, contradicted: (1 - entailed) / 2 };
}

/** Whether an objection with this property is among them. */
function includesAny(objections: readonly Objection[], property: 'undecided' | 'rulesOut'): boolean {
  return OBJECTION_ROWS.some((row) => row[property] && objections.includes(row.name));
}

/** An objection caps a probability to between these shares of its threshold, so that the order of spans is kept. */
const OBJECTED = { from: 0.7, to: 0.99 } as const;

/** Takes probabilities below their thresholds, keeping the order of the spans among themselves. */
function applyObjections(
  { entailed, contradicted }: SpanProbabilities,
  objections: readonly Objection[],
  { thresholds }: Calibration,
): SpanProbabilities {
  if (objections.length === 0) return { entailed, contradicted };
  const undecided = includesAny(objections, 'undecided');
  return {
    entailed: below(entailed, thresholds.entailed),
    contradicted: undecided ? below(contradicted, thresholds.contradicted) : contradicted,
  };
}

function below(probability: number, threshold: number): number {
  return Math.min(probability, threshold * (OBJECTED.from + (OBJECTED.to - OBJECTED.from) * probability));
}

/** Probabilities of a span; what is left of 1 is neither. */
interface SpanProbabilities {
  readonly entailed: number;
  readonly contradicted: number;
}

/** Probability of entailment, and of contradiction: what is not entailed, times its own probability of being contradicted. */
export function spanProbabilities(features: Features, { entailed, contradicted }: Calibration): SpanProbabilities {
  const e = probabilityOf(features, entailed);
  return { entailed: e, contradicted: (1 - e) * probabilityOf(features, contradicted) };
}

/** The probability whose log-odds are the sum of the curves' heights at the values, plus the bias. */
export function probabilityOf(
  values: Readonly<Record<string, number>>,
  { bias, curves }: Calibration['entailed'] | Calibration['confidence'][Verdict],
): number {
  const height = Object.entries(curves).reduce((sum, [name, points]) => sum + curveAt(points, values[name]!), bias);
  return 1 / (1 + Math.exp(-height));
}

function curveAt(points: readonly (readonly [number, number])[], x: number): number {
  const right = points.findIndex(([at]) => at >= x);
  if (right <= 0) return points.at(right === 0 ? 0 : -1)![1];
  const [x0, y0] = points[right - 1]!;
  const [x1, y1] = points[right]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

export interface ClaimDecision {
  readonly verdict: Verdict;
  /** Calibrated probability that the verdict is right, 0 to 1. */
  readonly confidence: number;
  /** Calibrated probability of each verdict; sums to 1. */
  readonly probabilities: Readonly<Record<Verdict, number>>;
  /** The signs of the confidence; undefined for a claim that asserts nothing. */
  readonly confidenceSigns: Readonly<Record<(typeof CONFIDENCE_SIGNS)[number], number>> | undefined;
}

/** Decides a whole claim from the spans of it that assert something. */
export function decideClaim(spans: readonly ExaminedSpan[], calibration: Calibration): ClaimDecision {
  return combineSpans(
    spans.map((span) => decideSpan(span, calibration)),
    calibration,
  );
}

/** The confidence of UNCERTAIN for a claim without any assertion is 1 minus this. */
const NOTHING_ASSERTED = 0.05;

/**
 * Combines the spans: one contradicted span makes the claim UNSUPPORTED, every span entailed makes it SUPPORTED, anything
 * else is UNCERTAIN. A claim is as entailed as its least entailed span, and as contradicted as its most contradicted one.
 */
export function combineSpans(spans: readonly DecidedSpan[], { confidence }: Calibration): ClaimDecision {
  const verdict = verdictOf(spans);
  const least = spans.toSorted((a, b) => a.entailed - b.entailed)[0];
  const most = spans.toSorted((a, b) => b.contradicted - a.contradicted)[0];
  const supported = least?.entailed ?? 0;
  const unsupported = most?.contradicted ?? 0;
  const uncertain = Math.max(0, 1 - supported - unsupported);
  const probabilities = { SUPPORTED: supported, UNSUPPORTED: unsupported, UNCERTAIN: uncertain };
  const deciding = verdict === 'UNSUPPORTED' ? most : least;
  const confidenceSigns = deciding && signsOf(deciding, verdict, probabilities);
  const value =
    confidenceSigns === undefined ? 1 - NOTHING_ASSERTED : probabilityOf(confidenceSigns, confidence[verdict]);
  return { verdict, probabilities, confidenceSigns, confidence: Math.round(value * 1e4) / 1e4 };
}

/** The text around a sentence that says a span word for word makes it no less sure. */
const WORD_FOR_WORD = { coverage_closest: 1, coverage_source: 1, source_size: Math.log(2) } as const;

function signsOf(
  { examined, matchType: match }: DecidedSpan,
  verdict: Verdict,
  probabilities: ClaimDecision['probabilities'],
) {
  const { coverage_closest, coverage_source, source_size } = examined.features;
  const others = VERDICTS.filter((other) => other !== verdict).map((other) => probabilities[other]);
  return {
    probability: logOdds(probabilities[verdict]),
    runner_up: logOdds(Math.max(...others)),
    ...(matchOf(match).verbatim ? WORD_FOR_WORD : { coverage_closest, coverage_source, source_size }),
  };
}

function verdictOf(spans: readonly DecidedSpan[]): Verdict {
  const stances = spans.map(({ matchType }) => matchOf(matchType).stance);
  if (stances.includes('against')) return 'UNSUPPORTED';
  return stances.length > 0 && stances.every((stance) => stance === 'for') ? 'SUPPORTED' : 'UNCERTAIN';
}

/** Decides a span beside one document or several that may disagree; `decides`: whether a place may decide alone. */
export function decideBeside(
  span: ExaminedSpan,
  { source, decides }: { readonly source: ReadSource; readonly decides?: (place: Span) => boolean },
  calibration: Calibration,
): DecidedSpan {
  const rival = rivalOf(span, source);
  const disputed =
    rival === undefined ? span : { ...span, opposition: rival, surface: undefined, ofTwoDocuments: true };
  const disagreeing = decideSpan(disputed, calibration);
  if (disagreeing.objections.includes('evidence_disagrees')) return disagreeing;
  const mayDecide = span.surface === undefined || decides === undefined || decides(span.surface.span);
  return decideSpan(mayDecide ? span : { ...span, surface: undefined }, calibration);
}

/** The premise that speaks most against a span in documents that name the same and hold none of its support. */
function rivalOf(
  { support, surface, premises, sharesNames }: ExaminedSpan,
  { sentences }: ReadSource,
): ScoredPremise | undefined {
  const documentsOf = (premise: Premise) => new Set(premise.sentences.map((i) => sentences[i]!.document));
  const sentencesOf = (documents: ReturnType<typeof documentsOf>) =>
    [...documents].flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
  const supporting = documentsOf(surface?.premise ?? support);
  const named = sentencesOf(supporting);
  const rivals = premises.filter((premise) => {
    const own = documentsOf(premise);
    return ![...own].some((document) => supporting.has(document)) && sharesNames(named, sentencesOf(own));
  });
  return rivals.length === 0 ? undefined : strongestOpposition(rivals);
}
