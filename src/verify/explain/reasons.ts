import type { ReasonCode } from '../../contract/verify.ts';
import type { Span } from '../../text/index.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import type { WrittenText } from '../read/written-text.ts';
import type { Both, FactKind } from '../rules/findings.ts';
import { oppositesOf } from '../rules/lexicon/antonyms.ts';
import type { Reason } from '../verification.ts';
import type { DecidedEvidence } from './decided-evidence.ts';
import { contentMissing, type Differences, sameWords } from './differences.ts';
import { isSameMatter, type Leaning, leaningOf } from './leaning.ts';

const DATES: ReadonlySet<FactKind> = new Set(['date', 'year', 'time']);

/**
 * The reasons of a span, the most telling first: at least one of a span that is not supported, and of one that is, its
 * words that the source does not hold.
 */
export function reasonsOf(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const { matchType, objections } = span;
  if (matchType === 'exact_match') return [];
  if (matchType === 'paraphrase_match') return wordsNowhere(span, evidence);
  if (objections.includes('foreign_language')) return [plain('language')];
  if (objections.includes('evidence_disagrees'))
    return [plain('sources_disagree'), ...evidence.slice(1).flatMap((one) => told(span, one))];
  if (objections.includes('not_asserted_by_source'))
    return [{ code: 'not_asserted', expected: span.examined.surface?.span, found: span.examined.hypothesis.span }];
  const known = evidence.flatMap((one) => told(span, one));
  if (known.length > 0) return known;
  if (isUnreadable(span)) return [plain('unreadable')];
  if (matchType === 'contradiction') return [plain('contradicted')];
  return unsettledReasons(span, evidence);
}

const LEANINGS: Readonly<Record<Leaning, ReasonCode>> = {
  supported: 'nearly_supported',
  contradicted: 'nearly_contradicted',
  torn: 'torn',
  torn_within: 'torn_within',
};

/** Why a span of which no rule tells is not settled: what the scores say, and which of its words the source lacks. */
function unsettledReasons(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const leaning = leaningOf(span);
  const lacking = wordsNowhere(span, evidence);
  if (leaning !== undefined) return [plain(LEANINGS[leaning]), ...lacking];
  if (!isSameMatter(span)) return [plain('not_stated')];
  return lacking.length > 0 ? lacking : [plain('not_settled')];
}

/** Where more words are lacking, the source is about something else. */
const MAX_LACKING = 4;

/** The content words of a span that stand in none of the places that decided it, nor anywhere else in the source. */
function wordsNowhere(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const [first, ...others] = evidence.map(({ differences: { absent, words } }) =>
    [...absent, ...words].filter(({ nowhere }) => nowhere),
  );
  const inAll = (first ?? []).filter(({ start }) =>
    others.every((parts) => parts.some((part) => part.start === start)),
  );
  if (inAll.length > MAX_LACKING) return [];
  return inAll.map((part) => ({ ...plain('words_not_in_source'), found: inClaim(span, part) }));
}

function inClaim({ examined }: DecidedSpan, { start, end }: Span): Span {
  const { start: from } = examined.hypothesis.span;
  return { start: start + from, end: end + from };
}

function plain(code: ReasonCode): Reason {
  return { code, expected: undefined, found: undefined };
}

/** Letters and digits that a claim needs before anything can be said of it. */
const READABLE = /[\p{L}\p{N}]/u;

function isUnreadable({ examined }: DecidedSpan): boolean {
  return !READABLE.test(examined.hypothesis.text);
}

/** What the rules tell of one piece of evidence. */
function told(span: DecidedSpan, { differences, words, placeInSource, basis }: DecidedEvidence): Reason[] {
  const { examined } = span;
  const placed = (code: ReasonCode, expected: Span | undefined, found: Span | undefined): Reason => ({
    code,
    expected: expected && placeInSource(expected),
    found: found && inClaim(span, found),
  });
  const elsewhere = startsElsewhere(examined);
  const reasons = differences.conflicting.map(({ claim, source }) =>
    placed(elsewhere.has(claim.start) ? 'wrong_owner' : codeOf(claim), source, claim),
  );
  if (differences.negation !== undefined) reasons.push(placed('negated', differences.sourcePlaces.at(-1), undefined));
  if (basis === 'copied' && examined.copied?.differences.exception)
    reasons.push(placed('quantifier_differs', undefined, undefined));
  const opposite = oppositeIn(words);
  if (opposite !== undefined) reasons.push(placed('antonym', opposite.source, opposite.claim));
  const isComplete = differences.words.length === 0 && differences.absent.length === 0;
  if (reasons.length === 0 && isComplete && basis !== 'surface' && sameWords(words) === 'in_another_order')
    reasons.push(placed('argument_swap', undefined, undefined));
  return reasons;
}

/** Where the values and names of a span start that the source states, for whatever it states them. */
function startsElsewhere({ findings: { source } }: ExaminedSpan): ReadonlySet<number> {
  const stated = [
    ...source.facts.filter(({ status, isElsewhere }) => status === 'match' || isElsewhere),
    ...source.names.filter(({ status }) => status === 'match'),
  ];
  return new Set(stated.map(({ claim }) => claim.start));
}

function codeOf(claim: Differences['conflicting'][number]['claim']): ReasonCode {
  if (!('kind' in claim)) return 'name_differs';
  return DATES.has(claim.kind) ? 'date_differs' : 'number_differs';
}

/** A word that only the claim has and its opposite that only the source has. */
function oppositeIn({ claim, source }: Both<WrittenText>): Both<Span> | undefined {
  const added = new Map<string, Span>();
  for (const word of contentMissing(source, claim))
    for (const key of word.keys) if (!added.has(key)) added.set(key, word);
  for (const own of contentMissing(claim, source))
    for (const key of own.keys)
      for (const opposite of oppositesOf(key)) {
        const other = added.get(opposite);
        if (other !== undefined) return { claim: own, source: other };
      }
  return undefined;
}
