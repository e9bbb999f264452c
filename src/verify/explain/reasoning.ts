import { VERDICTS, type Verdict } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import type { ClaimDecision, DecidedSpan } from '../decide/policy.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import type { Source } from '../read/source.ts';
import type { Computed, Factuality } from '../rules/index.ts';
import { type DecidedEvidence, weighted } from './evidence.ts';
import { clauseOf, type EvidenceFinding, EXCHANGED } from './finding.ts';
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

const AGREEING: ReadonlySet<string> = new Set(['agrees', 'agrees_otherwise', 'satisfied']);

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
/** No finding explains it; `unclear`: one side has at least the probability of neutral. */
const UNSETTLED = {
  neither: 'the model judges that the closest sentence neither states nor contradicts it',
  unclear: 'the model judges that the closest sentence neither clearly states nor clearly contradicts it',
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
  if (stance === 'for')
    return [supported(span, first, second), ...(second === undefined ? [] : [otherPart(first, second)])];
  if (stance === 'against') {
    const { text, isWeak } = against(span, first);
    return [`is ${isWeak ? 'weakly ' : ''}contradicted: ${withStop(text)}`];
  }
  if (second === undefined) return [`is not settled: ${withStop(unsettled(span, first))}`];
  const disagrees = objections.includes('evidence_disagrees');
  const lead = disagrees
    ? `${clauseOf('sources_disagree')}. The model judges that one passage supports it.`
    : `${clauseOf('conflicting_passages')}.`;
  return [
    `is not settled: ${isForeign ? `${clauseOf('language')}. ${lead.replace('the', 'The')}` : lead}`,
    withStop([`It judges that another contradicts it`, ...differences(second)].join(': ')),
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

/** Least score and probability of a side that is stated as a fact, and least score of one that is stated as the model's reading. */
const SURE = { score: 0.9, probability: 0.8 } as const;
const READ_SO = 0.5;

/** A reason for or against a claim span. */
interface Reason {
  readonly text: string;
  /** No single place was read that way. */
  readonly isWeak: boolean;
}

/** The contribution of the quoted words to a verdict, by their scores. */
const LEADS = {
  entailment: {
    sure: 'the source says the same',
    read: 'the model judges that the quoted words support it',
    weak: 'no single passage clearly supports it; the closest is quoted',
    mixed: 'the quoted words score higher for a contradiction, but all signals together make support likelier',
  },
  contradiction: {
    sure: clauseOf('contradicted'),
    read: 'the model judges that the quoted words contradict it',
    weak: 'no single passage clearly contradicts it; the closest is quoted',
    mixed: 'the quoted words score higher for support, but all signals together make a contradiction likelier',
  },
} as const;

/** `probability`: of the side, by the calibration. */
function leadOf(
  side: keyof typeof LEADS,
  { premise: { scores }, inContext }: DecidedEvidence,
  probability: number,
): Reason {
  const other = side === 'entailment' ? scores.contradiction : scores.entailment;
  const { sure, read, weak, mixed } = LEADS[side];
  if (scores[side] < other) return { text: mixed, isWeak: true };
  if (scores[side] < READ_SO) return { text: weak, isWeak: true };
  if (inContext) return { text: `${read}, together with the words around them`, isWeak: false };
  const isSure = scores[side] >= SURE.score && probability >= SURE.probability;
  return { text: isSure ? sure : read, isWeak: false };
}

/** Words that the source lacks are named only if they are values: it may have others in another form. */
function supported({ entailed }: DecidedSpan, evidence: DecidedEvidence, other?: DecidedEvidence): string {
  const findings = evidence.findings.filter((finding) => other === undefined || !isIn(finding, other));
  const { text, isWeak } = leadOf('entailment', evidence, entailed);
  const shown = isWeak ? general(findings) : clauses(findings, AGREEING);
  const found = [text, ...shown].join('; ');
  const lacking = isWeak ? [] : missing(findings.filter(({ isValue }) => isValue));
  const notes = [...clauses(findings, EXCHANGED), ...lacking];
  return `is ${isWeak ? 'weakly ' : ''}supported: ${withStop(found)}${notes.length > 0 ? ` Note: ${withStop(notes.join('; '))}` : ''}`;
}

/** True if another quoted sentence has the words of the claim that a value is set against. */
function isIn({ code, found }: EvidenceFinding, { lacking }: DecidedEvidence): boolean {
  const isLacking = lacking.some(({ start, end }) => found !== undefined && start < found.end && found.start < end);
  return EXCHANGED.has(code) && found !== undefined && !isLacking;
}

function against(span: DecidedSpan, evidence: DecidedEvidence): Reason {
  const { findings, holdsWords } = evidence;
  if (holdsWords) return { text: heldWords(span, SAYS_ELSE), isWeak: false };
  const [differing] = differences(evidence);
  if (differing !== undefined) return { text: differing, isWeak: false };
  const { text, isWeak } = leadOf('contradiction', evidence, span.contradicted);
  const isSure = text === LEADS.contradiction.sure;
  const replaced = clauses(findings, new Set(['replaced']));
  const others = replaced.length > 0 ? replaced : general(isSure ? findings.filter(isValueFinding) : findings);
  return { text: [text, ...others].join('; '), isWeak };
}

/** The differences between the quoted words and the claim that rules name, as one text; none where no rule does. */
function differences({ findings }: DecidedEvidence): string[] {
  const all = [...exchanged(findings), ...clauses(findings, new Set(['antonym']))];
  return all.length === 0 ? [] : [all.join('; ')];
}

function isValueFinding({ code, isValue }: EvidenceFinding): boolean {
  return code !== 'words_not_in_source' || isValue === true;
}

function unsettled(span: DecidedSpan, { findings, basis, holdsWords, premise: { scores } }: DecidedEvidence): string {
  const { objections } = span;
  if (objections.includes('foreign_language')) return clauseOf('language');
  const differing = exchanged(findings);
  if (basis === 'copied') {
    const found = differing.length > 0 ? differing : missing(findings);
    return [REPEATS, ...(found.length > 0 ? [found.join('; ')] : [])].join(': ');
  }
  const values = findings.filter(({ isValue }) => isValue);
  const found = differing.length > 0 ? [...differing, ...missing(values)] : general(findings);
  if (holdsWords) return heldWords(span, UNREAD);
  if (differing.length > 0) return found.join('; ');
  const leaning = leaningOf(span);
  const isNeither = Math.max(scores.entailment, scores.contradiction) < scores.neutral;
  const lead = leaning === undefined ? UNSETTLED[isNeither ? 'neither' : 'unclear'] : clauseOf(leaning);
  return [lead, ...(leaning === undefined && isNeither ? found : general(findings.filter(isValueFinding)))].join('; ');
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

function exchanged(findings: readonly EvidenceFinding[]): string[] {
  return [...clauses(findings, EXCHANGED), ...clauses(findings, new Set(['negated']))];
}

/** Without a number, name or negation that differs: values that agree in part, and words that the whole source lacks. */
function general(findings: readonly EvidenceFinding[]): string[] {
  const values = [...clauses(findings, new Set(['satisfied'])), ...clauses(findings, new Set(['unequal']))];
  return [...values.slice(0, MAX_CLAUSES), ...missing(findings)];
}

/** The source does not use "Lyon" or "530 people". */
function missing(findings: readonly EvidenceFinding[]): string[] {
  const all = findings.filter(({ code }) => code === 'words_not_in_source');
  const parts = all.filter(({ text }, i) => !all.slice(0, i).some((before) => before.text.split(' ').includes(text)));
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
