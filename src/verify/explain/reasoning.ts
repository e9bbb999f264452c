import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import type { ClaimDecision } from '../decide/combine-spans.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { Comparing } from '../examine/examine-claim.ts';
import type { ClaimSpan, ReadClaim } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { AuditEntry, Verdict } from '../verification.ts';
import { type DecidedEvidence, DIFFERENT, decidedEvidence, weighted } from './decided-evidence.ts';
import { explainSpan } from './explain-span.ts';
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
  { verdict, confidence }: ClaimDecision,
  { source, rest }: Comparing,
): Promise<string> {
  const lines: string[] = [];
  for (const { part, decided, evidence } of parts) {
    lines.push(
      decided === undefined
        ? `${quote(part.text)} asserts nothing that a source could settle.`
        : spanLine(decided, evidence, source),
    );
    await rest();
  }
  const isEmpty = parts.every(({ decided }) => decided === undefined);
  const conclusion = isEmpty ? 'The claim asserts nothing that a source could settle' : CONCLUSIONS[verdict];
  lines.push(`${conclusion}: ${verdict}, confidence ${confidence.toFixed(2)}.`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
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
  given: Comparing,
): Promise<AnsweredPart[]> {
  const bySpan = new Map(spans.map((span) => [span.examined.hypothesis, span]));
  const answered: AnsweredPart[] = [];
  for (const part of parts) {
    const decided = bySpan.get(part);
    answered.push({ part, decided, evidence: decided === undefined ? [] : await decidedEvidence(decided, given) });
  }
  return answered;
}
