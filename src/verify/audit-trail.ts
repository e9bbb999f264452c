import type { Span } from '../text/index.ts';
import type { Deciding } from './deciding.ts';
import type { ExaminedSpan } from './examine.ts';
import { OBJECTION_ROWS } from './objections.ts';
import type { SpanJudgement } from './policy.ts';
import type { ScoredPremise } from './premises.ts';
import type { Hypothesis, ReadTexts } from './read-texts.ts';
import type { AuditEntry } from './types.ts';

export interface JudgedSpan {
  readonly hypothesis: Hypothesis;
  /** Undefined for a span that asserts nothing. */
  readonly examined: ExaminedSpan | undefined;
  readonly judgement: SpanJudgement;
}

/** Where insufficient evidence was looked for is shown only when it holds this share of the span's words. */
const SAME_MATTER = 0.3;

/** The premises that decided a span: one, two where the source disagrees with itself, none where nothing matches. */
export function decidingPremises({ examined, judgement }: JudgedSpan): readonly Deciding[] {
  if (examined === undefined) return [];
  const { support, opposition, surface } = examined;
  const { matchType } = judgement;
  if (matchType === 'exact_match') return [{ premise: surface!.premise, matchType, basis: 'surface' }];
  if (matchType === 'paraphrase_match') return [{ premise: support, matchType, basis: 'support' }];
  if (matchType === 'contradiction') return [{ premise: opposition, matchType, basis: 'opposition' }];
  return unsettledBy(examined, judgement);
}

/** The premises that the first objection speaks of, in the order of how much it says; without one, the closest. */
function unsettledBy(examined: ExaminedSpan, { matchType, objections }: SpanJudgement): readonly Deciding[] {
  for (const { name, shows } of OBJECTION_ROWS) {
    const shown = objections.includes(name) ? (shows?.(examined) ?? []) : [];
    if (shown.length > 0) return shown;
  }
  const { closest } = examined;
  return closest.coverage >= SAME_MATTER ? [{ premise: closest, matchType, basis: 'closest' }] : [];
}

/** Entries in claim order, one for each run of source text that decided a span; one without a source span if none did. */
export function auditTrail(judged: readonly JudgedSpan[], texts: ReadTexts): AuditEntry[] {
  return judged.flatMap((span): AuditEntry[] => {
    const claimSpan = span.hypothesis.span;
    const entries = decidingPremises(span).flatMap(({ premise, matchType }) =>
      quotedSpans(span, premise, texts).map((sourceSpan) => ({ claimSpan, sourceSpan, matchType })),
    );
    return entries.length > 0 ? entries : [{ claimSpan, sourceSpan: undefined, matchType: span.judgement.matchType }];
  });
}

/** What to quote of a deciding premise: the very words of an exact match, else each of its runs of neighbouring sentences. */
export function quotedSpans({ examined, judgement }: JudgedSpan, premise: ScoredPremise, texts: ReadTexts): Span[] {
  if (judgement.matchType === 'exact_match') return [examined!.surface!.span];
  const runs: Span[] = [];
  for (const [i, sentence] of premise.sentences.entries()) {
    const { start, end } = texts.sentences[sentence]!.span;
    const before = runs.at(-1);
    if (before !== undefined && premise.sentences[i - 1] === sentence - 1)
      runs[runs.length - 1] = { start: before.start, end };
    else runs.push({ start, end });
  }
  return runs;
}
