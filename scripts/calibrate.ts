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
import { offTopicRows } from './calibration/off-topic.ts';
import { failureOf, stopSignal, wholeNumber } from './command-line.ts';
import { loadRows } from './evaluation/load-rows.ts';

/** `npm run calibrate -- --input mine.jsonl --output mine.json`: fits the decision to labelled claims. */
interface Flags {
  readonly input: readonly string[];
  readonly pairs?: readonly string[];
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
  .option('--pairs <files...>', 'premises and hypotheses that only teach what a contradiction is')
  .option('--corpus <file>', 'documents that SciFact or FEVER rows point into')
  .option('--name <name>', 'what /info shall call it; the model and the day of fitting by default')
  .option('--concurrency <rows>', 'rows examined at the same time', wholeNumber(1, 10_000), 32)
  .showHelpAfterError('(--help lists the options)')
  .action(run);

async function run(flags: Flags): Promise<void> {
  const signal = stopSignal();
  const load = async (inputs: readonly string[]) =>
    (await loadRows({ inputs, corpus: flags.corpus, limit: Number.MAX_SAFE_INTEGER, signal })).rows;
  const rows = await load(flags.input);
  const pairs = flags.pairs === undefined ? [] : await load(flags.pairs);
  const halves = halvesOf(rows);
  const tuning = half(rows, halves, 'tuning');
  const complaint = tooFewRows(tuning);
  if (complaint !== undefined) throw new InputError(`The tuning half of the input cannot be fitted. ${complaint}`);
  const work = [tuning, half(rows, halves, 'reporting'), pairs, offTopicRows(tuning)];
  const { examined, before, name } = await examineAll(work.flat(), flags, signal);
  const [fitted, reported, taught, unrelated] = inPieces(
    examined,
    work.map((piece) => piece.length),
  );
  const after = fitCalibration({ rows: fitted!, pairs: taught!, offTopic: unrelated! }, before, flags.name ?? name);
  await writeFile(flags.output, `${JSON.stringify(after, null, 1)}\n`);
  process.stdout.write(`${beforeAndAfter(reported!, before, after)}\n`);
}

/** Cuts a list into runs of the lengths given. */
function inPieces<Item>(items: readonly Item[], lengths: readonly number[]): Item[][] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return items.slice(end - length, end);
  });
}

function half(rows: readonly LabelledRow[], halves: readonly string[], wanted: string): LabelledRow[] {
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
