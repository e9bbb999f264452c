import { matchOf, REASONS, type ReasonCode } from '../../contract/words.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Reason } from '../verification.ts';
import { type DecidedEvidence, isSameMatter, leaningOf } from './evidence.ts';
import type { EvidenceFinding } from './findings.ts';

/** The reasons of a span, the most telling first; of a supported one, its words that the source does not hold. */
export function reasonsOf(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const { matchType, objections, examined } = span;
  const { stance, verbatim } = matchOf(matchType);
  if (verbatim) return [];
  if (stance === 'for') return wordsNowhere(span, evidence);
  if (objections.includes('foreign_language')) return [plain('language')];
  if (objections.includes('evidence_disagrees'))
    return [plain('sources_disagree'), ...evidence.slice(1).flatMap((one) => told(span, one))];
  if (objections.includes('not_asserted_by_source'))
    return [{ code: 'not_asserted', expected: examined.surface?.span, found: examined.hypothesis.span }];
  const known = evidence.flatMap((one) => told(span, one));
  if (known.length > 0) return known;
  if (!READABLE.test(examined.hypothesis.text)) return [plain('unreadable')];
  if (stance === 'against') return [plain('contradicted')];
  return unsettledReasons(span, evidence);
}

/** Letters and digits that a claim needs before anything can be said of it. */
const READABLE = /[\p{L}\p{N}]/u;

/** Why a span of which no rule tells is not settled: what the scores say, and which of its words the source lacks. */
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
function told(span: DecidedSpan, { findings }: DecidedEvidence): Reason[] {
  return findings.flatMap(({ code, ...finding }) =>
    isReason(code) && code !== 'words_not_in_source' ? [reason(span, code, finding)] : [],
  );
}

function isReason(code: EvidenceFinding['code']): code is ReasonCode {
  return code in REASONS;
}

/** Where more words are lacking, the source is about something else. */
const MAX_LACKING = 4;

/** The content words of a span that stand in none of the places that decided it, nor anywhere else in the source. */
function wordsNowhere(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const [first = [], ...others] = evidence.map(({ findings }) =>
    findings.filter(({ code }) => code === 'words_not_in_source'),
  );
  const inAll = first.filter(({ found }) =>
    others.every((findings) => findings.some((other) => other.found!.start === found!.start)),
  );
  return inAll.length > MAX_LACKING ? [] : inAll.map((finding) => reason(span, 'words_not_in_source', finding));
}

/** The place in the claim is one in the whole claim's text. */
function reason(
  { examined }: DecidedSpan,
  code: ReasonCode,
  { found, places }: Pick<EvidenceFinding, 'found' | 'places'>,
): Reason {
  const { start: from } = examined.hypothesis.span;
  return { code, expected: places.at(-1), found: found && { start: found.start + from, end: found.end + from } };
}
