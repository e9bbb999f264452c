import type { NliScores } from '../nli/types.ts';
import { type Deciding, decidingPremises, type JudgedSpan, quotedSpans } from './audit-trail.ts';
import type { ClaimJudgement } from './policy.ts';
import type { ReadTexts } from './read-texts.ts';
import type { MatchType, Verdict, VerifyInput } from './types.ts';

/** Longest quotation; the audit trail has the spans whole. */
const QUOTE_LENGTH = 160;

const FOUND: Record<MatchType, string> = {
  exact_match: 'The source says so in these words',
  paraphrase_match: 'The source says the same',
  contradiction: 'The source says otherwise',
  insufficient_evidence: 'The closest text does not settle it',
};

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'The source supports every part of the claim',
  UNSUPPORTED: 'The source contradicts at least one part of the claim',
  UNCERTAIN: 'The source neither supports the whole claim nor contradicts any part of it',
};

export interface Judged {
  readonly judged: readonly JudgedSpan[];
  readonly claim: ClaimJudgement;
  readonly texts: ReadTexts;
}

/** A numbered explanation: what was found, the words of the source, then the scores. Equal numbers give equal text. */
export function writeReasoning(input: VerifyInput, { judged, claim, texts }: Judged): string {
  const lines = judged.map((span) => spanLine(input, span, texts));
  const conclusion = judged.every(({ examined }) => examined === undefined)
    ? 'The claim asserts nothing that a source could settle'
    : CONCLUSIONS[claim.verdict];
  lines.push(`${conclusion}: ${claim.verdict}, confidence ${claim.confidence.toFixed(2)}.`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

function spanLine(input: VerifyInput, span: JudgedSpan, texts: ReadTexts): string {
  const claimed = quote(input.claim.slice(span.hypothesis.span.start, span.hypothesis.span.end));
  if (span.examined === undefined) return `${claimed} asserts nothing that a source could settle.`;
  const deciding = decidingPremises(span);
  if (deciding.length === 0) return `${claimed}: nothing in the source speaks of it.`;
  return `${claimed}: ${deciding.map((one) => evidence(input, { span, one, texts })).join(' ')}`;
}

function evidence(
  { source }: VerifyInput,
  { span, one, texts }: { span: JudgedSpan; one: Deciding; texts: ReadTexts },
): string {
  const quotes = quotedSpans(span, one.premise, texts).map(({ start, end }) => quote(source.slice(start, end)));
  return `${FOUND[one.matchType]}: ${quotes.join(' and ')} (${readScores(one.premise.scores)}).`;
}

function readScores({ entailment, neutral, contradiction }: NliScores): string {
  return `entailment ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradiction ${contradiction.toFixed(2)}`;
}

function quote(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = [...flat];
  return `"${points.length > QUOTE_LENGTH ? `${points.slice(0, QUOTE_LENGTH).join('')}...` : flat}"`;
}
