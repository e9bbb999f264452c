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

const DATES: ReadonlySet<FactKind> = new Set(['date', 'year', 'time']);

/** The reasons of a span, the most telling first and at least one; none of a span that is supported. */
export function reasonsOf(span: DecidedSpan, evidence: readonly DecidedEvidence[]): readonly Reason[] {
  const { matchType, objections } = span;
  if (matchType === 'exact_match' || matchType === 'paraphrase_match') return [];
  if (objections.includes('foreign_language')) return [plain('language')];
  if (objections.includes('evidence_disagrees'))
    return [plain('sources_disagree'), ...evidence.slice(1).flatMap((one) => told(span, one))];
  if (objections.includes('not_asserted_by_source'))
    return [{ code: 'not_asserted', expected: span.examined.surface?.span, found: span.examined.hypothesis.span }];
  const known = evidence.flatMap((one) => told(span, one));
  if (known.length > 0) return known;
  if (isUnreadable(span)) return [plain('unreadable')];
  return [plain(matchType === 'contradiction' ? 'contradicted' : 'not_stated')];
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
function told({ examined }: DecidedSpan, { differences, words, placeInSource, basis }: DecidedEvidence): Reason[] {
  const inClaim = ({ start, end }: Span): Span => {
    const { start: from } = examined.hypothesis.span;
    return { start: start + from, end: end + from };
  };
  const placed = (code: ReasonCode, expected: Span | undefined, found: Span | undefined): Reason => ({
    code,
    expected: expected && placeInSource(expected),
    found: found && inClaim(found),
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
