import { readFile, writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { loadConfig, verifierSettings } from '../src/config.ts';
import { DEFAULT_BOOTSTRAP } from '../src/evaluation/bootstrap.ts';
import { type Comparison, compareRuns } from '../src/evaluation/compare.ts';
import { renderReport } from '../src/evaluation/report/report.ts';
import { RESULTS_FORMAT, type Results, toResults } from '../src/evaluation/results.ts';
import { HALVES, type Half, halvesOf } from '../src/evaluation/split.ts';
import { comparisonTable, summaryTable } from '../src/evaluation/table.ts';
import type { JudgedRow, LabelledRow } from '../src/evaluation/types.ts';
import { InputError } from './batch/input-rows.ts';
import { showProgress } from './batch/progress.ts';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';
import { judgeRows } from './evaluation/judge-rows.ts';
import { BASELINES, openProduct } from './evaluation/judges.ts';
import { loadRows } from './evaluation/load-rows.ts';

/** `npm run evaluate -- --input labelled.jsonl --report report.html`: how good the verdicts are on labelled claims. */
interface Flags {
  readonly input: readonly string[];
  readonly corpus?: string;
  readonly report?: string;
  readonly json?: string | true;
  readonly compare?: string;
  readonly half: Half | 'all';
  readonly baseline?: string;
  readonly limit: number;
  readonly resamples: number;
  readonly concurrency: number;
}

const program = new Command('evaluate')
  .description('Judges labelled claims and measures the verdicts. src/evaluation/README.md shows the formats it reads.')
  .requiredOption('--input <files...>', 'JSONL or CSV files with labelled claims')
  .option('--corpus <file>', 'documents that SciFact or FEVER rows point into')
  .option('--report <file>', 'write a self-contained HTML report')
  .option('--json [file]', 'write all numbers and verdicts as JSON; without a file to standard output')
  .option('--compare <file>', 'show what changed since the run that --json wrote there')
  .addOption(new Option('--half <half>', 'rows to measure').choices([...HALVES, 'all']).default('all'))
  .addOption(new Option('--baseline <name>', 'measure this instead of the product').choices(Object.keys(BASELINES)))
  .option('--limit <rows>', 'take only the first rows of each file', wholeNumber(1, 999_999_999), 999_999_999)
  .option('--resamples <count>', 'bootstrap resamples', wholeNumber(10, 100_000), DEFAULT_BOOTSTRAP.resamples)
  .option('--concurrency <rows>', 'rows verified at the same time', wholeNumber(1, 10_000), 32)
  .showHelpAfterError('(--help lists the options)')
  .action(run);

async function run(flags: Flags): Promise<void> {
  const signal = stopSignal();
  const before = flags.compare === undefined ? undefined : await readResults(flags.compare);
  const loaded = await loadRows({ inputs: flags.input, corpus: flags.corpus, limit: flags.limit, signal });
  const rows = rowsOfHalf(loaded.rows, flags.half);
  if (rows.length === 0) throw new InputError('Expected labelled rows to measure, got none.');
  const { judged, ...facts } = await judgeAll(rows, flags, signal);
  const bootstrap = { ...DEFAULT_BOOTSTRAP, resamples: flags.resamples };
  const results = toResults({ ...facts, half: flags.half, leftOut: loaded.leftOut }, judged, bootstrap);
  const comparison = before === undefined ? undefined : compareRuns(before.rows, results.rows, bootstrap);
  await write(flags, { results, judged, comparison });
}

function rowsOfHalf(rows: readonly LabelledRow[], half: Half | 'all'): readonly LabelledRow[] {
  if (half === 'all') return rows;
  const halves = halvesOf(rows);
  return rows.filter((_, index) => halves[index] === half);
}

async function judgeAll(rows: readonly LabelledRow[], flags: Flags, signal: AbortSignal) {
  // Rows wait in this process's own bounded window, so the verifier's queue need not refuse any.
  const verifier = { ...verifierSettings(loadConfig()), maxQueuedTokens: Number.MAX_SAFE_INTEGER };
  const name = flags.baseline ?? 'product';
  const { judge, settings, close } = await (BASELINES[name] ?? openProduct)({ rows, verifier, signal });
  const display = showProgress({ stream: process.stderr, end: rows.length, now: () => performance.now() });
  const startedAt = new Date();
  try {
    const judged = await judgeRows(rows, { judge, concurrency: flags.concurrency, display, signal });
    const rowsPerSecond = (1000 * rows.length) / (Date.now() - startedAt.getTime());
    return { judged, judge: name, settings, startedAt: startedAt.toISOString(), rowsPerSecond };
  } finally {
    display.stop();
    await close();
  }
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

async function readResults(path: string): Promise<Results> {
  const results = JSON.parse(await readFile(path, 'utf8')) as Results;
  if (results.format === RESULTS_FORMAT && Array.isArray(results.rows)) return results;
  throw new InputError(`Expected a file that evaluate --json wrote, got "${path}".`);
}

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
