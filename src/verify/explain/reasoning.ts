import type { Verdict } from '../../contract/verify.ts';
import { matchOf, type Stance } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { ClaimDecision, DecidedSpan } from '../decide/policy.ts';
import { whyOf } from '../decide/promises.ts';
import type { ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { Computed, Factuality } from '../rules/index.ts';
import { inRows } from './compared-words.ts';
import { type DecidedEvidence, lackingIn } from './evidence.ts';
import { AGREEING, clauseOf, type EvidenceFinding, EXCHANGED } from './finding.ts';
import { quote } from './quotation.ts';
import type { ExplainedSpan } from './reasons.ts';

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'Every part of the claim is judged supported',
  UNSUPPORTED: 'At least one part of the claim is judged contradicted',
  UNCERTAIN: 'The claim is judged neither supported as a whole nor contradicted in any part',
};

/** All parts of a claim in its order, and what was decided of those that state something. */
export interface ExplainedParts extends Pick<ReadClaim, 'parts'> {
  readonly spans: readonly ExplainedSpan[];
}

/** A numbered explanation, the same for equal numbers. */
export function writeReasoning(explained: ExplainedParts, { verdict, confidence }: ClaimDecision): string {
  const lines = explained.parts.map((part) => {
    const span = spanAt(part, explained);
    if (span === undefined) return `${quote(part.text)} is not a factual statement.`;
    return spanLine(span.decided, span.evidence);
  });
  const isEmpty = explained.spans.length === 0;
  const conclusion = isEmpty ? 'The claim is not a factual statement' : CONCLUSIONS[verdict];
  lines.push(`${conclusion}: ${verdict}, confidence ${confidence.toFixed(2)}.`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

function spanLine(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string {
  const found = explainSpan(span, evidence).map((sentence, i) => {
    const one = evidence[i];
    return one === undefined ? sentence : `${sentence} Quoted: ${quotation(span, one)}`;
  });
  return `${quote(span.examined.hypothesis.text)} ${found.join('. ')}`;
}

/** The quoted place with its scores in parentheses; without them where a calculation decides, which they may contradict. */
function quotation({ computed }: DecidedSpan, { text, marks, place, inContext, premise }: DecidedEvidence): string {
  const inside = marks.filter(({ start, end }) => place.start <= start && end <= place.end);
  const quoted = quote(
    text,
    inside.map((mark) => ({ ...mark, start: mark.start - place.start, end: mark.end - place.start })),
  );
  const sides = ['entailment', 'neutral', 'contradiction'] as const;
  const scores = sides.map((side) => `${side} ${premise.scores[side].toFixed(2)}`).join(', ');
  return computed === undefined ? `${quoted} (${inContext ? IN_CONTEXT : ''}${scores})` : quoted;
}

/** The quoted sentence alone does not give the verdict. */
const IN_CONTEXT = 'read with the sentences around it: ';

/** The span of a part of the claim; undefined for a part that is not a factual statement. */
export function spanAt(part: ClaimSpan, { spans }: ExplainedParts) {
  return spans.find(({ decided }) => decided.examined.hypothesis === part);
}

/** Clauses of one kind in a line at most. */
const MAX_CLAUSES = 3;
/** Where more words are missing, the source is about something else: only values and names are named. */
const MAX_MISSING = 4;

const NOT_STATED: Record<Factuality, string> = {
  denied: 'denies them',
  negated_after: 'denies them',
  reported: 'reports them only as what somebody says or thinks',
  questioned: 'asks them as a question',
  conditional: 'makes them depend on a condition',
  hypothetical: 'states them only as possible or planned',
};

/** Words of the span that only the second passage has, which shows why it is quoted; in a row where it has them so. */
function otherPart({ examined }: DecidedSpan, first: DecidedEvidence, second: DecidedEvidence): string {
  const added = first.lacking.filter(({ start }) => !second.lacking.some((other) => other.start === start));
  const parts = inRows(added, examined.hypothesis.text, (whole) => second.text.includes(whole));
  const named = parts.slice(0, MAX_CLAUSES).map(({ text }) => `"${text}"`);
  return `${named.length === 0 ? 'Other words of it' : listed(named, 'and')} ${named.length === 1 ? 'is' : 'are'} in another sentence.`;
}

/** A sentence for each piece of evidence, and at least one; each continues from the quoted claim span. */
function explainSpan(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string[] {
  const { matchType, objections } = span;
  const [first, second] = evidence;
  const isForeign = objections.includes('foreign_language');
  if (first === undefined) return [`is not settled: ${withStop(clauseOf(isForeign ? 'language' : 'not_stated'))}`];
  if (span.computed !== undefined) return [computedSentence(span.computed, first)];
  if (matchOf(matchType).verbatim) return ['appears in the source word for word.'];
  if (second?.basis !== 'opposition' || first.basis === 'opposition')
    return [comparedSentence(span, evidence), ...(second === undefined ? [] : [otherPart(span, first, second)])];
  const disagrees = objections.includes('evidence_disagrees');
  const lead = clauseOf(isForeign ? 'language' : disagrees ? 'sources_disagree' : 'conflicting_passages');
  const differing = differences(second.findings).join('; ');
  const other = 'The model judges that another passage contradicts it';
  return [`is not settled: ${withStop(lead)}`, withStop(differing === '' ? other : `${other}: ${differing}`)];
}

/** The conclusion from the values of the source, with the computation. */
function computedSentence({ stance, formula }: Computed, { findings }: DecidedEvidence): string {
  if (stance === 'for') return `is supported: ${withStop(`the source gives ${formula}`)}`;
  if (stance === 'open') return `is not settled: ${withStop(findings.map(({ text }) => text).join('; '))}`;
  const [finding] = findings;
  const text = finding?.code === 'number_differs' ? finding.text : `the source gives ${formula}`;
  return `is contradicted: ${withStop(text)}`;
}

/** The differences that rules establish, and those that may be no more than other words for the same. */
const DIFFERING: ReadonlySet<string> = new Set([...EXCHANGED, 'negated', 'roles_exchanged']);
const PERHAPS: ReadonlySet<string> = new Set(['antonym', 'unequal', 'replaced']);

/** The differences between the quoted words and the claim. */
function differences(findings: readonly EvidenceFinding[]): string[] {
  return [...clauses(findings, DIFFERING), ...clauses(findings, PERHAPS)];
}

/**
 * The verdict on a span with the reading of the model, unless a rule establishes a difference, and what the words say; what
 * speaks against the verdict is a note.
 */
function comparedSentence(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string {
  const { stance } = matchOf(span.matchType);
  const { findings, holdsWords, premise } = evidence[0]!;
  const say = (clauses: readonly string[], notes: readonly string[] = [], isWeak = false) =>
    `is ${isWeak ? 'weakly ' : ''}${VERDICT_OF[stance]}: ${withStop(clauses.join('; '))}${notes.length === 0 ? '' : ` Note: ${withStop(notes.join('; '))}`}`;
  if (span.objections.includes('foreign_language')) return say([clauseOf('language')]);
  if (stance !== 'for' && holdsWords) return say([heldWords(span)]);
  const all = evidence.flatMap((one) => one.findings);
  const isEstablished = stance !== 'for' && all.some(({ code }) => DIFFERING.has(code));
  const isOpen = stance === 'open' && !isEstablished;
  const perhaps = all.filter(({ code }) => PERHAPS.has(code));
  const isClose = stance === 'for' && span.entailed < PLAIN;
  const lacking = lackingIn(
    evidence,
    ({ isValue, found }) =>
      (isOpen || isClose || isValue === true) && !perhaps.some((one) => isWithin(found, one.found)),
  );
  const different = differences(all);
  const differing = stance === 'against' && different.length > 0 ? different : [...different, ...missing(lacking)];
  if (isEstablished) return say(differing);
  const objection = span.objections.flatMap((name) => whyOf(name) ?? []).slice(0, 1);
  if (isOpen) return say([objection[0] ?? openReading(span, premise), ...differing]);
  const isExcepted = stance === 'for' && span.document.isSaidByException;
  const isWeak = !isExcepted && premise.scores[stance === 'for' ? 'entailment' : 'contradiction'] < READ_SO;
  const lead = isExcepted ? whyOf('within_exception')! : reading(span, evidence[0]!, isWeak);
  if (stance === 'for') return say([lead, ...clauses(findings, AGREEING)], [...differing, ...objection], isWeak);
  return say([lead, ...differing], differing.length > 0 ? [] : clauses(all, new Set(['satisfied'])), isWeak);
}

const VERDICT_OF: Record<Stance, string> = { for: 'supported', against: 'contradicted', open: 'not settled' };
/** Least score of a side that is stated as the model's reading. */
const READ_SO = 0.5;
/** Probability of support below which a reader is told of any word that the source lacks, as it may say less than the claim. */
const PLAIN = 0.7;
/** Scores that are closer to each other lean to no side. */
const LEANING = 0.05;

/** The reading of the quoted words that decides; where their scores do not show it, by all that the model read. */
function reading({ matchType, entailed, contradicted }: DecidedSpan, one: DecidedEvidence, isWeak: boolean) {
  const { entailment, contradiction } = one.premise.scores;
  const isFor = matchOf(matchType).stance === 'for';
  const sides = [`support (${entailed.toFixed(2)})`, `a contradiction (${contradicted.toFixed(2)})`];
  const [more, less] = isFor ? sides : sides.toReversed();
  const isOther = (isFor ? contradiction - entailment : entailment - contradiction) >= LEANING;
  const scores = isOther ? `lean to ${isFor ? 'a contradiction' : 'support'}` : 'are mixed';
  if (isWeak) return `the scores ${scores}, but the calibrated probability of ${more} is higher than that of ${less}`;
  const context = one.inContext ? ', together with the words around them' : '';
  return `the model judges that the quoted words ${isFor ? 'support' : 'contradict'} it${context}`;
}

/** The side to which the scores lean, with the probability that is too low; none where neutral is higher. */
function openReading(span: DecidedSpan, { scores: { entailment, neutral, contradiction } }: ScoredPremise): string {
  if (Math.max(entailment, contradiction) < neutral)
    return 'the model judges that the quoted words neither state nor contradict it';
  const isFor = entailment > contradiction;
  const probability = (isFor ? span.entailed : span.contradicted).toFixed(2);
  return `the scores lean to ${isFor ? 'support' : 'a contradiction'}, but its calibrated probability (${probability}) is too low`;
}

function heldWords({ examined: { surface } }: DecidedSpan): string {
  const unread = 'the model does not judge that their passage supports it';
  return clauseOf('not_asserted', { how: surface?.factuality === undefined ? unread : NOT_STATED[surface.factuality] });
}

function clauses(findings: readonly EvidenceFinding[], codes: ReadonlySet<string>): string[] {
  const all = findings.filter(({ code }) => codes.has(code));
  const whole = all.filter(
    (one) => !all.some(({ found }) => isWithin(one.found, found) && !isWithin(found, one.found)),
  );
  return [...new Set(whole.map(({ text }) => text))].slice(0, MAX_CLAUSES);
}

/** True if one part of the claim is part of the other: "CoV-2" of "SARS-CoV-2". */
function isWithin(one: Span | undefined, other: Span | undefined): boolean {
  return one !== undefined && other !== undefined && other.start <= one.start && one.end <= other.end;
}

/** The source does not use "Lyon" or "530 people". */
function missing(findings: readonly EvidenceFinding[]): string[] {
  const parts = findings.filter(
    ({ text }, i) => !findings.slice(0, i).some((before) => before.text.split(' ').includes(text)),
  );
  const named = parts.length > MAX_MISSING ? parts.filter(({ isValue }) => isValue === true) : parts;
  const items = named.slice(0, MAX_MISSING).map(({ text }) => `"${text}"`);
  return items.length === 0 ? [] : [clauseOf('words_not_in_source', { found: listed(items, 'or') })];
}

/** "5 p.m." has its stop already. */
function withStop(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function listed(items: readonly string[], last: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}
