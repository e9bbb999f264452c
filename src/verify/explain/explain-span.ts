import type { Objection } from '../decide/calibration.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Factuality } from '../rules/index.ts';
import type { DecidedEvidence } from './decided-evidence.ts';
import { type Differences, sameWords, type WrittenPart } from './differences.ts';

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
export function explainSpan(span: DecidedSpan, evidence: readonly DecidedEvidence[]): string[] {
  const { matchType, objections } = span;
  const [first, second] = evidence;
  if (first === undefined) return [`is not settled: ${withStop(withoutEvidence(objections))}`];
  if (matchType === 'exact_match') return ['is in the source in these words.'];
  if (matchType === 'paraphrase_match') return [supported(first)];
  if (matchType === 'contradiction') return [`is contradicted: ${withStop(against(span, first))}`];
  const lead = objections.includes('foreign_language') ? `${FOREIGN}. The` : 'the';
  if (second !== undefined) {
    const disagreeing = `is not settled: ${lead} source disagrees with itself. One place supports it.`;
    return [disagreeing, `Another contradicts it: ${withStop(against(span, second))}`];
  }
  return [`is not settled: ${withStop(unsettled(span, first))}`];
}

function withoutEvidence(objections: readonly Objection[]): string {
  return objections.includes('foreign_language') ? FOREIGN : 'no sentence of the source has enough of its words';
}

function supported({ differences }: DecidedEvidence): string {
  const { agreements, conflicts, absent } = differences;
  const found = ['the source says the same', ...agreements.slice(0, MAX_CLAUSES)].join('; ');
  const notes = [...conflicts.slice(0, MAX_CLAUSES), ...missing(absent)];
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
  return isContradicted ? `as the model reads it, the closest sentence contradicts it: ${reason}` : reason;
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
  const { unequal, absent, words, added } = differences;
  const parts = [...absent, ...words];
  const same = sameWords(compared);
  const isComplete = unequal.length === 0 && parts.length === 0;
  const order = isComplete && (added.length === 0 || same === 'in_another_order') ? [SAME_WORDS[same]] : [];
  return [...order, ...unequal.slice(0, MAX_CLAUSES), ...lacking(differences)];
}

/** Words that only one of the two has. */
function lacking({ absent, words, added }: Differences): string[] {
  const more = added.map(({ text }) => quoted(text));
  return [...missing([...absent, ...words]), ...(more.length > 0 ? [clause(more, 'claim')] : [])];
}

/** "Lyon" is not in the source; "530 people" and 2 other words are not in the quotation. */
function missing(parts: readonly WrittenPart[]): string[] {
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
