import type { NliScores } from '../../nli/nli-interface.ts';
import type { ExaminedSpan } from '../examine/examined-span.ts';
import type { Features } from '../examine/feature-names.ts';
import { logOdds } from '../score/log-odds.ts';
import { type MatchType, VERDICTS, type Verdict } from '../verification.ts';
import type { Calibration } from './calibration.ts';
import type { CONFIDENCE_SIGNS } from './confidence-signs.ts';
import { disagreement } from './disagreement.ts';
import type { Objection } from './objection-names.ts';
import { OBJECTION_ROWS } from './objections.ts';
import { probabilityOf, type SpanProbabilities, spanProbabilities } from './span-probabilities.ts';

/** A claim span and what was decided of it. */
export interface DecidedSpan extends SpanProbabilities {
  readonly examined: ExaminedSpan;
  readonly matchType: MatchType;
  readonly objections: readonly Objection[];
}

export interface ClaimDecision {
  readonly verdict: Verdict;
  /** Calibrated probability that the verdict is right, 0 to 1. */
  readonly confidence: number;
  /** Calibrated probability of each verdict; sums to 1. */
  readonly probabilities: Readonly<Record<Verdict, number>>;
  /** What the confidence was told from; undefined for a claim that asserts nothing. */
  readonly confidenceSigns: Readonly<Record<(typeof CONFIDENCE_SIGNS)[number], number>> | undefined;
}

export function decideSpan(examined: ExaminedSpan, calibration: Calibration): DecidedSpan {
  if (isExact(examined, calibration))
    return { examined, matchType: 'exact_match', ...certain(examined), objections: [] };
  const objections = objectionsTo(examined, calibration);
  const read = closerDecides(spanProbabilities(examined.features, calibration), examined, calibration);
  const decided = applyVetoes(gateByRelevance(read, examined, calibration), objections, calibration);
  return { examined, matchType: matchType(decided, calibration), ...decided, objections };
}

function matchType({ entailed, contradicted }: SpanProbabilities, { thresholds }: Calibration): MatchType {
  if (contradicted >= thresholds.contradicted && contradicted > entailed) return 'contradiction';
  return entailed >= thresholds.entailed ? 'paraphrase_match' : 'insufficient_evidence';
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

/** The very words, plainly stated, and the model agrees that the sentence around them says so. */
function isExact({ surface }: ExaminedSpan, calibration: Calibration): boolean {
  if (surface === undefined || surface.factuality !== undefined) return false;
  return agreesWithCopy(surface.premise.scores, calibration);
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

/** What an objection leaves of a probability lies in this part of the way up to its threshold. */
const OBJECTED = { from: 0.7, to: 0.99 } as const;

/** Takes probabilities below their thresholds, keeping the order of the spans among themselves. */
function applyVetoes(
  { entailed, contradicted }: SpanProbabilities,
  objections: readonly Objection[],
  { thresholds }: Calibration,
): SpanProbabilities {
  if (objections.length === 0) return { entailed, contradicted };
  const undecided = OBJECTION_ROWS.some((row) => row.undecided && objections.includes(row.name));
  return {
    entailed: below(entailed, thresholds.entailed),
    contradicted: undecided ? below(contradicted, thresholds.contradicted) : contradicted,
  };
}

function below(probability: number, threshold: number): number {
  return Math.min(probability, threshold * (OBJECTED.from + (OBJECTED.to - OBJECTED.from) * probability));
}

/** Decides a whole claim from the spans of it that assert something. */
export function decideClaim(spans: readonly ExaminedSpan[], calibration: Calibration): ClaimDecision {
  return combineSpans(
    spans.map((span) => decideSpan(span, calibration)),
    calibration,
  );
}

/** What is kept back of the confidence that a claim which asserts nothing cannot be settled. */
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
  { examined: { features }, matchType: match }: DecidedSpan,
  verdict: Verdict,
  probabilities: ClaimDecision['probabilities'],
) {
  const others = VERDICTS.filter((other) => other !== verdict).map((other) => probabilities[other]);
  return {
    probability: logOdds(probabilities[verdict]),
    runner_up: logOdds(Math.max(...others)),
    ...(match === 'exact_match' ? WORD_FOR_WORD : textSigns(features)),
  };
}

function textSigns({ coverage_closest, coverage_source, source_size }: Features) {
  return { coverage_closest, coverage_source, source_size };
}

function verdictOf(spans: readonly DecidedSpan[]): Verdict {
  if (spans.some(({ matchType }) => matchType === 'contradiction')) return 'UNSUPPORTED';
  const entailed = ({ matchType }: DecidedSpan) => matchType === 'exact_match' || matchType === 'paraphrase_match';
  return spans.length > 0 && spans.every(entailed) ? 'SUPPORTED' : 'UNCERTAIN';
}
