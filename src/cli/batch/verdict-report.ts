import { basename } from 'node:path';
import { type AuditTrailEntry, type Outcome, VERDICTS, type Verdict } from '../../index.ts';
import type { Columns, InputRow } from '../../rows/input-rows.ts';
import { WIDE_BOUNDS } from '../../rows/row-bounds.ts';
import { openRows } from './open-rows.ts';
import { errorMessage } from './output-file.ts';
import { rowsOfShard } from './shard.ts';
import { type ErrorRow, renderVerdictPage, type VerdictTally } from './verdict-page.ts';
import { TENTHS, TenthsSample, tenthOf, type VerdictRow } from './verdict-row.ts';
import { openInputRows, type VerifyFileOptions, type WrittenLines } from './verify-file.ts';

/** Rows that a page shows, and errors. */
const MAX_ROWS = 200;
const MAX_ERRORS = 50;
/** Rows of each tenth of the confidence that may be labelled. */
const SAMPLED_PER_TENTH = 25;

/**
 * The page about a finished run, from its input and the lines of its output: the sources stand in the one and the verdicts in
 * the other, those of an earlier run that was resumed included.
 */
export async function verdictReport(
  options: VerifyFileOptions,
  { path, format, delimiter }: WrittenLines,
  signal: AbortSignal,
): Promise<string> {
  const input = await openInputRows(options, signal);
  const written = (await openRows(path, { format, delimiter, required: [], bounds: WIDE_BOUNDS }, signal)).rows;
  const collector = new PageCollector();
  for await (const row of rowsOfShard(input.rows, options.shard)) {
    const { value: result, done } = await written.next();
    if (done === true) break;
    collector.add(row, result.columns);
  }
  return renderVerdictPage({ input: basename(options.input), ...collector.page() });
}

class PageCollector {
  #worst: VerdictRow[] = [];
  readonly #sample = new TenthsSample<VerdictRow>(SAMPLED_PER_TENTH);
  #toReview = 0;
  #errorCount = 0;
  readonly #errors: ErrorRow[] = [];
  readonly #tallies = Object.fromEntries(VERDICTS.map((verdict) => [verdict, emptyTally()])) as Record<Verdict, Tally>;

  add(row: InputRow, result: Columns): void {
    const verdict = VERDICTS.find((one) => one === result.verdict);
    if (verdict === undefined) {
      this.#addError(row, result);
      return;
    }
    const confidence = Number(result.confidence);
    const tally = this.#tallies[verdict];
    tally.rows += 1;
    tally.tenths[tenthOf(confidence)]! += 1;
    const outcome = result.outcome as Outcome;
    if (verdict === 'SUPPORTED' && outcome === 'review') this.#toReview += 1;
    const judged = verdictRow(row, result, { verdict, confidence, outcome });
    this.#sample.add(confidence, judged);
    this.#worst.push(judged);
    if (this.#worst.length >= 2 * MAX_ROWS) this.#cut();
  }

  page() {
    this.#cut();
    return {
      ...{ tallies: this.#tallies, toReview: this.#toReview, worst: this.#worst },
      ...{ errors: this.#errors, errorCount: this.#errorCount },
      sample: { counts: this.#sample.counts, rows: this.#sample.rows() },
    };
  }

  #cut(): void {
    this.#worst = this.#worst.sort((left, right) => rank(left) - rank(right)).slice(0, MAX_ROWS);
  }

  #addError({ row, columns: { id, claim } }: InputRow, columns: Columns): void {
    this.#errorCount += 1;
    if (this.#errors.length >= MAX_ERRORS) return;
    this.#errors.push({ row, id: text(id), claim: text(claim), message: errorMessage({ columns }) });
  }
}

interface Tally extends VerdictTally {
  rows: number;
  readonly tenths: number[];
}

function emptyTally(): Tally {
  return { rows: 0, tenths: Array(TENTHS).fill(0) };
}

/** Lower is worse. */
function rank({ verdict, confidence }: VerdictRow): number {
  if (verdict === 'UNSUPPORTED') return -confidence;
  return verdict === 'UNCERTAIN' ? 1 - confidence : 1 + confidence;
}

/** A value that may be missing, as the page shows it. */
function text(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}

function verdictRow(
  { row, columns }: InputRow,
  { reasoning, audit_trail: trail }: Columns,
  judged: Pick<VerdictRow, 'verdict' | 'confidence' | 'outcome'>,
): VerdictRow {
  const { id, claim, grounding_source } = columns;
  return {
    ...judged,
    row,
    id: text(id),
    claim: String(claim),
    source: String(grounding_source),
    reasoning: String(reasoning),
    auditTrail: (typeof trail === 'string' ? JSON.parse(trail) : trail) as readonly AuditTrailEntry[],
  };
}
