import { groupBy, type LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import type { Half } from '../../src/evaluation/split.ts';

/** Public sets, in the order of the fit; their licenses do not allow distribution, so they are in the folder `--sets`. */
export const PUBLIC_SETS = [
  ...['vitaminc', 'scifact', 'wice', 'fm2', 'healthver', 'climate-fever', 'attributionbench', 'fever-symmetric'],
  ...['defacto', 'covidfact'],
] as const;
/** Claims that people wrote to find errors of version 1.0.0, in the folder `--sets` too. */
export const HARD_SET = 'hard';
/** Sets of this repository that the calibration is fitted to. */
export const OWN_SETS = [
  'front-page',
  'natural',
  'exceptions',
  'plans-and-past',
  'several-sentences',
  'kinds-of-text',
  'everyday',
] as const;
export const CONTRAST_SET = 'contrast';

/** A public set counts once, a set of claims like those of users three times, and the one with most sources twelve times. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([HARD_SET, ...OWN_SETS].map((set) => [set, 3])),
  everyday: 12,
};

/** A labeled claim with its half and a number that it shares with the claims of the same source. */
export interface DividedRow {
  readonly row: LabelledRow;
  readonly half: Half;
  readonly source: number;
}

/** The rows of each set in a table: how many there are, and how many times the set counts. */
export interface SetSize {
  readonly set: string;
  readonly tuning: number;
  readonly reporting: number;
  readonly weight: number;
}

export function sizesOf(rows: readonly DividedRow[]): SetSize[] {
  return [...groupBy(rows, ({ row }) => row.set)].map(([set, members]) => {
    const tuning = members.filter(({ half }) => half === 'tuning').length;
    return { set, tuning, reporting: members.length - tuning, weight: WEIGHTS[set] ?? 1 };
  });
}
