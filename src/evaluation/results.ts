import type { BootstrapOptions } from './bootstrap.ts';
import type { JudgedRow, RowOutcome } from './labelled-rows.ts';
import { type Half, sourceGroups } from './split.ts';
import { type Summary, summarise } from './summary.ts';

export interface ResultRow extends RowOutcome {
  readonly id: string;
}

export interface LeftOut {
  readonly set: string;
  readonly reason: string;
  readonly rows: number;
  /** Examples of the values found, such as `label "maybe"`; absent when the reason is enough. */
  readonly found?: readonly string[];
}

export interface PairCount {
  /** Such as "read by the verdict model, claim-nli 0.4.0". */
  readonly origin: string;
  readonly pairs: number;
}

export interface RunInfo {
  /** Settings that the verdicts depend on, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly half: Half | 'all';
  /** ISO 8601. */
  readonly startedAt: string;
  readonly rowsPerSecond: number;
  readonly pairs: readonly PairCount[];
  readonly leftOut: readonly LeftOut[];
}

/** The output of `--json`. NaN becomes null in the file. */
export interface Results extends RunInfo {
  readonly format: 1;
  readonly summary: Summary;
  readonly rows: readonly ResultRow[];
}

export function toResults(facts: RunInfo, judged: readonly JudgedRow[], options: BootstrapOptions): Results {
  const groups = sourceGroups(judged.map(({ row }) => row));
  const rows = judged.map((entry, index) => toResultRow(entry, groups[index]!));
  return { format: 1, ...facts, summary: summarise(rows, options), rows };
}

function toResultRow({ row, judgement }: JudgedRow, sourceGroup: number): ResultRow {
  return {
    set: row.set,
    id: row.id,
    category: row.category,
    pair: row.pair,
    sourceGroup,
    label: row.label,
    verdict: judgement.verdict,
    confidence: judgement.confidence,
    supported: judgement.supported,
  };
}

/** One line per reason why rows of a set were left out. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map((entry) => {
    const rows = entry.rows === 1 ? '1 row' : `${entry.rows} rows`;
    const found = entry.found === undefined ? '' : ` (${entry.found.join('; ')})`;
    return `left out of ${entry.set}: ${rows}, ${entry.reason}${found}`;
  });
}
