import { outcomeOf } from '../../src/calibration/fit-calibration.ts';
import { groupBy, type Outcome } from '../../src/evaluation/labelled-rows.ts';
import type { Calibration, Verifier } from '../../src/index.ts';
import { overlapJudge } from '../board/overlap.ts';
import { crossValidated, type Examined, examineDivided } from './calibrate.ts';
import { loadContrast } from './load.ts';
import { type ClaimRow, type Rows, rounded, writeRows } from './rows.ts';
import { CONTRAST_SET, type DividedRow, HARD_SET, OWN_SETS, PUBLIC_SETS } from './sets.ts';

export function measureClaims(rows: readonly Examined[], calibration: Calibration): void {
  const measured = rows
    .filter(({ half }) => half === 'reporting')
    .map((row) => [row, outcomeOf(row.examined, calibration)] as const);
  const all = bySet(measured);
  const only = (sets: readonly string[]) => Object.fromEntries(sets.map((set) => [set, all[set] ?? []]));
  writeRows('public', only(PUBLIC_SETS));
  for (const set of OWN_SETS) writeRows(set, only([set]));
  writeRows(HARD_SET, bySet(crossValidated(rows, calibration)));
}

/** The public sets by words in common alone: the least that a model has to beat. */
export function measureWordsAlone(rows: readonly DividedRow[]): void {
  const sets: readonly string[] = PUBLIC_SETS;
  const reporting = rows.filter(({ row, half }) => half === 'reporting' && sets.includes(row.set));
  const judge = overlapJudge(reporting.map(({ row }) => row));
  const measured = reporting.map((row) => [row, { label: row.row.label, ...judge(row.row) }] as const);
  writeRows('public-words-alone', bySet(measured));
}

export async function measureContrast(verifier: Verifier, calibration: Calibration, signal: AbortSignal) {
  const examined = await examineDivided(await loadContrast(signal), verifier, signal);
  const measured = examined.map((row) => [row, outcomeOf(row.examined, calibration)] as const);
  writeRows(CONTRAST_SET, bySet(measured));
}

function bySet(measured: readonly (readonly [DividedRow, Outcome])[]): Rows<ClaimRow> {
  const sets = groupBy(measured, ([{ row }]) => row.set);
  return Object.fromEntries([...sets].map(([set, members]) => [set, members.map(toClaimRow)]));
}

function toClaimRow([{ row, source }, outcome]: readonly [DividedRow, Outcome]): ClaimRow {
  const { id, label, category, pair } = row;
  const { verdict, confidence, supported } = outcome;
  const result = { id, label, verdict, confidence: rounded(confidence), supported: rounded(supported), source };
  return pair === undefined ? result : { ...result, category, pair };
}
