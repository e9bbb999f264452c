import { basename } from 'node:path';
import { type AuditTrailEntry, type Outcome, VERDICTS, type Verdict } from '../../index.ts';
import type { Columns, InputRow } from '../../rows/input-rows.ts';
import { WIDE_BOUNDS } from '../../rows/row-bounds.ts';
import { type Decision, decisionsSummary, modelHashes } from '../review/decisions.ts';
import { openRows } from './open-rows.ts';
import { errorMessage } from './output-file.ts';
import { count, noOutcomes } from './row-counts.ts';
import { type ErrorRow, renderVerdictPage } from './verdict-page.ts';
import { findingOfRow, sentenceRows, textOf, type VerdictRow } from './verdict-row.ts';
import { openInputRows, type VerifyFileOptions, type WrittenLines } from './verify-file.ts';

/** Rows that a page shows, and errors. */
const MAX_ROWS = 200;
const MAX_ERRORS = 50;

/**
 * The page about a finished run, and sentences about the decisions of earlier reviews. The input of the run has the sources,
 * the lines of its output the verdicts.
 */
export async function verdictReport(
  options: VerifyFileOptions & { readonly decisions: readonly Decision[] },
  { path, format, delimiter, info }: WrittenLines,
  signal: AbortSignal,
): Promise<{ readonly html: string; readonly summary: readonly string[] }> {
  const input = await openInputRows(options, signal);
  const written = (await openRows(path, { format, delimiter, required: [], bounds: WIDE_BOUNDS }, signal)).rows;
  const collector = new PageCollector();
  for await (const row of input.rows) {
    const { value: result, done } = await written.next();
    if (done === true) break;
    collector.add(row, result.columns);
  }
  const page = collector.page();
  const models = modelHashes(info);
  const findings = page.worst.map((row) => findingOfRow(row, models));
  const { decisions, kind } = options;
  const html = renderVerdictPage({ ...page, input: basename(options.input), of: kind.name, findings, decisions });
  return { html, summary: decisions.length === 0 ? [] : [decisionsSummary(decisions, findings)] };
}

class PageCollector {
  #worst: VerdictRow[] = [];
  readonly #outcomes = noOutcomes();
  #errorCount = 0;
  readonly #errors: ErrorRow[] = [];
  #rows = 0;

  add(row: InputRow, result: Columns): void {
    if (Array.isArray(result.sentences))
      for (const sentence of sentenceRows(row, result.sentences)) this.#add(sentence);
    else if (VERDICTS.some((one) => one === result.verdict)) this.#add(claimRow(row, result));
    else this.#addError(row, result);
  }

  #add(row: VerdictRow): void {
    this.#rows += 1;
    count(this.#outcomes, row.outcome);
    this.#worst.push(row);
    if (this.#worst.length >= 2 * MAX_ROWS) this.#cut();
  }

  page() {
    this.#cut();
    return {
      rows: this.#rows,
      outcomes: this.#outcomes,
      worst: this.#worst,
      errors: this.#errors,
      errorCount: this.#errorCount,
    };
  }

  #cut(): void {
    this.#worst = this.#worst.sort((left, right) => rank(left) - rank(right)).slice(0, MAX_ROWS);
  }

  #addError({ row, columns: { id, claim, answer } }: InputRow, columns: Columns): void {
    this.#errorCount += 1;
    if (this.#errors.length >= MAX_ERRORS) return;
    this.#errors.push({ row, id: textOf(id), claim: textOf(claim ?? answer), message: errorMessage({ columns }) });
  }
}

/** Lower is worse. */
function rank({ verdict, confidence }: VerdictRow): number {
  if (verdict === 'UNSUPPORTED') return -confidence;
  return verdict === 'UNCERTAIN' ? 1 - confidence : 1 + confidence;
}

function claimRow({ row, columns }: InputRow, result: Columns): VerdictRow {
  const { id, claim, grounding_source: source } = columns;
  const { audit_trail: trail } = result;
  return {
    row,
    id: textOf(id),
    claim: String(claim),
    source: String(source),
    verdict: result.verdict as Verdict,
    confidence: Number(result.confidence),
    outcome: result.outcome as Outcome,
    reasoning: String(result.reasoning),
    auditTrail: (typeof trail === 'string' ? JSON.parse(trail) : trail) as readonly AuditTrailEntry[],
    sources: [source],
  };
}
