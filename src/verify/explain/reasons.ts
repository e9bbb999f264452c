import { matchOf, REASONS, type ReasonCode } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { Place } from '../read/source.ts';
import type { Reason } from '../verification.ts';
import { type DecidedEvidence, lackingIn } from './evidence.ts';
import type { EvidenceFinding } from './finding.ts';
import { needsTwoPassages } from './split-values.ts';
import { isSameMatter, leaningOf } from './unsettled.ts';

/** A claim span with what was decided of it and why. */
export interface ExplainedSpan {
  readonly decided: DecidedSpan;
  /** The premises that decided it. */
  readonly evidence: readonly DecidedEvidence[];
  readonly reasons: readonly Reason[];
}

/** The reasons of a span, the most telling first; of a supported one, its words that the source does not hold. */
export function reasonsOf(
  span: DecidedSpan,
  evidence: readonly DecidedEvidence[],
  sources: SourceSet,
): readonly Reason[] {
  const { matchType, objections, examined } = span;
  const { stance, verbatim } = matchOf(matchType);
  if (verbatim) return [];
  if (stance === 'for') return wordsNowhere(span, evidence, ({ isValue }) => isValue === true);
  if (objections.includes('foreign_language')) return [plain('language')];
  if (objections.includes('evidence_disagrees'))
    return [plain('sources_disagree'), ...evidence.slice(1).flatMap((one) => reasonsFrom(span, one))];
  if (objections.includes('not_asserted_by_source'))
    return [{ code: 'not_asserted', expected: examined.surface?.place, found: examined.hypothesis.span }];
  const known = evidence.flatMap((one) => reasonsFrom(span, one));
  if (known.length > 0) return known;
  if (!READABLE.test(examined.hypothesis.text)) return [plain('unreadable')];
  if (stance === 'against') return [plain('contradicted')];
  return [...missingFrom(span, sources), ...unsettledReasons(span, evidence)];
}

/** The missing information that would settle a span that no rule explains. */
function missingFrom(span: DecidedSpan, sources: SourceSet): readonly Reason[] {
  if (span.objections.includes('undated')) return [plain('needs_date')];
  const needs = [
    ...(needsTwoPassages(span.examined.hypothesis, sources) ? (['needs_two_passages'] as const) : []),
    ...(span.document.needsCalculation ? (['needs_arithmetic'] as const) : []),
  ];
  return needs.map(plain);
}

/** Letters and digits that a claim needs before anything can be said of it. */
const READABLE = /[\p{L}\p{N}]/u;

/** Why a span that no rule decides is not settled: what the scores say, and which of its words the source lacks. */
function unsettledReasons(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const leaning = leaningOf(span);
  const lacking = wordsNowhere(span, evidence);
  if (leaning !== undefined) return [plain(leaning), ...lacking];
  if (!isSameMatter(span)) return [plain('not_stated')];
  return lacking.length > 0 ? lacking : [plain('not_settled')];
}

function plain(code: ReasonCode): Reason {
  return { code, expected: undefined, found: undefined };
}

/** The reasons by rules in one piece of evidence; words that are lacking are a reason only where no rule has one. */
function reasonsFrom(span: DecidedSpan, { findings, place: { source } }: DecidedEvidence): Reason[] {
  return findings.flatMap(({ code, found, places }) =>
    isReason(code) && code !== 'words_not_in_source'
      ? [{ code, expected: inSource(source, places), found: inClaim(span, found) }]
      : [],
  );
}

function isReason(code: EvidenceFinding['code']): code is ReasonCode {
  return code in REASONS;
}

/** Where more words are lacking, the source is about something else. */
const MAX_LACKING = 4;

/** The content words of a span, or some of them, that appear in none of the places that decided it, nor elsewhere in the source. */
function wordsNowhere(
  span: DecidedSpan,
  evidence: readonly DecidedEvidence[],
  counts?: (finding: EvidenceFinding) => boolean,
): readonly Reason[] {
  const inAll = lackingIn(evidence, counts);
  if (inAll.length > MAX_LACKING) return [];
  return inAll.map(({ found }) => ({ code: 'words_not_in_source', expected: undefined, found: inClaim(span, found) }));
}

/** The expected one of the places that oppose a finding is the last. */
function inSource(source: number, places: readonly Span[]): Place | undefined {
  const place = places.at(-1);
  return place && { source, start: place.start, end: place.end };
}

/** A place of the span as one of the whole claim's text. */
function inClaim({ examined }: DecidedSpan, found: Span | undefined): Span | undefined {
  const { start: from } = examined.hypothesis.span;
  return found && { start: found.start + from, end: found.end + from };
}
