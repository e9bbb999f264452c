import type { MatchType } from '../../contract/words.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import { overlap, type ScoredPremise } from '../read/premises.ts';
import { countOf } from '../rules/index.ts';
import type { Calibration, Objection } from './calibration.ts';

const matchType = 'insufficient_evidence';

/** Why a span cannot count as entailed, in the order of how much each says of a span that is not settled. */
export const OBJECTION_ROWS: readonly {
  readonly name: Objection;
  readonly holds: (span: ExaminedSpan, calibration: Calibration) => boolean;
  /** The span is not called contradicted either. */
  readonly undecided?: true;
  /** The span is not entailed whatever the model says: it is contradicted as probably as a span is that is not entailed. */
  readonly rulesOut?: true;
  /** The premises that it speaks of; the closest sentence where it names none. */
  readonly shows?: (span: ExaminedSpan) => readonly DecidingPremise[];
}[] = [
  {
    name: 'evidence_disagrees',
    holds: evidenceDisagrees,
    undecided: true,
    shows: bothSides,
  },
  {
    name: 'copy_differs',
    holds: ({ copied }) => copied !== undefined,
    rulesOut: true,
    shows: ({ copied }) => (copied ? [{ premise: copied.premise, matchType, basis: 'copied' }] : []),
  },
  {
    name: 'closest_contradicts',
    holds: closestContradicts,
    shows: ({ closest }) => [{ premise: closest, matchType, basis: 'closest' }],
  },
  {
    name: 'not_asserted_by_source',
    holds: ({ surface }) => surface?.factuality !== undefined,
    shows: ({ surface }) => (surface ? [{ premise: surface.premise, matchType, basis: 'surface' }] : []),
  },
  // On the tuning halves 25 of the 26 rows that were SUPPORTED in spite of it were not.
  { name: 'facts_differ', holds: ({ findings }) => countOf(findings.closest.facts, 'conflict') > 0, rulesOut: true },
  {
    name: 'foreign_language',
    holds: ({ hypothesis, surface }) =>
      hypothesis.foreign && (surface === undefined || surface.factuality !== undefined),
    undecided: true,
  },
];

/** A wider premise may hold all of a span's words by chance; the closest sentence says what becomes of them. */
function closestContradicts({ closest, support }: ExaminedSpan, { thresholds }: Calibration): boolean {
  const { scores, coverage } = closest;
  const isWider = support.sentences.length > 1 || support.coverage < coverage;
  return isWider && scores.contradiction >= thresholds.strong && coverage >= thresholds.nearCopy;
}

/** Two documents disagree, or two places of one of which neither is clearly closer to the span's words. */
function evidenceDisagrees(span: ExaminedSpan, calibration: Calibration): boolean {
  const lead = disagreement(span, calibration);
  return lead !== undefined && (span.ofTwoDocuments === true || Math.abs(lead) < calibration.thresholds.closer);
}

/** By how much of the span's words the entailing one of two places that disagree is closer; undefined where none do. */
export function disagreement(
  { support, opposition, sharesSubject }: ExaminedSpan,
  { thresholds }: Calibration,
): number | undefined {
  const apart = !overlap(support, opposition);
  const strong = support.scores.entailment >= thresholds.strong && opposition.scores.contradiction >= thresholds.strong;
  return apart && strong && sharesSubject(support, opposition) ? support.coverage - opposition.coverage : undefined;
}

/** The place that speaks most for a span, and the one that speaks most against it. */
export function bothSides({ support, opposition }: ExaminedSpan): readonly DecidingPremise[] {
  return [
    { premise: support, matchType: 'paraphrase_match', basis: 'support' },
    { premise: opposition, matchType: 'contradiction', basis: 'opposition' },
  ];
}

/** A premise that decided a span, and how. */
export interface DecidingPremise {
  readonly premise: ScoredPremise;
  readonly matchType: MatchType;
  /** Why it is the deciding one; `surface`: it holds the span's own words, `copied`: most of them. */
  readonly basis: 'surface' | 'copied' | 'support' | 'opposition' | 'closest';
}
