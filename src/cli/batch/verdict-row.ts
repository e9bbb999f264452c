import { reasonSentences } from '../../documents/check/sentence-text.ts';
import type { AnswerBody, AuditTrailEntry, Outcome, Verdict } from '../../index.ts';
import type { InputRow } from '../../rows/input-rows.ts';
import { findingOf, type ModelHashes } from '../review/decisions.ts';
import type { PlacedEntry } from '../review/page-parts.ts';
import type { ReviewedFinding } from '../review/review-parts.ts';

export interface VerdictRow {
  readonly row: number;
  readonly id: string | undefined;
  /** Number of a sentence in its answer, from 1; undefined for a claim. */
  readonly sentence?: number;
  readonly claim: string;
  readonly source: string;
  readonly verdict: Verdict;
  /** 0 to 1. */
  readonly confidence: number;
  readonly outcome: Outcome;
  readonly reasoning: string;
  readonly auditTrail: readonly AuditTrailEntry[];
  readonly sourceNames?: readonly string[];
  readonly sources: readonly unknown[];
}

/** The checked sentences of an answer, each with the words that decided it. */
export function sentenceRows({ row, columns }: InputRow, sentences: AnswerBody['sentences']): VerdictRow[] {
  const { id, sources } = columns;
  const known = Array.isArray(sources) ? sources : [];
  const sourceOf = new Map<string, unknown>(known.map((one) => [String((one as { id?: unknown }).id), one]));
  return sentences.flatMap((sentence, at) => {
    const { text: claim, verdict, confidence, outcome, evidence } = sentence;
    if (verdict === null || confidence === null || outcome === null) return [];
    const words = evidence.map(({ text }) => text);
    return {
      row,
      id: textOf(id),
      sentence: at + 1,
      claim,
      verdict,
      confidence,
      outcome,
      source: words.join('\n'),
      reasoning: reasonSentences(sentence, 'answer').join('\n'),
      auditTrail: evidence.map(({ text, match_type }) => ({ claim_span: claim, source_span: text, match_type })),
      sourceNames: evidence.map(({ source_id }) => source_id),
      sources: evidence.map(({ source_id }) => sourceOf.get(source_id) ?? null),
    };
  });
}

/** A value that may be missing, as the page shows it. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}

/** "row 7 · id a · sentence 2" */
export function rowPlace({ row, id, sentence }: Pick<VerdictRow, 'row' | 'id' | 'sentence'>): string {
  const parts = [
    `row ${row}`,
    id === undefined ? '' : `id ${id}`,
    sentence === undefined ? '' : `sentence ${sentence}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A row as a reviewer decides on it, bound to its sources and the models. */
export function findingOfRow(row: VerdictRow, models: ModelHashes): ReviewedFinding {
  const { claim, source, verdict, confidence, outcome, reasoning, auditTrail, sourceNames = [], sources } = row;
  const evidence = auditTrail.map(({ source_span }, at) => [sourceNames[at] ?? '', source_span] as const);
  const finding = findingOf({ claim, grounding_source: source, verdict, confidence, evidence, sources }, models);
  const shown = evidence
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `“${words}”${name && ` (${name})`}`);
  return { ...finding, place: rowPlace(row), outcome, reasons: reasoning, evidence: shown.join('\n') };
}

/** The spans of an audit trail by their places: those of the claim follow one another, those of the source are looked up. */
export function placed(claim: string, source: string, trail: readonly AuditTrailEntry[]): PlacedEntry[] {
  let from = 0;
  return trail.map(({ claim_span, source_span, match_type: matchType }) => {
    const start = Math.max(0, claim.indexOf(claim_span, from));
    from = start + claim_span.length;
    const at = source_span === '' ? -1 : source.indexOf(source_span);
    const sourceSpan = at < 0 ? undefined : { start: at, end: at + source_span.length };
    return { claimSpan: { start, end: from }, sourceSpan, matchType };
  });
}
