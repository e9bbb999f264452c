import type { SourceFormat } from '../../src/contract/answer-request.ts';
import { groupBy, type Label } from '../../src/evaluation/labelled-rows.ts';
import { type Half, halvesOf } from '../../src/evaluation/split.ts';
import type { Verdict } from '../../src/index.ts';

/** A line of test/regression/records.jsonl or missing-reasons.jsonl. */
export type RowInFile = {
  readonly id: string;
  readonly set: string;
  readonly category?: string;
  readonly label: Label;
  readonly claim: string;
  readonly reason?: string;
  readonly must?: 'appear' | 'not appear';
} & (
  | { readonly grounding_source: string; readonly format?: SourceFormat }
  | { readonly sources: readonly AnswerSource[] }
);

interface AnswerSource {
  readonly id: string;
  readonly text: string;
  readonly format?: SourceFormat;
}

export interface AnswerRow {
  readonly row: RowInFile;
  readonly half: Half;
  readonly sources: readonly AnswerSource[];
}

export interface JudgedRow extends AnswerRow {
  readonly verdict: Verdict;
  readonly codes: readonly string[];
}

/** The sources of each row as those of an answer, and its half by the split of src/evaluation. */
export function answerRows(rows: readonly RowInFile[]): AnswerRow[] {
  const withSources = rows.map((row) => ({ row, sources: sourcesOf(row) }));
  const halves = halvesOf(
    withSources.map(({ row: { set }, sources }) => ({ set, source: sources.map(({ text }) => text).join('\n\n') })),
  );
  return withSources.map((row, index) => ({ ...row, half: halves[index]! }));
}

function sourcesOf(row: RowInFile): readonly AnswerSource[] {
  if ('sources' in row) return row.sources;
  return [{ id: '1', text: row.grounding_source, ...(row.format && { format: row.format }) }];
}

/** Right verdicts by set, half and category, and rows whose reason is there or absent as it must be. */
export function answerRowsReport(judged: readonly JudgedRow[]): string {
  const lines: string[] = [];
  for (const [name, rows] of groupBy(judged, ({ row, half }) => `${row.set}\t${half}`)) {
    lines.push(`${name}\tright\t${countRight(rows)}`);
    for (const [category, some] of groupBy(rows, ({ row }) => row.category ?? '')) {
      if (category !== '') lines.push(`${name}\t${category}\t${countRight(some)}`);
    }
    const withReason = rows.filter(({ row }) => row.reason !== undefined);
    for (const [reason, some] of groupBy(withReason, ({ row }) => `${row.reason} must ${row.must}`)) {
      lines.push(`${name}\t${reason}\t${count(some, givesReasonAsItMust)}`);
    }
  }
  return lines.join('\n');
}

/** A verdict that is right and settles the claim needs no reason. */
function givesReasonAsItMust({ row: { reason, must, label }, verdict, codes }: JudgedRow): boolean {
  if (must === 'not appear') return !codes.includes(reason!);
  return codes.includes(reason!) || (verdict === label && verdict !== 'UNCERTAIN');
}

function countRight(rows: readonly JudgedRow[]): string {
  return count(rows, ({ row, verdict }) => verdict === row.label);
}

function count(rows: readonly JudgedRow[], holds: (row: JudgedRow) => boolean): string {
  const held = rows.filter(holds).length;
  return `${held} of ${rows.length} (${(held / rows.length).toFixed(3)})`;
}
