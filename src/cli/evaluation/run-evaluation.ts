import { writeFile } from 'node:fs/promises';
import { loadConfig, verifierSettings } from '../../config.ts';
import { InputError } from '../../contract/input-error.ts';
import { DEFAULT_BOOTSTRAP } from '../../evaluation/bootstrap.ts';
import type { LabelledRow } from '../../evaluation/labelled-rows.ts';
import { leftOutLines, type Results, toResults } from '../../evaluation/results.ts';
import { type Half, halvesOf } from '../../evaluation/split.ts';
import { summaryTable } from '../../evaluation/table.ts';
import { createVerifier, type VerifierOptions } from '../../index.ts';
import { printableJson } from '../../printable.ts';
import { columnNames, type FileFlags } from '../batch/file-options.ts';
import { counted, keptPairs, printLines, stopSignal } from '../command-line.ts';
import { judgeRow, pairCounter, productSettings } from './judge-rows.ts';
import { type LoadedRows, loadRows } from './load-rows.ts';
import { mapRows } from './map-rows.ts';
import { openScoreFile, type ScoreFile } from './score-file.ts';

export interface EvaluationFlags extends FileFlags {
  readonly input: readonly string[];
  readonly contrast?: true;
  readonly json?: string | true;
  readonly half: Half | 'all';
  readonly without: string[];
  readonly scores?: string;
  readonly limit: number;
  readonly resamples: number;
  readonly concurrency: number;
}

export async function runEvaluation(flags: EvaluationFlags): Promise<void> {
  const signal = stopSignal(keptPairs(flags.scores));
  const { input: inputs, limit, delimiter, encoding } = flags;
  const columns = columnNames(flags);
  const { rows: all, leftOut } = await loadRows({ inputs, limit, delimiter, encoding, columns, signal });
  const rows = rowsOfHalf(all, flags.half);
  if (rows.length === 0) {
    printLines(process.stderr, leftOutLines(leftOut));
    throw new InputError(nothingToMeasure(all.length, flags.half));
  }
  const scores = flags.scores === undefined ? undefined : openScoreFile(flags.scores, signal);
  try {
    await measureVerdicts(flags, { rows, leftOut }, scores, signal);
  } finally {
    scores?.close();
  }
}

function nothingToMeasure(rows: number, half: Half | 'all'): string {
  const other = `The ${half} half has no labeled rows; the other half has ${counted(rows, 'row')}. Use --half all, or more rows.`;
  const none =
    'There are no labeled rows to measure. src/evaluation/README.md lists formats and labels; --claim-column, --source-column and --label-column name columns.';
  return rows > 0 ? other : none;
}

function rowsOfHalf(rows: readonly LabelledRow[], half: Half | 'all'): readonly LabelledRow[] {
  if (half === 'all') return rows;
  const halves = halvesOf(rows);
  return rows.filter((_, index) => halves[index] === half);
}

function verifierOptions(flags: EvaluationFlags, scoreStore: ScoreFile | undefined): VerifierOptions {
  return {
    ...verifierSettings(loadConfig()),
    // The concurrency option limits the rows in flight, so the verifier's queue must not refuse any.
    maxQueueMs: Number.MAX_SAFE_INTEGER,
    // The verifier refuses unknown names and lists the known ones.
    without: flags.without as VerifierOptions['without'],
    scoreStore,
  };
}

async function measureVerdicts(
  flags: EvaluationFlags,
  { rows, leftOut }: LoadedRows,
  scores: ScoreFile | undefined,
  signal: AbortSignal,
): Promise<void> {
  const verifier = await createVerifier(verifierOptions(flags, scores));
  try {
    const pairs = pairCounter(verifier);
    const startedAt = new Date();
    const judge = async (row: LabelledRow) => ({ row, judgement: await judgeRow(verifier, row, signal) });
    const judged = await mapRows(rows, judge, { concurrency: flags.concurrency, signal });
    const ofFile = scores ? [{ origin: `from the score file ${scores.path}`, pairs: scores.answered }] : [];
    const info = {
      settings: productSettings(verifier.info, flags.without),
      half: flags.half,
      startedAt: startedAt.toISOString(),
      rowsPerSecond: (1000 * rows.length) / (Date.now() - startedAt.getTime()),
      pairs: [...pairs(), ...ofFile],
      leftOut,
    };
    await write(flags, toResults(info, judged, { ...DEFAULT_BOOTSTRAP, resamples: flags.resamples }));
  } finally {
    await verifier.close();
  }
}

async function write({ json }: EvaluationFlags, results: Results): Promise<void> {
  const text = `${JSON.stringify(results)}\n`;
  if (typeof json === 'string') await writeFile(json, text);
  if (json === true) process.stdout.write(printableJson(text));
  else printLines(process.stdout, [summaryTable(results)]);
}
