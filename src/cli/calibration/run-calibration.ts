import { writeFile } from 'node:fs/promises';
import { allRows, dividedLike, divideRows } from '../../calibration/divide-rows.ts';
import { beforeAndAfter, fitCalibration, tooFewRows } from '../../calibration/fit-calibration.ts';
import { fitFewRows } from '../../calibration/fit-few-rows.ts';
import { loadConfig, verifierSettings } from '../../config.ts';
import { InputError } from '../../contract/input-error.ts';
import type { LabelledRow } from '../../evaluation/labelled-rows.ts';
import { leftOutLines } from '../../evaluation/results.ts';
import { createVerifier, DEFAULT_CALIBRATION, withRisk } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { columnNames, type FileFlags } from '../batch/file-options.ts';
import { counted, keptPairs, printLines, stopSignal } from '../command-line.ts';
import { type LoadedRows, loadRows } from '../evaluation/load-rows.ts';
import { mapRows } from '../evaluation/map-rows.ts';
import { openScoreFile } from '../evaluation/score-file.ts';
import { examineRow, fittedFor } from './examine-rows.ts';
import { assertEnoughSources, stateRisk } from './state-risk.ts';

export interface CalibrationFlags extends FileFlags {
  readonly input: readonly string[];
  readonly scores?: string;
  readonly output: string;
  readonly name?: string;
  readonly concurrency: number;
  /** Share of wrong answers among those that pass, 0 to 1. */
  readonly maxWrong?: number;
}

export async function runCalibration(flags: CalibrationFlags): Promise<void> {
  const signal = stopSignal(keptPairs(flags.scores));
  const { input: inputs, delimiter, encoding } = flags;
  const columns = columnNames(flags);
  const loaded = await loadRows({ inputs, delimiter, encoding, columns, signal });
  const divided = divideRows(loaded.rows);
  const reason = tooFewRows(divided.tuning);
  if (reason !== undefined && divided.tuning.length < FEWEST_ROWS)
    throw new InputError(cannotBeFitted(reason, divided.tuning.length, loaded));
  const isWhole = reason === undefined;
  if (flags.maxWrong !== undefined) assertEnoughSources(divided, flags.maxWrong);
  const { examined, before, fittedFor, basis } = await examineAll(allRows(divided), { flags, isWhole, signal });
  const results = dividedLike(divided, examined);
  const { tuning, reporting } = results;
  const fitted = { ...fittedFor, ...(flags.name && { name: flags.name }) };
  const few = isWhole ? undefined : fitFewRows(tuning, before);
  if (!isWhole && few === undefined) throw new InputError(cannotBeFitted(reason, divided.tuning.length, loaded));
  const after =
    few === undefined ? fitCalibration({ rows: tuning }, before, fitted) : { ...few.calibration, ...fitted };
  const stated =
    flags.maxWrong === undefined
      ? undefined
      : stateRisk(divided, results, { calibration: after, maxWrong: flags.maxWrong });
  const written =
    stated === undefined ? after : withRisk({ ...after, minConfidence: stated.minConfidence }, stated.risk, basis);
  await writeFile(flags.output, `${JSON.stringify(written, null, 1)}\n`);
  printLines(process.stdout, [
    ...(few?.told ?? []),
    ...(stated === undefined ? [] : [stated.summary]),
    beforeAndAfter(reporting, before, after),
  ]);
}

/** With fewer rows in the tuning half the confidence can rarely be fitted: they are not scored in vain. */
const FEWEST_ROWS = 20;

function cannotBeFitted(reason: string, tuning: number, { rows, leftOut }: LoadedRows): string {
  return [
    `Cannot fit a calibration: ${tuning} of ${counted(rows.length, 'labeled row')} are in the tuning half. All rows of a source are in the same half.`,
    `With ${FEWEST_ROWS} rows in that half, the confidence and the minimum confidence can be fitted, if at least 5 verdicts are right and 5 wrong, or 10 rows are correctly SUPPORTED.`,
    `For the weights, in that half: ${reason}`,
    ...leftOutLines(leftOut),
  ].join(' ');
}

async function examineAll(
  rows: readonly LabelledRow[],
  { flags, isWhole, signal }: { flags: CalibrationFlags; isWhole: boolean; signal: AbortSignal },
) {
  const scoreStore = flags.scores === undefined ? undefined : openScoreFile(flags.scores, signal);
  // For a whole fit: the configured calibration may belong to another model or policy and would be refused.
  const verifier = await createVerifier({
    ...verifierSettings(loadConfig()),
    maxQueueMs: Number.MAX_SAFE_INTEGER,
    ...(isWhole && { calibration: DEFAULT_CALIBRATION }),
    ...(scoreStore && { scoreStore }),
  });
  try {
    const examine = (row: LabelledRow) => examineRow(verifier, row, signal);
    const examined = await mapRows(rows, examine, { concurrency: flags.concurrency, signal });
    const basis = { ...verifier.info, version: packageFacts().version };
    return { examined, before: verifier.calibration, fittedFor: fittedFor(verifier), basis };
  } finally {
    await verifier.close();
    scoreStore?.close();
  }
}
