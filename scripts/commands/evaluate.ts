import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { loadConfig, verifierSettings } from '../../src/config.ts';
import { DEFAULT_BOOTSTRAP } from '../../src/evaluation/bootstrap.ts';
import { candidatesTable } from '../../src/evaluation/candidates.ts';
import { type Comparison, compareRuns } from '../../src/evaluation/compare.ts';
import type { JudgedRow, LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import { leftOutLines } from '../../src/evaluation/left-out.ts';
import { renderReport } from '../../src/evaluation/report/report.ts';
import { type PairCount, type Results, toResults } from '../../src/evaluation/results.ts';
import { HALVES, type Half, halvesOf } from '../../src/evaluation/split.ts';
import { comparisonTable, summaryTable } from '../../src/evaluation/table.ts';
import { createVerifier, type VerifierOptions } from '../../src/index.ts';
import { InputError } from '../../src/rows/input-rows.ts';
import { assertNewFile } from '../batch/assert-writable.ts';
import { columnNames, type FileFlags, fileOptions, forceOption, labelOption } from '../batch/file-options.ts';
import { showProgress } from '../batch/progress.ts';
import { counted, keptPairs, listOfWholeNumbers, stopSignal, wholeNumber, withExamples } from '../command-line.ts';
import { judgeRows } from '../evaluation/judge-rows.ts';
import { BASELINES, openProduct } from '../evaluation/judges.ts';
import { type LoadedRows, loadRows } from '../evaluation/load-rows.ts';
import { measureCandidates } from '../evaluation/measure-candidates.ts';
import { readResults } from '../evaluation/read-results.ts';
import { openScoreFile, type ScoreFile } from '../evaluation/score-file.ts';

/** `claim-verifier evaluate --input labelled.jsonl --report report.html`: measures the verdicts on labelled claims. */
interface Flags extends FileFlags {
  readonly input: readonly string[];
  readonly contrast?: true;
  readonly corpus?: string;
  readonly report?: string;
  readonly json?: string | true;
  readonly compare?: string;
  readonly half: Half | 'all';
  readonly baseline?: string;
  readonly without: string[];
  readonly scores?: string;
  readonly candidates?: readonly number[];
  readonly time: number;
  readonly limit: number;
  readonly resamples: number;
  readonly concurrency: number;
}

/** Beside the sources, and copied beside the compiled files by the build. */
const CONTRAST_SET = fileURLToPath(new URL('../contrast/contrast.jsonl', import.meta.url));

export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description(
      'Verifies labelled claims and measures the quality of the verdicts. src/evaluation/README.md lists the input formats.',
    )
    .addOption(
      new Option(
        '--input <files...>',
        'files with labelled claims: JSONL, JSON, CSV, TSV or Parquet, gzip or not',
      ).default([], 'none'),
    )
    .option('--contrast', 'measure the contrast set of this package too: claims and their altered versions, by attack')
    .option('--corpus <file>', 'documents that SciFact or FEVER rows refer to')
    .option('--report <file>', 'write a self-contained HTML report')
    .option('--json [file]', 'write all metrics and verdicts as JSON; to standard output when no file is given')
    .option('--compare <file>', 'show changes since the run that --json wrote to this file')
    .action(run);
  for (const option of [...fileOptions(), labelOption(), forceOption(), ...settingOptions()]) command.addOption(option);
  return withExamples(
    command,
    'evaluate --input labelled.jsonl --report report.html',
    'evaluate --input labelled.jsonl --json now.json --compare before.json --scores all.scores',
    'evaluate --input labelled.parquet --claim-column answer --source-column passage --label-column gold',
    'evaluate --contrast --report report.html',
    'evaluate --input labelled.jsonl --half tuning --candidates 2,4,8,0 --time 50',
  );
}

/** Options of the measurement. */
function settingOptions(): Option[] {
  return [
    new Option('--half <half>', 'rows to measure').choices([...HALVES, 'all']).default('all'),
    new Option('--baseline <name>', 'measure a baseline instead of the product').choices(Object.keys(BASELINES)),
    new Option('--without <name>', 'ablation: leave a feature or rule out of the decision; may be repeated')
      .argParser((name: string, names: readonly string[]) => [...names, name])
      .default([], 'none')
      .conflicts('baseline'),
    new Option('--scores <file>', 'cache the scores of all pairs in this file'),
    new Option(
      '--candidates <numbers>',
      'print a table of results by candidates per claim span instead, such as 2,4,8,0',
    )
      .argParser(listOfWholeNumbers(0, 1000))
      .conflicts(['baseline', 'compare', 'report']),
    new Option('--time <rows>', 'with --candidates: number of rows to time one at a time, without cached scores')
      .argParser(wholeNumber(1, 1e6))
      .default(0, 'none'),
    new Option('--limit <rows>', 'use only the first lines of each file')
      .argParser(wholeNumber(1, 999_999_999))
      .default(Number.POSITIVE_INFINITY, 'all rows'),
    new Option('--resamples <count>', 'bootstrap resamples')
      .argParser(wholeNumber(10, 100_000))
      .default(DEFAULT_BOOTSTRAP.resamples),
    new Option('--concurrency <rows>', 'rows verified at the same time').argParser(wholeNumber(1, 10_000)).default(32),
  ];
}

