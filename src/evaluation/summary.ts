import { type BootstrapOptions, bootstrapAll, DEFAULT_BOOTSTRAP, type Estimate } from './bootstrap.ts';
import { accuracy, type ClassScores, classScores } from './classification.ts';
import { groupBy, isTwoWay, type Outcome, type RowOutcome } from './labelled-rows.ts';
import { type Metrics, meanOverGroups, measure, toMetrics } from './metrics.ts';
import { type Coverage, coverageAt } from './reliability.ts';

export interface SetSummary {
  readonly name: string;
  readonly rows: number;
  readonly twoWay: boolean;
  readonly metrics: Metrics;
  readonly classes: readonly ClassScores[];
  readonly coverage: readonly Coverage[];
  /** Empty when no row has a category. */
  readonly categories: readonly CategoryScore[];
}

export interface Summary {
  readonly sets: readonly SetSummary[];
  /** Mean over sets, each set weighing the same. */
  readonly meanOverSets: Metrics;
  /** All rows as one set; it has two classes as soon as one set is two-way. */
  readonly pooled: SetSummary;
  /** The last entry is of all pairs. Empty when no rows are pairs of a claim and its altered version. */
  readonly attacks: readonly AttackScore[];
}

/** Minimum confidences of the threshold table. */
const COVERAGE_POINTS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95] as const;

/** All intervals come from the same resamples, drawn inside each set by source. */
export function summarise(rows: readonly RowOutcome[], options: BootstrapOptions = DEFAULT_BOOTSTRAP): Summary {
  const sets = groupBy(rows, ({ set }) => set);
  // Resampling keeps the order, so that the sort in the calibration error is cheap.
  const groups = [...sets.values()].map((members) => members.toSorted(byConfidence));
  const clusterOf = ({ sourceGroup }: RowOutcome) => sourceGroup;
  const metrics = toMetrics(bootstrapAll({ groups, clusterOf, measure: measureAll }, options));
  return {
    sets: [...sets.keys()].map((name, index) => describe(name, groups[index]!, metrics[index]!)),
    meanOverSets: metrics.at(-2)!,
    pooled: describe('All rows', groups.flat(), metrics.at(-1)!),
    attacks: attackScores(rows, options),
  };
}

/** The metrics of each set, of the mean over sets, and of all rows, one after the other. */
function measureAll(groups: readonly (readonly Outcome[])[]): number[] {
  const perSet = groups.map(measure);
  return [...perSet.flat(), ...meanOverGroups(perSet), ...measure(poolOf(groups).toSorted(byConfidence))];
}

/** `flat` takes many times as long, and every resample has its pool. */
function poolOf(groups: readonly (readonly Outcome[])[]): Outcome[] {
  return ([] as Outcome[]).concat(...groups);
}

function describe(name: string, outcomes: readonly RowOutcome[], metrics: Metrics): SetSummary {
  return {
    name,
    rows: outcomes.length,
    twoWay: isTwoWay(outcomes),
    metrics,
    classes: classScores(outcomes),
    coverage: coverageAt(outcomes, COVERAGE_POINTS),
    categories: categoryScores(outcomes),
  };
}

function byConfidence(left: Outcome, right: Outcome): number {
  return left.confidence - right.confidence;
}

export interface CategoryScore {
  readonly category: string;
  readonly rows: number;
  /** 0 to 1. */
  readonly accuracy: number;
}

export function categoryScores(outcomes: readonly RowOutcome[]): CategoryScore[] {
  const named = outcomes.filter(({ category }) => category !== undefined);
  return [...groupBy(named, ({ category }) => category!)]
    .map(([category, rows]) => ({ category, rows: rows.length, accuracy: accuracy(rows) }))
    .toSorted((left, right) => left.accuracy - right.accuracy || (left.category < right.category ? -1 : 1));
}

/** Results of the pairs of one attack: one kind of alteration that makes a supported claim unsupported. Shares are 0 to 1. */
export interface AttackScore {
  readonly attack: string;
  readonly pairs: number;
  /** Share of the altered claims that are SUPPORTED. */
  readonly falseSupported: Estimate;
  /** Share of the unaltered claims that are not SUPPORTED. */
  readonly falseRefusals: Estimate;
  /** Share of the pairs whose unaltered claim is SUPPORTED and whose altered claim is not. */
  readonly pairsRight: Estimate;
}

interface Pair {
  readonly attack: string;
  readonly sourceGroup: number;
  readonly twinSupported: boolean;
  readonly alteredSupported: boolean;
}

const ALL_PAIRS = 'all pairs';

/** Scores by attack, most false SUPPORTED first, then of all complete pairs. Resamples draw sources. */
export function attackScores(rows: readonly RowOutcome[], options: BootstrapOptions): AttackScore[] {
  const pairs = pairsOf(rows);
  if (pairs.length === 0) return [];
  const attacks = [...groupBy(pairs, ({ attack }) => attack)].map(([attack, { length }]) => ({ attack, length }));
  const measure = ([sample]: readonly (readonly Pair[])[]) => {
    const byAttack = groupBy(sample!, ({ attack }) => attack);
    return [...attacks.map(({ attack }) => byAttack.get(attack) ?? []), sample!].flatMap(sharesOf);
  };
  const estimates = bootstrapAll({ groups: [pairs], clusterOf: ({ sourceGroup }) => sourceGroup, measure }, options);
  const scores = [...attacks, { attack: ALL_PAIRS, length: pairs.length }].map(({ attack, length }, index) => {
    const [falseSupported, falseRefusals, pairsRight] = estimates.slice(3 * index);
    return {
      attack,
      pairs: length,
      falseSupported: falseSupported!,
      falseRefusals: falseRefusals!,
      pairsRight: pairsRight!,
    };
  });
  return [...scores.slice(0, -1).toSorted(worstFirst), scores.at(-1)!];
}

function pairsOf(rows: readonly RowOutcome[]): Pair[] {
  const paired = rows.filter(({ pair }) => pair !== undefined);
  return [...groupBy(paired, ({ set, pair }) => JSON.stringify([set, pair])).values()].flatMap((members) => {
    const twin = members.find(({ label }) => label === 'SUPPORTED');
    const altered = members.find(({ label }) => label !== 'SUPPORTED');
    if (twin === undefined || altered === undefined) return [];
    const { category: attack = 'unnamed', sourceGroup } = altered;
    return [
      {
        attack,
        sourceGroup,
        twinSupported: twin.verdict === 'SUPPORTED',
        alteredSupported: altered.verdict === 'SUPPORTED',
      },
    ];
  });
}

function sharesOf(pairs: readonly Pair[]): number[] {
  const share = (holds: (pair: Pair) => boolean) => pairs.filter(holds).length / pairs.length;
  return [
    share(({ alteredSupported }) => alteredSupported),
    share(({ twinSupported }) => !twinSupported),
    share(({ twinSupported, alteredSupported }) => twinSupported && !alteredSupported),
  ];
}

function worstFirst(left: AttackScore, right: AttackScore): number {
  return right.falseSupported.value - left.falseSupported.value || (left.attack < right.attack ? -1 : 1);
}
