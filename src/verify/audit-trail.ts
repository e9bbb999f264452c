import type { Span } from '../text/index.ts';
import type { Calibration } from './calibration.ts';
import type { ExaminedSpan } from './examine.ts';
import type { SpanJudgement } from './policy.ts';
import type { Hypothesis } from './read-texts.ts';
import type { AuditEntry } from './types.ts';

export interface JudgedSpan {
  readonly hypothesis: Hypothesis;
  /** Undefined for a span that asserts nothing. */
  readonly examined: ExaminedSpan | undefined;
  readonly judgement: SpanJudgement;
}

/** One entry per claim span, in claim order, each with the source span that decided it. */
export function auditTrail(judged: readonly JudgedSpan[], calibration: Calibration): AuditEntry[] {
  return judged.map((span) => ({
    claimSpan: span.hypothesis.span,
    sourceSpan: decidingSpan(span, calibration),
    matchType: span.judgement.matchType,
  }));
}

/** Where insufficient evidence was looked for is shown only when it is about the same matter. */
export function decidingSpan({ examined, judgement }: JudgedSpan, { thresholds }: Calibration): Span | undefined {
  if (examined === undefined) return undefined;
  if (judgement.matchType === 'exact_match') return examined.surface!.span;
  if (judgement.matchType === 'paraphrase_match') return examined.support.span;
  if (judgement.matchType === 'contradiction') return examined.opposition.span;
  return examined.support.coverage >= thresholds.relevance ? examined.support.span : undefined;
}