/** Inputs of a run. */
interface Work {
  readonly flags: Flags;
  readonly rows: readonly LabelledRow[];
  readonly leftOut: LoadedRows['leftOut'];
  readonly verifier: VerifierOptions;
  readonly scores: ScoreFile | undefined;
  readonly signal: AbortSignal;
}

async function run(flags: Flags): Promise<void> {
  if (flags.time > 0 && flags.candidates === undefined) {
    throw new InputError('Expected --candidates with --time, which times each number of candidates.');
  }
  const inputs = flags.contrast ? [...flags.input, CONTRAST_SET] : flags.input;
  if (inputs.length === 0) throw new InputError('Expected --input with labelled files or --contrast, got neither.');
  const outputs = [flags.report, flags.json].filter((path) => typeof path === 'string');
  await Promise.all(outputs.map((path) => assertNewFile(path, flags.force ?? false)));
  const signal = stopSignal(keptPairs(flags.scores));
  const before = flags.compare === undefined ? undefined : await readResults(flags.compare);
  const { corpus, limit, delimiter } = flags;
  const { rows: all, leftOut } = await loadRows({
    inputs,
    corpus,
    limit,
    delimiter,
    columns: columnNames(flags),
    signal,
  });
  const rows = rowsOfHalf(all, flags.half);
  if (rows.length === 0) throw new InputError(nothingToMeasure(all.length, flags.half, leftOut));
  const scores = flags.scores === undefined ? undefined : openScoreFile(flags.scores, signal);
  try {
    const work = { flags, rows, leftOut, verifier: verifierOptions(flags, scores), scores, signal };
    await (flags.candidates === undefined ? measureVerdicts(work, before) : tabulateCandidates(work, flags.candidates));
  } finally {
    scores?.close();
  }
}

function nothingToMeasure(rows: number, half: Half | 'all', leftOut: LoadedRows['leftOut']): string {
  const other = `Expected labelled rows in the ${half} half, got ${counted(rows, 'row')} in the other half only.`;
  const none =
    'Expected labelled rows to measure, got none. src/evaluation/README.md lists formats and labels; --claim-column, --source-column and --label-column name columns.';
  return [rows > 0 ? other : none, ...leftOutLines(leftOut)].join('\n');
}

function rowsOfHalf(rows: readonly LabelledRow[], half: Half | 'all'): readonly LabelledRow[] {
  if (half === 'all') return rows;
  const halves = halvesOf(rows);
  return rows.filter((_, index) => halves[index] === half);
}

function verifierOptions(flags: Flags, scoreStore: ScoreFile | undefined): VerifierOptions {
  return {
    ...verifierSettings(loadConfig()),
    // The concurrency option limits the rows in flight, so the verifier's queue must not refuse any.
    maxQueueMs: Number.MAX_SAFE_INTEGER,
    // The verifier refuses unknown names and lists the known ones.
    without: flags.without as VerifierOptions['without'],
    scoreStore,
  };
}

async function measureVerdicts(work: Work, before: Results | undefined): Promise<void> {
  const { flags, leftOut } = work;
  const { judged, ...info } = await judgeAll(work);
  const bootstrap = { ...DEFAULT_BOOTSTRAP, resamples: flags.resamples };
  const results = toResults({ ...info, half: flags.half, leftOut }, judged, bootstrap);
  const comparison = before === undefined ? undefined : compareRuns(before.rows, results.rows, bootstrap);
  await write(flags, { results, judged, comparison });
}

async function judgeAll({ flags, rows, verifier, scores, signal }: Work) {
  const name = flags.baseline ?? 'product';
  const { judge, settings, pairs, close } = await (BASELINES[name] ?? openProduct)({ rows, verifier, signal });
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

async function tabulateCandidates(work: Work, numbers: readonly number[]): Promise<void> {
  const { flags, rows, verifier, signal } = work;
  const table = await measureCandidates({
    rows,
    numbers,
    timedRows: flags.time,
    verifier,
    open: createVerifier,
    concurrency: flags.concurrency,
    showProgress: progressOf,
    signal,
  });
  const json = `${JSON.stringify({ half: flags.half, rows: rows.length, without: flags.without, candidates: table })}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  process.stdout.write(flags.json === true ? json : `${candidatesTable(table)}\n`);
}

function progressOf(rows: number) {
  return showProgress({ stream: process.stderr, end: rows, now: () => performance.now() });
}

interface Outcome {
  readonly results: Results;
  readonly judged: readonly JudgedRow[];
  readonly comparison: Comparison | undefined;
}

async function write(flags: Flags, { results, judged, comparison }: Outcome): Promise<void> {
  const json = `${JSON.stringify({ ...results, comparison })}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  if (flags.report !== undefined) await writeFile(flags.report, renderReport({ results, judged, comparison }));
  const tables = comparison === undefined ? [] : ['', comparisonTable(comparison)];
  process.stdout.write(flags.json === true ? json : `${[summaryTable(results), ...tables].join('\n')}\n`);
}
