import { bootstrapAll, meanOfKnown } from '../../src/evaluation/bootstrap.ts';
import { METRICS } from '../../src/evaluation/metrics.ts';
import { bootstrap, type FigureOptions, type Group, type Groups, measureRows, named, share } from './figure.ts';
import { falsePass, type Passing, passesFrom, passRight, rightPass, trueUnsupported } from './passing.ts';
import type { ClaimRow, Rows } from './rows.ts';

type JudgedClaim = ClaimRow & Passing;

const CLAIM_FIGURES = {
  accuracy: METRICS.accuracy.of,
  balancedAccuracy: METRICS.balancedAccuracy.of,
  auroc: METRICS.auroc.of,
  calibrationError: METRICS.calibrationError.of,
  trueUnsupported,
  falsePass,
  passRight,
  rightPass,
} satisfies Record<string, (rows: readonly JudgedClaim[]) => number>;

/** Figures of several sets together are means over the sets or, for what needs more rows, of all rows as one set. */
const MEANS_OVER_SETS: readonly string[] = ['balancedAccuracy', 'auroc'];

const clusterOf = ({ source }: JudgedClaim) => source;

export function claimGroup(rows: readonly ClaimRow[], options: FigureOptions): Group {
  const figures = measureRows(judged(rows, options), { clusterOf, figures: CLAIM_FIGURES }, options);
  return { rows: rows.length, figures };
}

/** The figures of several sets, as a group by the name given, and of each set, as `name/set`. */
export function claimGroups(name: string, sets: Rows<ClaimRow>, options: FigureOptions): Groups {
  const each = Object.entries(sets).map(([set, rows]) => [`${name}/${set}`, claimGroup(rows, options)] as const);
  return { [name]: groupOfSets(sets, options), ...Object.fromEntries(each) };
}

export function groupOfSets(sets: Rows<ClaimRow>, options: FigureOptions): Group {
  const groups = Object.values(sets).map((rows) => judged(rows, options));
  const estimates = bootstrapAll({ groups, clusterOf, measure: measureTogether }, bootstrap(options));
  return { rows: groups.flat().length, figures: named(Object.keys(CLAIM_FIGURES), estimates) };
}

function measureTogether(sets: readonly (readonly JudgedClaim[])[]): number[] {
  const pooled = sets.flat();
  return Object.entries(CLAIM_FIGURES).map(([name, figure]) =>
    MEANS_OVER_SETS.includes(name) ? meanOfKnown(sets.map((rows) => figure(rows))) : figure(pooled),
  );
}

/** Altered claims of pairs that are SUPPORTED, or pass, and unaltered ones that are not SUPPORTED. */
const CONTRAST_FIGURES = {
  alteredSupported: (rows: readonly JudgedClaim[]) =>
    share(
      rows.filter(({ label }) => label !== 'SUPPORTED'),
      ({ verdict }) => verdict === 'SUPPORTED',
    ),
  alteredPass: falsePass,
  unalteredNotSupported: (rows: readonly JudgedClaim[]) =>
    share(
      rows.filter(({ label }) => label === 'SUPPORTED'),
      ({ verdict }) => verdict !== 'SUPPORTED',
    ),
};

export function contrastGroup(rows: readonly ClaimRow[], options: FigureOptions): Group {
  const figures = measureRows(judged(rows, options), { clusterOf, figures: CONTRAST_FIGURES }, options);
  return { rows: rows.length, figures };
}

function judged(rows: readonly ClaimRow[], { minConfidence }: FigureOptions): JudgedClaim[] {
  const passes = passesFrom(minConfidence);
  return rows.map((row) => ({ ...row, passes: passes(row) }));
}
