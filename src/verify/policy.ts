import type { Calibration } from './calibration.ts';
import type { ExaminedSpan } from './examine.ts';
import { type FeatureName, type Features, logOdds, openConflicts } from './features.ts';
import type { ClaimScores, MatchType, Verdict } from './types.ts';

/** Why a span cannot count as entailed, whatever its probabilities. */
export type Objection =
  | 'asserts_nothing'
  | 'fact_conflicts'
  | 'fact_absent'
  | 'name_differs'
  | 'negation_differs'
  | 'direction_differs'
  | 'network_contradicts'
  | 'roles_differ'
  | 'quantity_differs'
  | 'not_asserted_by_source'
  | 'unreadable';

/** Objections that say more than "not entailed": in a near copy of the span the source says otherwise. */
const CONTRADICTING: ReadonlySet<Objection> = new Set(['fact_conflicts', 'negation_differs', 'direction_differs']);

export interface SpanJudgement {
  readonly matchType: MatchType;
  readonly entailed: number;
  readonly contradicted: number;
  readonly objections: readonly Objection[];
}

export interface ClaimJudgement extends ClaimScores {
  readonly verdict: Verdict;
  readonly confidence: number;
}

interface Odds {
  readonly entailed: number;
  readonly contradicted: number;
}

/** Judges one claim span; `undefined` is a span that asserts nothing. */
export function judgeSpan(span: ExaminedSpan | undefined, calibration: Calibration): SpanJudgement {
  if (span === undefined) {
    return { matchType: 'insufficient_evidence', entailed: 0, contradicted: 0, objections: ['asserts_nothing'] };
  }
  const objections = objectionsTo(span, calibration);
  const exact = objections.length === 0 && isExact(span, calibration);
  const odds = exact
    ? certain(span)
    : gate(object(probabilities(span.features, calibration), span, { objections, calibration }), span, calibration);
  return { matchType: exact ? 'exact_match' : matchType(odds, calibration), ...odds, objections };
}

function matchType({ entailed, contradicted }: Odds, { thresholds }: Calibration): MatchType {
  if (entailed >= thresholds.entailed && entailed >= contradicted) return 'paraphrase_match';
  return contradicted >= thresholds.contradicted && contradicted > entailed ? 'contradiction' : 'insufficient_evidence';
}

/** Text about something else contradicts nothing: unrelated sentences look contradictory to networks of this kind. */
function gate({ entailed, contradicted }: Odds, { opposition }: ExaminedSpan, { thresholds }: Calibration): Odds {
  return { entailed, contradicted: opposition.coverage >= thresholds.relevance ? contradicted : 0 };
}

/** Probability of entailment, and of contradiction: what is not entailed, times its own probability of being contradicted. */
export function probabilities(features: Features, { entailed, contradicted }: Calibration): Odds {
  const e = sigmoid(additive(features, entailed));
  return { entailed: e, contradicted: (1 - e) * sigmoid(additive(features, contradicted)) };
}

function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Sum of the curves' values at the features, plus the bias. */
function additive(features: Features, { bias, curves }: Calibration['entailed']): number {
  return Object.entries(curves).reduce(
    (sum, [name, points]) => sum + curveAt(points, features[name as FeatureName]),
    bias,
  );
}

