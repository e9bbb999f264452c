import { writeFile } from 'node:fs/promises';
import { loadConfig, verifierSettings } from '../../config.ts';
import { InputError } from '../../contract/input-error.ts';
import { DEFAULT_BOOTSTRAP } from '../../evaluation/bootstrap.ts';
import type { JudgedRow, LabelledRow } from '../../evaluation/labelled-rows.ts';
import { renderReport } from '../../evaluation/report/report.ts';
import { leftOutLines, type PairCount, type Results, toResults } from '../../evaluation/results.ts';
import { type Half, halvesOf } from '../../evaluation/split.ts';
import { summaryTable } from '../../evaluation/table.ts';
import type { VerifierOptions } from '../../index.ts';
import { printableJson } from '../../printable.ts';
import { columnNames, type FileFlags } from '../batch/file-options.ts';
import { showProgress } from '../batch/progress.ts';
import { counted, keptPairs, printLines, stopSignal } from '../command-line.ts';
import { type BaselineName, judgeRows } from './judge-rows.ts';
import { BASELINES, openProduct } from './judges.ts';
import { type LoadedRows, loadRows } from './load-rows.ts';
import { openScoreFile, type ScoreFile } from './score-file.ts';

/** Options of `claim-verifier evaluate`. */
export interface EvaluationFlags extends FileFlags {
  readonly input: readonly string[];
  readonly contrast?: true;
  readonly report?: string;
  readonly json?: string | true;
  readonly half: Half | 'all';
  readonly baseline?: BaselineName;
  readonly without: string[];
  readonly scores?: string;
  readonly limit: number;
  readonly resamples: number;
  readonly concurrency: number;
}

interface Work {
  readonly flags: EvaluationFlags;
  readonly rows: readonly LabelledRow[];
  readonly leftOut: LoadedRows['leftOut'];
  readonly verifier: VerifierOptions;
  readonly scores: ScoreFile | undefined;
  readonly signal: AbortSignal;
}

/** Measures the verdicts on labeled claims and writes what was asked for. */
export async function runEvaluation(flags: EvaluationFlags): Promise<void> {
  const signal = stopSignal(keptPairs(flags.scores));
  const { input: inputs, limit, delimiter, encoding } = flags;
  const { rows: all, leftOut } = await loadRows({
    inputs,
    limit,
    delimiter,
    encoding,
    columns: columnNames(flags),
    signal,
  });
  const rows = rowsOfHalf(all, flags.half);
  if (rows.length === 0) throw new InputError(nothingToMeasure(all.length, flags.half, leftOut));
  const scores = flags.scores === undefined ? undefined : openScoreFile(flags.scores, signal);
  try {
    const work = { flags, rows, leftOut, verifier: verifierOptions(flags, scores), scores, signal };
    await measureVerdicts(work);
  } finally {
    scores?.close();
  }
}

function nothingToMeasure(rows: number, half: Half | 'all', leftOut: LoadedRows['leftOut']): string {
  const other = `The ${half} half has no labeled rows; the other half has ${counted(rows, 'row')}. Use --half all, or more rows.`;
  const none =
    'There are no labeled rows to measure. src/evaluation/README.md lists formats and labels; --claim-column, --source-column and --label-column name columns.';
  return [rows > 0 ? other : none, ...leftOutLines(leftOut)].join('\n');
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

async function measureVerdicts(work: Work): Promise<void> {
  const { flags, leftOut } = work;
  const { judged, ...info } = await judgeAll(work);
  const bootstrap = { ...DEFAULT_BOOTSTRAP, resamples: flags.resamples };
  const results = toResults({ ...info, half: flags.half, leftOut }, judged, bootstrap);
  await write(flags, { results, judged });
}

async function judgeAll({ flags, rows, verifier, scores, signal }: Work) {
  const name = flags.baseline ?? 'product';
  const { judge, settings, pairs, close } = await (name === 'product' ? openProduct : BASELINES[name])({
    rows,
    verifier,
    signal,
  });
  const display = progressOf(rows.length);
  const startedAt = new Date();
  try {
    const judged = await judgeRows(rows, { judge, concurrency: flags.concurrency, display, signal });
    const rowsPerSecond = (1000 * rows.length) / (Date.now() - startedAt.getTime());
    const counts = [...pairs(), ...pairsOfFile(scores)];
    return { judged, judge: name, settings, startedAt: startedAt.toISOString(), rowsPerSecond, pairs: counts };
  } finally {
    display.stop();
    await close();
  }
}

function pairsOfFile(scores: ScoreFile | undefined): PairCount[] {
  return scores === undefined ? [] : [{ origin: `from the score file ${scores.path}`, pairs: scores.answered }];
}

function progressOf(rows: number) {
  return showProgress({ stream: process.stderr, end: rows, now: () => performance.now() });
}

interface Outcome {
  readonly results: Results;
  readonly judged: readonly JudgedRow[];
}

async function write(flags: EvaluationFlags, { results, judged }: Outcome): Promise<void> {
  const json = `${JSON.stringify(results)}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  if (flags.report !== undefined) await writeFile(flags.report, renderReport({ results, judged }));
  if (flags.json === true) process.stdout.write(printableJson(json));
  else printLines(process.stdout, [summaryTable(results)]);
}
