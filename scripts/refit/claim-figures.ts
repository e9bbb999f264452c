import { bootstrapAll, meanOfKnown } from '../../src/evaluation/bootstrap.ts';
import { METRICS } from '../../src/evaluation/metrics.ts';
import { bootstrap, type FigureOptions, type Group, type Groups, named, share } from './figure.ts';
import { falsePass, type Passing, passRight, rightPass, trueUnsupported } from './passing.ts';
import type { ClaimRow, Rows } from './rows.ts';

type JudgedClaim = ClaimRow & Passing;

/** Of claims with one source. */
const CLAIM_FIGURES = {
  accuracy: METRICS.accuracy.of,
  balancedAccuracy: METRICS.balancedAccuracy.of,
  auroc: METRICS.auroc.of,
  calibrationError: METRICS.calibrationError.of,
  ...{ trueUnsupported, falsePass, passRight, rightPass },
} satisfies Record<string, (rows: readonly JudgedClaim[]) => number>;

const CLAIM_FIGURE_NAMES = Object.keys(CLAIM_FIGURES) as (keyof typeof CLAIM_FIGURES)[];
/** Figures of several sets together are means over the sets or, for what needs more rows, of all rows as one set. */
const MEANS_OVER_SETS: readonly string[] = ['balancedAccuracy', 'auroc'];

/** The figures of one set of claims. */
export function claimGroup(rows: readonly ClaimRow[], options: FigureOptions): Group {
  const groups = [judged(rows, options)];
  const measure = ([only]: readonly (readonly JudgedClaim[])[]) => claimFigures(only!);
  const estimates = bootstrapAll({ groups, clusterOf: ({ source }) => source, measure }, bootstrap(options));
  return { rows: rows.length, figures: named(CLAIM_FIGURE_NAMES, estimates) };
}

/** The figures of several sets, as a group by the name given, and of each set, as `name/set`. */
export function claimGroups(name: string, sets: Rows<ClaimRow>, options: FigureOptions): Groups {
  const groups = Object.values(sets).map((rows) => judged(rows, options));
  const estimates = bootstrapAll(
    { groups, clusterOf: ({ source }) => source, measure: measureTogether },
    bootstrap(options),
  );
  const together = { rows: groups.flat().length, figures: named(CLAIM_FIGURE_NAMES, estimates) };
  const each = Object.entries(sets).map(([set, rows]) => [`${name}/${set}`, claimGroup(rows, options)] as const);
  return { [name]: together, ...Object.fromEntries(each) };
}

function measureTogether(sets: readonly (readonly JudgedClaim[])[]): number[] {
  const perSet = sets.map(claimFigures);
  const pooled = claimFigures(sets.flat());
  return CLAIM_FIGURE_NAMES.map((name, k) =>
    MEANS_OVER_SETS.includes(name) ? meanOfKnown(perSet.map((values) => values[k]!)) : pooled[k]!,
  );
}

function claimFigures(rows: readonly JudgedClaim[]): number[] {
  return CLAIM_FIGURE_NAMES.map((name) => CLAIM_FIGURES[name](rows));
}

/** Altered claims of pairs that are SUPPORTED, or pass, and unaltered ones that are not SUPPORTED. */
export function contrastGroup(rows: readonly ClaimRow[], options: FigureOptions): Group {
  const groups = [judged(rows, options)];
  const measure = ([only]: readonly (readonly JudgedClaim[])[]) => {
    const altered = only!.filter(({ label }) => label !== 'SUPPORTED');
    const unaltered = only!.filter(({ label }) => label === 'SUPPORTED');
    const isSupported = ({ verdict }: JudgedClaim) => verdict === 'SUPPORTED';
    return [
      share(altered, isSupported),
      share(altered, ({ passes }) => passes),
      share(unaltered, (row) => !isSupported(row)),
    ];
  };
  const estimates = bootstrapAll({ groups, clusterOf: ({ source }) => source, measure }, bootstrap(options));
  return {
    rows: rows.length,
    figures: named(['alteredSupported', 'alteredPass', 'unalteredNotSupported'], estimates),
  };
}

function judged(rows: readonly ClaimRow[], { minConfidence }: FigureOptions): JudgedClaim[] {
  const passes = ({ verdict, confidence }: ClaimRow) => verdict === 'SUPPORTED' && confidence >= minConfidence;
  return rows.map((row) => ({ ...row, passes: passes(row) }));
}