/** Linear between the points, level beyond them. */
function curveAt(points: readonly (readonly [number, number])[], x: number): number {
  const right = points.findIndex(([at]) => at >= x);
  if (right <= 0) return points.at(right === 0 ? 0 : -1)![1];
  const [x0, y0] = points[right - 1]!;
  const [x1, y1] = points[right]!;
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

function objectionsTo(span: ExaminedSpan, calibration: Calibration): Objection[] {
  const { findings, surface } = span;
  // The very words stand there: what the rules cannot read in them is read by comparing them.
  if (surface !== undefined && surface.frame === undefined) return [];
  const nearCopy = isNearCopy(span, calibration);
  const copied = span.features.copy_share >= calibration.thresholds.copied;
  const held: [Objection, boolean][] = [
    ['fact_conflicts', openConflicts(findings) > 0],
    ['fact_absent', copied && findings.source.factsAbsent > 0],
    ['name_differs', copied && strangers(span) > 0],
    ['negation_differs', nearCopy && findings.premise.negation],
    ['direction_differs', nearCopy && findings.premise.direction],
    ['network_contradicts', contradicts(span)],
    ['roles_differ', findings.source.roles],
    ['quantity_differs', findings.source.quantity],
    ['not_asserted_by_source', surface !== undefined || findings.source.stance !== undefined],
    ['unreadable', span.unreadable && surface === undefined],
  ];
  return held.flatMap(([objection, holds]) => (holds ? [objection] : []));
}

/** Log-odds by which contradiction must lead entailment before words in common stop speaking for a span. */
const CONTRADICTION_LEAD = 1.5;

/** The curves add up evidence; a changed word in a sentence that is copied otherwise is seen by the network alone. */
function contradicts({ features }: ExaminedSpan): boolean {
  return features.contradiction_covered - features.entailment_covered >= CONTRADICTION_LEAD;
}

/** Names of the span that the source does not have or that another stands in the place of. */
function strangers({ findings, dangling }: ExaminedSpan): number {
  return findings.source.names.absent - Number(dangling) + findings.premise.names.conflicting;
}

function isNearCopy({ features }: ExaminedSpan, { thresholds }: Calibration): boolean {
  return features.coverage_premise >= thresholds.nearCopy;
}

/** Surface text is evidence, never sufficient alone: the network must agree that the sentence around it says so. */
function isExact({ surface }: ExaminedSpan, { thresholds }: Calibration): boolean {
  if (surface === undefined) return false;
  const { entailment, contradiction } = surface.premise.scores;
  return entailment >= thresholds.exactEntailment && entailment > contradiction;
}

/** What objections leave of a probability of entailment lies in this part of the way up to the threshold. */
const OBJECTED = { from: 0.7, to: 0.99 } as const;

/** What is left of the entailment of a near copy that says otherwise. */
const OPPOSED_SHARE = 0.25;

interface Objected {
  readonly objections: readonly Objection[];
  readonly calibration: Calibration;
}

/** The least probability of an exact match: the network alone is often unsure of long copies. */
const EXACT_AT_LEAST = 0.9;

function certain(span: ExaminedSpan): Odds {
  const entailed = Math.max(EXACT_AT_LEAST, span.surface!.premise.scores.entailment);
  return { entailed, contradicted: (1 - entailed) / 2 };
}

/**
 * Takes entailment below its threshold, keeping the order of the spans among themselves. In a near copy that says
 * otherwise most of it goes over to contradiction.
 */
function object({ entailed, contradicted }: Odds, span: ExaminedSpan, { objections, calibration }: Objected): Odds {
  if (objections.length === 0) return { entailed, contradicted };
  if (isNearCopy(span, calibration) && objections.some((objection) => CONTRADICTING.has(objection))) {
    return { entailed: OPPOSED_SHARE * entailed, contradicted: contradicted + (1 - OPPOSED_SHARE) * entailed };
  }
  const ceiling = calibration.thresholds.entailed * (OBJECTED.from + (OBJECTED.to - OBJECTED.from) * entailed);
  return { entailed: Math.min(entailed, ceiling), contradicted };
}

/** Judges a whole claim from its examined spans. */
export function judge(spans: readonly (ExaminedSpan | undefined)[], calibration: Calibration): ClaimJudgement {
  return judgeClaim(
    spans.map((span) => judgeSpan(span, calibration)),
    calibration,
  );
}

/**
 * Combines the spans: one contradicted span makes the claim UNSUPPORTED, every asserting span entailed makes it
 * SUPPORTED, anything else is UNCERTAIN. A claim is as entailed as its least entailed span, and as contradicted as its
 * most contradicted one.
 */
export function judgeClaim(spans: readonly SpanJudgement[], calibration: Calibration): ClaimJudgement {
  const asserting = spans.filter(({ objections }) => !objections.includes('asserts_nothing'));
  const supported = asserting.length === 0 ? 0 : Math.min(...asserting.map((span) => span.entailed));
  const unsupported = Math.max(0, ...asserting.map((span) => span.contradicted));
  const probabilities = { SUPPORTED: supported, UNSUPPORTED: unsupported, UNCERTAIN: 1 - supported - unsupported };
  const verdict = verdictOf(asserting);
  return { verdict, probabilities, confidence: confidenceOf(verdict, probabilities[verdict], calibration) };
}

function verdictOf(asserting: readonly SpanJudgement[]): Verdict {
  if (asserting.some((span) => span.matchType === 'contradiction')) return 'UNSUPPORTED';
  const entailed = ({ matchType }: SpanJudgement) => matchType === 'exact_match' || matchType === 'paraphrase_match';
  return asserting.length > 0 && asserting.every(entailed) ? 'SUPPORTED' : 'UNCERTAIN';
}

function confidenceOf(verdict: Verdict, probability: number, { confidence }: Calibration): number {
  const { bias, slope } = confidence[verdict];
  const value = sigmoid(bias + slope * logOdds(probability));
  return Math.round(value * 1e4) / 1e4;
}
