import { VERDICTS, type Verdict } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import type { ClaimDecision, DecidedSpan } from '../decide/policy.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { Source } from '../read/source.ts';
import type { Computed, Factuality } from '../rules/index.ts';
import { type DecidedEvidence, lackingIn, weighted } from './evidence.ts';
import { AGREEING, clauseOf, type EvidenceFinding, EXCHANGED } from './finding.ts';
import { DIFFERENT, type Mark, quote } from './quotation.ts';
import type { ExplainedSpan } from './reasons.ts';
import { leaningOf } from './unsettled.ts';

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
export function writeReasoning(
  explained: ExplainedParts,
  { verdict, confidence, probabilities }: ClaimDecision,
  sources: SourceSet,
): string {
  const lines: string[] = [];
  for (const part of explained.parts) {
    const span = spanAt(part, explained);
    lines.push(
      span === undefined
        ? `${quote(part.text)} is not a factual statement.`
        : spanLine(span.decided, span.evidence, sources),
    );
  }
  const isEmpty = explained.spans.length === 0;
  const conclusion = isEmpty ? 'The claim is not a factual statement' : CONCLUSIONS[verdict];
  const isQuoted = explained.spans.every(({ evidence }) => evidence.length > 0);
  const other = isQuoted ? likelier(verdict, Math.max(confidence, probabilities.UNCERTAIN), probabilities) : '';
  lines.push(`${conclusion}: ${verdict}, confidence ${confidence.toFixed(2)}.${other}`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

/** Names a verdict that is likelier than UNCERTAIN and than the confidence in it: readers of a low confidence want to know it. */
function likelier(verdict: Verdict, least: number, probabilities: ClaimDecision['probabilities']): string {
  const [other = verdict] = VERDICTS.filter((one) => one !== verdict).sort(
    (a, b) => probabilities[b] - probabilities[a],
  );
  if (verdict !== 'UNCERTAIN' || probabilities[other] < least) return '';
  return ` ${other} is likelier (${probabilities[other].toFixed(2)}), but not likely enough.`;
}

/** Findings whose words in the claim differ from nothing, or are part of other findings. */
const SAID_OF_BOTH: ReadonlySet<string> = new Set([...AGREEING, 'antonym', 'replaced']);

function spanLine(span: DecidedSpan, evidence: readonly DecidedEvidence[], { sources }: SourceSet): string {
  const differing = evidence.flatMap(({ findings }) =>
    findings.flatMap(({ code, found }) => (found === undefined || SAID_OF_BOTH.has(code) ? [] : [found])),
  );
  const found = explainSpan(span, evidence).map((sentence, i) => {
    const one = evidence[i];
    return one === undefined
      ? sentence
      : `${sentence} Quoted: ${quotation(sources[one.place.source]!, one)}${readingOf(span, one)}`;
  });
  return `${quote(span.examined.hypothesis.text, weighted(differing, DIFFERENT))} ${found.join('. ')}`;
}

/** The scores of the quoted place in parentheses; none where a calculation decides, which they may contradict. */
function readingOf({ computed }: DecidedSpan, { inContext, premise }: DecidedEvidence): string {
  return computed === undefined ? ` (${inContext ? IN_CONTEXT : ''}${scoresOf(premise.scores)})` : '';
}

/** The quoted sentence alone does not give the verdict. */
const IN_CONTEXT = 'read with the sentences around it: ';

function scoresOf({ entailment, neutral, contradiction }: NliScores): string {
  return `entailment ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradiction ${contradiction.toFixed(2)}`;
}

/** The quoted place, cut around what matters most. */
function quotation({ text }: Source, { place: { start, end }, marks }: DecidedEvidence): string {
  return quote(text.slice(start, end), within(marks, { start, end }));
}

/** The marks that a place of the source contains, as offsets into it. */
function within(marks: readonly Mark[], place: Span): Mark[] {
  return marks
    .map(({ start, end, weight }) => ({
      start: Math.max(0, start - place.start),
      end: Math.min(place.end, end) - place.start,
      weight,
    }))
    .filter(({ start, end }) => start < end);
}

/** The span of a part of the claim; undefined for a part that is not a factual statement. */
export function spanAt(part: ClaimSpan, { spans }: ExplainedParts) {
  return spans.find(({ decided }) => decided.examined.hypothesis === part);
}

/** Clauses of one kind in a line at most. */
const MAX_CLAUSES = 3;
const MAX_MISSING = 4;

const NOT_STATED: Record<Factuality, string> = {
  denied: 'denies them',
  negated_after: 'denies them',
  reported: 'reports them only as what somebody says or thinks',
  questioned: 'asks them as a question',
  conditional: 'makes them depend on a condition',
  hypothetical: 'states them only as possible or planned',
};

const UNREAD = 'the model does not judge that their passage supports it';
const SAYS_ELSE = 'the model judges that their passage says something else';
/** No finding explains it; a side: it has at least the probability of neutral. */
const UNSETTLED = {
  neither: 'the model judges that the quoted words neither state nor contradict it',
  entailment: 'the scores lean to support, but the calibrated probability is too low',
  contradiction: 'the scores lean to a contradiction, but the calibrated probability is too low',
} as const;
const REPEATS = 'it repeats a sentence of the source with a change';

/** Words that another passage adds, at most. */
const MAX_ADDED = 3;

/** Words of the span that only the second passage has, which shows why it is quoted. */
function otherPart(first: DecidedEvidence, second: DecidedEvidence): string {
  const added = first.lacking.filter(({ start }) => !second.lacking.some((other) => other.start === start));
  const named = added.slice(0, MAX_ADDED).map(({ text }) => `"${text}"`);
  return `${named.length === 0 ? 'Other words of it' : listed(named, 'and')} ${named.length === 1 ? 'is' : 'are'} in another sentence.`;
}

/** A sentence for each piece of evidence, and at least one; each continues from the quoted claim span. */
function explainSpan(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string[] {
  const { matchType, objections } = span;
  const [first, second] = evidence;
  const isForeign = objections.includes('foreign_language');
  if (first === undefined) return [`is not settled: ${withStop(clauseOf(isForeign ? 'language' : 'not_stated'))}`];
  const { stance, verbatim } = matchOf(matchType);
  if (span.computed !== undefined) return [computedSentence(span.computed, first)];
  if (verbatim) return ['appears in the source word for word.'];
  const others = second === undefined ? [] : [otherPart(first, second)];
  if (stance === 'for') return [supported(evidence), ...others];
  if (stance === 'against') return [against(span, evidence), ...others];
  if (second?.basis !== 'opposition') return [`is not settled: ${withStop(unsettled(span, evidence))}`, ...others];
  const disagrees = objections.includes('evidence_disagrees');
  const differing = differences(second.findings);
  const lead = disagrees
    ? `${clauseOf('sources_disagree')}. The model judges that one passage supports it.`
    : `${clauseOf('conflicting_passages')}.`;
  return [
    `is not settled: ${isForeign ? `${clauseOf('language')}. ${lead.replace('the', 'The')}` : lead}`,
    withStop(
      ['It judges that another contradicts it', ...(differing.length > 0 ? [differing.join('; ')] : [])].join(': '),
    ),
  ];
}

/** The conclusion from the values of the source, with the computation. */
function computedSentence({ stance, formula }: Computed, { findings }: DecidedEvidence): string {
  if (stance === 'for') return `is supported: ${withStop(`the source gives ${formula}`)}`;
  if (stance === 'open') return `is not settled: ${withStop(findings.map(({ text }) => text).join('; '))}`;
  const [finding] = findings;
  const text = finding?.code === 'number_differs' ? finding.text : `the source gives ${formula}`;
  return `is contradicted: ${withStop(text)}`;
}

/** Least score of a side that is stated as the model's reading. */
const READ_SO = 0.5;

/** The contribution of the quoted words to a verdict, by their scores. */
function leadOf(stance: 'for' | 'against', { premise: { scores }, inContext }: DecidedEvidence) {
  const isFor = stance === 'for';
  const isWeak = (isFor ? scores.entailment : scores.contradiction) < READ_SO;
  const weak = `the scores are mixed, but the calibrated probability favors ${isFor ? 'support' : 'a contradiction'}`;
  const read = `the model judges that the quoted words ${isFor ? 'support' : 'contradict'} it`;
  const lead = isWeak ? weak : `${read}${inContext ? ', together with the words around them' : ''}`;
  return { lead, verdict: `is ${isWeak ? 'weakly ' : ''}${isFor ? 'supported' : 'contradicted'}`, isWeak };
}

/** The differences that rules establish, and those that may be no more than other words for the same. */
const DIFFERING: ReadonlySet<string> = new Set([...EXCHANGED, 'negated']);
const PERHAPS: ReadonlySet<string> = new Set(['antonym', 'unequal', 'replaced']);

function allOf(evidence: readonly DecidedEvidence[]): EvidenceFinding[] {
  return evidence.flatMap(({ findings }) => findings);
}

/** Notes what may speak against it. A source may have the words of a supported claim in another form. */
function supported(evidence: readonly DecidedEvidence[]): string {
  const { lead, verdict, isWeak } = leadOf('for', evidence[0]!);
  const agreeing = clauses(evidence[0]!.findings, AGREEING);
  const lacking = lackingIn(evidence, ({ isValue }) => isWeak || isValue === true);
  const notes = [...differences(allOf(evidence)), ...missing(lacking)];
  return `${verdict}: ${withStop([lead, ...agreeing].join('; '))}${noted(notes)}`;
}

function against(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string {
  if (evidence[0]!.holdsWords) return `is contradicted: ${withStop(heldWords(span, SAYS_ELSE))}`;
  const findings = allOf(evidence);
  const found = differences(findings);
  if (clauses(findings, DIFFERING).length > 0) return `is contradicted: ${withStop(found.join('; '))}`;
  const { lead, verdict } = leadOf('against', evidence[0]!);
  const others = found.length > 0 ? found : missing(lackingIn(evidence));
  const notes = found.length > 0 ? [] : clauses(findings, new Set(['satisfied']));
  return `${verdict}: ${withStop([lead, ...others].join('; '))}${noted(notes)}`;
}

function noted(notes: readonly string[]): string {
  return notes.length === 0 ? '' : ` Note: ${withStop(notes.join('; '))}`;
}

/** The differences between the quoted words and the claim. */
function differences(findings: readonly EvidenceFinding[]): string[] {
  return [...clauses(findings, DIFFERING), ...clauses(findings, PERHAPS)];
}

function unsettled(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string {
  const { basis, holdsWords, premise } = evidence[0]!;
  if (span.objections.includes('foreign_language')) return clauseOf('language');
  if (holdsWords && basis !== 'copied') return heldWords(span, UNREAD);
  const findings = allOf(evidence);
  const differing = clauses(findings, DIFFERING);
  if (basis === 'copied') {
    const found = differing.length > 0 ? differing : missing(lackingIn(evidence));
    return [REPEATS, ...(found.length > 0 ? [found.join('; ')] : [])].join(': ');
  }
  if (differing.length > 0)
    return [...differing, ...missing(lackingIn(evidence, ({ isValue }) => isValue === true))].join('; ');
  const { entailment, neutral, contradiction } = premise.scores;
  const leaning = leaningOf(span);
  const side = entailment > contradiction ? 'entailment' : 'contradiction';
  const reading = UNSETTLED[premise.scores[side] < neutral ? 'neither' : side];
  const perhaps = findings.filter(({ code }) => PERHAPS.has(code));
  const isNamed = ({ found }: EvidenceFinding) =>
    perhaps.some((one) => one.found!.start <= found!.start && found!.end <= one.found!.end);
  const lacking = missing(lackingIn(evidence, (one) => !isNamed(one)));
  return [leaning === undefined ? reading : clauseOf(leaning), ...clauses(perhaps, PERHAPS), ...lacking].join('; ');
}

function heldWords({ examined }: DecidedSpan, otherwise: string): string {
  const factuality = examined.surface?.factuality;
  return clauseOf('not_asserted', { how: factuality === undefined ? otherwise : NOT_STATED[factuality] });
}

function clauses(findings: readonly EvidenceFinding[], codes: ReadonlySet<string>): string[] {
  const all = findings.filter(({ code }) => codes.has(code));
  const whole = all.filter((one) => !all.some((other) => other !== one && isWithin(one.found, other.found)));
  return [...new Set(whole.map(({ text }) => text))].slice(0, MAX_CLAUSES);
}

/** True if one part of the claim is a smaller part of the other: "CoV-2" of "SARS-CoV-2". */
function isWithin(one: Span | undefined, other: Span | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start;
}

/** The source does not use "Lyon" or "530 people". */
function missing(findings: readonly EvidenceFinding[]): string[] {
  const parts = findings.filter(
    ({ text }, i) => !findings.slice(0, i).some((before) => before.text.split(' ').includes(text)),
  );
  const named = parts.slice(0, MAX_MISSING).map(({ text }) => `"${text}"`);
  const others = parts.length - named.length;
  const more = others <= 0 ? [] : [others === 1 ? '1 other word of it' : `${others} other words of it`];
  const items = [...named, ...more];
  return items.length === 0 ? [] : [clauseOf('words_not_in_source', { found: listed(items, 'or') })];
}

/** "5 p.m." has its stop already. */
function withStop(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function listed(items: readonly string[], last: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}
