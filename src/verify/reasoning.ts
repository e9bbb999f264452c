import type { NliScores } from '../nli/types.ts';
import { decidingSpan, type JudgedSpan } from './audit-trail.ts';
import type { Calibration } from './calibration.ts';
import type { ClaimJudgement, Objection } from './policy.ts';
import { describeFinding } from './rules/index.ts';
import type { MatchType, Verdict, VerifyInput } from './types.ts';

/** Longest quotation; the audit trail has the spans whole. */
const QUOTE_LENGTH = 160;

const OUTCOMES: Record<MatchType, string> = {
  exact_match: 'stated in these words by',
  paraphrase_match: 'entailed by',
  contradiction: 'contradicted by',
  insufficient_evidence: 'not settled by',
};

const OBJECTIONS: Record<Objection, string> = {
  asserts_nothing: 'it asserts nothing',
  fact_conflicts: 'a number or date differs',
  fact_absent: 'a number or date is not in the source',
  name_differs: 'a name differs',
  negation_differs: 'one side is negated',
  direction_differs: 'the two say opposite things',
  network_contradicts: 'the network reads the opposite in the closest text',
  roles_differ: 'it gives to one what the source gives to another',
  quantity_differs: 'it speaks of more or fewer than the source does',
  not_asserted_by_source: 'the source has these words but does not assert them',
  unreadable: 'it holds words the model cannot read, and they are not found in the source',
};

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'Every asserting span of the claim is entailed by the source',
  UNSUPPORTED: 'At least one span of the claim is contradicted by the source',
  UNCERTAIN: 'The source neither entails the whole claim nor contradicts any part of it',
};

export interface Judged {
  readonly judged: readonly JudgedSpan[];
  readonly claim: ClaimJudgement;
  readonly calibration: Calibration;
}

/** A numbered explanation from the numbers that decided: the same numbers give the same text. */
export function writeReasoning(input: VerifyInput, { judged, claim, calibration }: Judged): string {
  const lines = judged.map((span) => spanLine(input, span, calibration));
  const conclusion = judged.every(({ examined }) => examined === undefined)
    ? 'The claim asserts nothing that a source could settle'
    : CONCLUSIONS[claim.verdict];
  lines.push(`${conclusion}: ${claim.verdict}, confidence ${claim.confidence.toFixed(2)}.`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

function spanLine(input: VerifyInput, span: JudgedSpan, calibration: Calibration): string {
  const claimed = `Claim span ${quote(input.claim.slice(span.hypothesis.span.start, span.hypothesis.span.end))}`;
  const { examined, judgement } = span;
  if (examined === undefined) return `${claimed} asserts nothing that a source could settle.`;
  const deciding = decidingSpan(span, calibration);
  const premise = judgement.matchType === 'contradiction' ? examined.opposition : examined.support;
  const scores = judgement.matchType === 'exact_match' ? examined.surface!.premise.scores : premise.scores;
  const where = deciding ? quote(input.source.slice(deciding.start, deciding.end)) : 'anything in the source';
  const parts = [
    `${claimed} is ${OUTCOMES[judgement.matchType]} ${where}`,
    `the network reads ${readScores(scores)}`,
    `${Math.round(premise.coverage * 100)} % of the span's weighted words are there`,
    ...facts(span),
    ...objections(span),
  ];
  return `${parts.join('; ')}. Entailed ${judgement.entailed.toFixed(2)}, contradicted ${judgement.contradicted.toFixed(2)}.`;
}

function readScores({ entailment, neutral, contradiction }: NliScores): string {
  return `entailment ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradiction ${contradiction.toFixed(2)}`;
}

function facts({ examined }: JudgedSpan): string[] {
  const { premise, source } = examined!.findings;
  const conflicts = premise.facts.filter(({ status }) => status === 'conflict');
  const absent = source.facts.filter(({ status }) => status === 'absent');
  const matched = premise.facts.filter(({ status }) => status === 'match');
  return [...new Set([...conflicts, ...absent, ...matched].map(describeFinding))];
}

function objections({ judgement }: JudgedSpan): string[] {
  if (judgement.objections.length === 0) return [];
  return [
    `not counted as entailed because ${judgement.objections.map((objection) => OBJECTIONS[objection]).join(' and ')}`,
  ];
}

function quote(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = [...flat];
  return `"${points.length > QUOTE_LENGTH ? `${points.slice(0, QUOTE_LENGTH).join('')}...` : flat}"`;
}
