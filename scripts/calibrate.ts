import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { loadConfig, verifierSettings } from '../src/config.ts';
import { halvesOf } from '../src/evaluation/split.ts';
import type { LabelledRow } from '../src/evaluation/types.ts';
import { type Calibration, createVerifier } from '../src/index.ts';
import { InputError } from './batch/input-rows.ts';
import { showProgress } from './batch/progress.ts';
import { beforeAndAfter } from './calibration/before-and-after.ts';
import { examineRows } from './calibration/examine-rows.ts';
import { type ExaminedRow, fitCalibration, tooFewRows } from './calibration/fit-calibration.ts';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';
import { loadRows } from './evaluation/load-rows.ts';

/** `npm run calibrate -- --input mine.jsonl --output mine.json`: fits the decision to labelled claims. */
interface Flags {
  readonly input: readonly string[];
  readonly corpus?: string;
  readonly output: string;
  readonly name?: string;
  readonly concurrency: number;
}

const program = new Command('calibrate')
  .description(
    'Fits thresholds and confidence on the tuning half of labelled claims and tells what changed on the other.',
  )
  .requiredOption('--input <files...>', 'JSONL or CSV files with labelled claims')
  .requiredOption('--output <file>', 'calibration file to write; the server loads it as CALIBRATION_FILE')
  .option('--corpus <file>', 'documents that SciFact or FEVER rows point into')
  .option('--name <name>', 'what /info shall call it; the model and the day of fitting by default')
  .option('--concurrency <rows>', 'rows examined at the same time', wholeNumber(1, 10_000), 32)
  .showHelpAfterError('(--help lists the options)')
  .action(run);

async function run(flags: Flags): Promise<void> {
  const signal = stopSignal();
  const { rows } = await loadRows({
    inputs: flags.input,
    corpus: flags.corpus,
    limit: Number.MAX_SAFE_INTEGER,
    signal,
  });
  const halves = halvesOf(rows);
  const complaint = tooFewRows(rows.filter((_, index) => halves[index] === 'tuning'));
  if (complaint !== undefined) throw new InputError(`The tuning half of the input cannot be fitted. ${complaint}`);
  const { examined, before, name } = await examineAll(rows, flags, signal);
  const after = fitCalibration(half(examined, halves, 'tuning'), before, flags.name ?? name);
  await writeFile(flags.output, `${JSON.stringify(after, null, 1)}\n`);
  const reporting = half(examined, halves, 'reporting');
  process.stdout.write(`${beforeAndAfter(reporting, before, after)}\n`);
}

function half(rows: readonly ExaminedRow[], halves: readonly string[], wanted: string): ExaminedRow[] {
  return rows.filter((_, index) => halves[index] === wanted);
}

interface Examined {
  readonly examined: readonly ExaminedRow[];
  readonly before: Calibration;
  readonly name: string;
}

async function examineAll(rows: readonly LabelledRow[], flags: Flags, signal: AbortSignal): Promise<Examined> {
  const verifier = await createVerifier({
    ...verifierSettings(loadConfig()),
    maxQueuedTokens: Number.MAX_SAFE_INTEGER,
  });
  const display = showProgress({ stream: process.stderr, end: rows.length, now: () => performance.now() });
  try {
    const options = { verifier, concurrency: flags.concurrency, display, signal };
    const examined = await examineRows(rows, options);
    const { id, version } = verifier.info.model;
    return {
      examined,
      before: verifier.calibration,
      name: `${id} ${version}, ${new Date().toISOString().slice(0, 10)}`,
    };
  } finally {
    display.stop();
    await verifier.close();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
