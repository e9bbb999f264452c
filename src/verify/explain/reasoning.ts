import { VERDICTS, type Verdict } from '../../contract/verify.ts';
import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import type { Objection } from '../decide/calibration.ts';
import type { ClaimDecision } from '../decide/combine-spans.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Factuality } from '../rules/index.ts';
import type { AuditEntry } from '../verification.ts';
import { type DecidedEvidence, DIFFERENT, decidedEvidence, type Explaining, weighted } from './decided-evidence.ts';
import { type Differences, sameWords, type WrittenPart } from './differences.ts';
import { type Leaning, leaningOf } from './leaning.ts';
import { type Mark, quote, shares } from './quotation.ts';

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'The source supports every part of the claim',
  UNSUPPORTED: 'The source contradicts at least one part of the claim',
  UNCERTAIN: 'The source neither supports the whole claim nor contradicts any part of it',
};

/**
 * A numbered explanation: what was found, the words of the source, then the scores. Equal numbers give equal text. Rejects
 * once the signal has aborted.
 */
export async function writeReasoning(
  parts: readonly AnsweredPart[],
  { verdict, confidence, probabilities }: ClaimDecision,
  { source, pause }: Explaining,
): Promise<string> {
  const lines: string[] = [];
  for (const { part, decided, evidence } of parts) {
    lines.push(
      decided === undefined
        ? `${quote(part.text)} asserts nothing that a source could settle.`
        : spanLine(decided, evidence, source),
    );
    await pause();
  }
  const isEmpty = parts.every(({ decided }) => decided === undefined);
  const conclusion = isEmpty ? 'The claim asserts nothing that a source could settle' : CONCLUSIONS[verdict];
  lines.push(`${conclusion}: ${verdict}, confidence ${confidence.toFixed(2)}.${likelier(verdict, probabilities)}`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

/** A claim may stay open although one of the two other verdicts is at least as likely: readers of a low confidence want to know which. */
function likelier(verdict: Verdict, probabilities: ClaimDecision['probabilities']): string {
  const [other = verdict] = VERDICTS.filter((one) => one !== verdict).sort(
    (a, b) => probabilities[b] - probabilities[a],
  );
  if (verdict !== 'UNCERTAIN' || probabilities[other] < probabilities.UNCERTAIN) return '';
  return ` ${other} is likelier (${probabilities[other].toFixed(2)}), but not likely enough.`;
}

function spanLine(span: DecidedSpan, evidence: readonly DecidedEvidence[], { text }: ReadSource): string {
  const differing = evidence.flatMap(({ differences }) => differences.claimPlaces);
  const found = explainSpan(span, evidence).map((sentence, i) => {
    const one = evidence[i];
    return one === undefined
      ? sentence
      : `${sentence} Quoted: ${quotation(text, one)} (${scoresOf(one.premise.scores)})`;
  });
  return `${quote(span.examined.hypothesis.text, weighted(differing, DIFFERENT))} ${found.join('. ')}`;
}

function scoresOf({ entailment, neutral, contradiction }: NliScores): string {
  return `entailment ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradiction ${contradiction.toFixed(2)}`;
}

/** The runs of a premise, each in its own quotation marks: between them stands text that was not read with them. */
function quotation(source: string, { runs, marks }: DecidedEvidence): string {
  const pieces = runs.map(({ start, end }) => source.slice(start, end));
  const lengths = shares(pieces);
  return pieces.map((text, i) => quote(text, within(marks, runs[i]!), lengths[i]!)).join(' ... and ... ');
}

/** The marks that a run of the source holds, as offsets into the run. */
function within(marks: readonly Mark[], run: Span): Mark[] {
  return marks
    .map(({ start, end, weight }) => ({
      start: Math.max(0, start - run.start),
      end: Math.min(run.end, end) - run.start,
      weight,
    }))
    .filter(({ start, end }) => start < end);
}

/** Entries in claim order, one for each run of source text that decided a span; one without a source span if none did. */
export function auditTrail(parts: readonly AnsweredPart[]): AuditEntry[] {
  return parts.flatMap(({ part, decided, evidence }): AuditEntry[] => {
    const claimSpan = part.span;
    const entries = evidence.flatMap(({ runs, matchType }) =>
      runs.map((sourceSpan) => ({ claimSpan, sourceSpan, matchType })),
    );
    const matchType = decided?.matchType ?? 'insufficient_evidence';
    return entries.length > 0 ? entries : [{ claimSpan, sourceSpan: undefined, matchType }];
  });
}

/** A part of the claim as it is answered: undecided, and without evidence, when it asserts nothing. */
interface AnsweredPart {
  readonly part: ClaimSpan;
  readonly decided: DecidedSpan | undefined;
  /** The premises that decided it, read beside it. */
  readonly evidence: readonly DecidedEvidence[];
}

/** All parts of the claim in its order: those that were decided, and between them those that assert nothing. */
export async function answeredParts(
  { parts }: ReadClaim,
  spans: readonly DecidedSpan[],
  given: Explaining,
): Promise<AnsweredPart[]> {
  const bySpan = new Map(spans.map((span) => [span.examined.hypothesis, span]));
  const answered: AnsweredPart[] = [];
  for (const part of parts) {
    const decided = bySpan.get(part);
    answered.push({ part, decided, evidence: decided === undefined ? [] : await decidedEvidence(decided, given) });
  }
  return answered;
}

/** Clauses of one kind in a line at most. */
const MAX_CLAUSES = 3;
const MAX_MISSING = 4;

const NOT_STATED: Record<Factuality, string> = {
  denied: 'denies them',
  negated_after: 'denies them',
  reported: 'only reports them as what somebody says or thinks',
  questioned: 'asks them as a question',
  conditional: 'makes them depend on a condition',
  hypothetical: 'gives them as possible or planned only',
};

const SAME_WORDS = {
  in_order: 'the quotation has its main words, but the model reads another statement in them',
  in_another_order: 'the quotation has its main words, but in another order',
  in_other_forms: 'the model reads another statement in the quotation',
} as const;

const FOREIGN = 'it seems to be written in a language that the model does not read';
const UNREAD = 'the model does not read the place where they stand as saying so';
const REPEATS = 'it repeats a sentence of the source with something exchanged';

/** What was found, a sentence for each piece of evidence and at least one; each goes on from the quoted claim span. */
function explainSpan(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string[] {
  const { matchType, objections } = span;
  const [first, second] = evidence;
  if (first === undefined) return [`is not settled: ${withStop(withoutEvidence(objections))}`];
  if (matchType === 'exact_match') return ['is in the source in these words.'];
  if (matchType === 'paraphrase_match') return [supported(first)];
  if (matchType === 'contradiction') return [`is contradicted: ${withStop(against(span, first))}`];
  const lead = objections.includes('foreign_language') ? `${FOREIGN}. The` : 'the';
  if (second !== undefined) {
    const leads = objections.includes('evidence_disagrees')
      ? [`${lead} source disagrees with itself. One place supports it.`, 'Another contradicts it']
      : ['one place of the source speaks for it.', 'Another speaks against it'];
    return [`is not settled: ${leads[0]}`, `${leads[1]}: ${withStop(against(span, second))}`];
  }
  return [`is not settled: ${withStop(unsettled(span, first))}`];
}

const LEANINGS: Readonly<Record<Leaning, string>> = {
  supported: 'the source nearly supports it, not surely enough',
  contradicted: 'the source nearly contradicts it, not surely enough',
  torn: 'one place of the source speaks for it and another against it',
  torn_within: 'the model reads the same place for it and against it, neither surely enough',
};

function withoutEvidence(objections: readonly Objection[]): string {
  return objections.includes('foreign_language') ? FOREIGN : 'no sentence of the source has enough of its words';
}

function supported({ differences }: DecidedEvidence): string {
  const { agreements, conflicts, absent, words } = differences;
  const found = ['the source says the same', ...agreements.slice(0, MAX_CLAUSES)].join('; ');
  const notes = [
    ...conflicts.slice(0, MAX_CLAUSES),
    ...missing([...absent, ...words.filter(({ nowhere }) => nowhere)]),
  ];
  return `is supported: ${withStop(found)}${notes.length > 0 ? ` Note: ${withStop(notes.join('; '))}` : ''}`;
}

function against(span: DecidedSpan, evidence: DecidedEvidence): string {
  if (evidence.holdsWords)
    return heldWords(span, 'the model reads the place where they stand as saying something else');
  const clauses = exchanged(evidence.differences);
  return clauses.length > 0 ? clauses.join('; ') : ['the source says otherwise', ...general(evidence)].join('; ');
}

function unsettled(span: DecidedSpan, evidence: DecidedEvidence): string {
  const { objections } = span;
  const { differences, basis, holdsWords } = evidence;
  if (objections.includes('foreign_language')) return FOREIGN;
  const clauses = exchanged(differences);
  if (basis === 'copied')
    return [REPEATS, (clauses.length > 0 ? clauses : lacking(differences)).join('; ')]
      .filter((part) => part !== '')
      .join(': ');
  const found = clauses.length > 0 ? [...clauses, ...missing(differences.absent)] : general(evidence);
  const reason = holdsWords ? heldWords(span, UNREAD) : found.join('; ');
  const isContradicted = objections.includes('closest_contradicts') && basis === 'closest';
  if (isContradicted) return `as the model reads it, the closest sentence contradicts it: ${reason}`;
  const leaning = clauses.length > 0 || holdsWords || objections.length > 0 ? undefined : leaningOf(span);
  return leaning === undefined ? reason : [LEANINGS[leaning], ...found].join('; ');
}

function heldWords({ examined }: DecidedSpan, otherwise: string): string {
  const factuality = examined.surface?.factuality;
  return `the source has these words, but ${factuality === undefined ? otherwise : NOT_STATED[factuality]}`;
}

function exchanged({ conflicts, negation }: Differences): string[] {
  return [...conflicts.slice(0, MAX_CLAUSES), ...(negation === undefined ? [] : [negation])];
}

/** Without a number, name or negation that differs: words that one of the two lacks, else how the same words stand. */
function general({ differences, words: compared }: DecidedEvidence): string[] {
  const { unequal, satisfied, absent, words, added } = differences;
  const parts = [...absent, ...words];
  const same = sameWords(compared);
  const isComplete = unequal.length === 0 && parts.length === 0;
  const order = isComplete && (added.length === 0 || same === 'in_another_order') ? [SAME_WORDS[same]] : [];
  return [...order, ...[...satisfied, ...unequal].slice(0, MAX_CLAUSES), ...lacking(differences)];
}

/** Words that only one of the two has. */
function lacking({ absent, words, added }: Differences): string[] {
  const more = added.map(({ text }) => quoted(text));
  return [...missing([...absent, ...words]), ...(more.length > 0 ? [clause(more, 'claim')] : [])];
}

/** "Lyon" is not in the source; "530 people" and 2 other words are not in the quotation. */
function missing(all: readonly WrittenPart[]): string[] {
  const parts = all.filter(({ text }, i) => !all.slice(0, i).some((before) => before.text.split(' ').includes(text)));
  const named = parts.slice(0, MAX_MISSING);
  const others = parts.length - named.length;
  const nowhere = named.filter((part) => part.nowhere).map(({ text }) => quoted(text));
  const elsewhere = named.filter((part) => !part.nowhere).map(({ text }) => quoted(text));
  if (others > 0) elsewhere.push(others === 1 ? '1 other word of it' : `${others} other words of it`);
  return [clause(nowhere, 'source'), clause(elsewhere, 'quotation')].filter((text) => text !== '');
}

function clause(items: readonly string[], place: string): string {
  if (items.length === 0) return '';
  return `${listed(items)} ${items.length === 1 && !items[0]!.endsWith('words of it') ? 'is' : 'are'} not in the ${place}`;
}

/** "5 p.m." has its stop already. */
function withStop(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function quoted(text: string): string {
  return `"${text}"`;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
