import type { MatchType, Verdict } from '../../contract/verify.ts';
import type { NliScores } from '../../nli/types.ts';
import type { ExaminedSpan, Features } from '../examine/features.ts';
import type { Calibration, Objection } from './calibration.ts';
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
  const decided = applyVetoes(gateByRelevance(left, examined, calibration), objections, calibration);
  return { examined, matchType: matchType(decided, calibration), ...decided, objections };
}

function matchType({ entailed, contradicted }: SpanProbabilities, { thresholds }: Calibration): MatchType {
  if (contradicted >= thresholds.contradicted && contradicted > entailed) return 'contradiction';
  return entailed >= thresholds.entailed ? 'paraphrase_match' : 'insufficient_evidence';
}

/** What is left of a probability of being entailed that a rule excludes: the rule is seldom wrong (`facts_differ`). */
const RULED_OUT = 0.1;

/** Of a span whose facts differ from the source's the model tells how probable a contradiction is where it is not entailed. */
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

/** What an objection leaves of a probability lies in this part of the way up to its threshold. */
const OBJECTED = { from: 0.7, to: 0.99 } as const;

/** Takes probabilities below their thresholds, keeping the order of the spans among themselves. */
function applyVetoes(
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
  const logOdds = Object.entries(curves).reduce((sum, [name, points]) => sum + curveAt(points, values[name]!), bias);
  return 1 / (1 + Math.exp(-logOdds));
}

function curveAt(points: readonly (readonly [number, number])[], x: number): number {
  const right = points.findIndex(([at]) => at >= x);
  if (right <= 0) return points.at(right === 0 ? 0 : -1)![1];
  const [x0, y0] = points[right - 1]!;
  const [x1, y1] = points[right]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
