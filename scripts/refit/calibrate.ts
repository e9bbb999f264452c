import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExaminedRow, type FittedFor, fitCalibration, outcomeOf } from '../../src/calibration/fit-calibration.ts';
import { examineRow } from '../../src/cli/calibration/examine-rows.ts';
import { mapRows } from '../../src/cli/evaluation/map-rows.ts';
import type { Outcome } from '../../src/evaluation/labelled-rows.ts';
import { type Calibration, DEFAULT_CALIBRATION, sealModel, type Verifier } from '../../src/index.ts';
import { foldsOf } from './halves.ts';
import { MODEL_FOLDER } from './rows.ts';
import { type DividedRow, HARD_SET, WEIGHTS } from './sets.ts';

export interface Examined extends DividedRow {
  readonly examined: ExaminedRow;
}

const CONCURRENCY = 32;

export async function examineDivided(
  rows: readonly DividedRow[],
  verifier: Verifier,
  signal: AbortSignal,
): Promise<Examined[]> {
  const examine = async (row: DividedRow) => ({ ...row, examined: await examineRow(verifier, row.row, signal) });
  return mapRows(rows, examine, { concurrency: CONCURRENCY, signal });
}

export function fitTuningHalves(rows: readonly Examined[], fittedFor: FittedFor): Calibration {
  const tuning = rows.filter(({ half }) => half === 'tuning').map(({ examined }) => examined);
  return fitCalibration({ rows: tuning, weights: WEIGHTS }, DEFAULT_CALIBRATION, fittedFor);
}

/** Writes the calibration to the folder of the verdict model and seals the folder. */
export async function sealCalibration(calibration: Calibration): Promise<void> {
  await writeFile(join(MODEL_FOLDER, 'calibration.json'), `${JSON.stringify(calibration, null, 1)}\n`);
  await sealModel(MODEL_FOLDER);
}

const FOLDS = 5;

/**
 * Each hard row with its outcome by a calibration that was not fitted to its source: few hard rows are in the reporting half,
 * so the calibration is fitted again without a fifth of the sources at a time.
 */
export function crossValidated(
  rows: readonly Examined[],
  { name, models }: Calibration,
): (readonly [Examined, Outcome])[] {
  const hard = rows.filter(({ row }) => row.set === HARD_SET);
  const folds = foldsOf(
    hard.map(({ source }) => source),
    FOLDS,
  );
  const measured = Array.from({ length: FOLDS }, (_, fold) => {
    const left = new Set(hard.filter((_row, index) => folds[index] === fold));
    const fitted = fitTuningHalves(
      rows.filter((row) => !left.has(row)),
      { name, models },
    );
    return [...left].map((row) => [row, outcomeOf(row.examined, fitted)] as const);
  });
  return measured.flat();
}
