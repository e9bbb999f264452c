import { type BootstrapOptions, bootstrapAll, DEFAULT_BOOTSTRAP } from './bootstrap.ts';
import { groupBy, isRight } from './labelled-rows.ts';
import { type Metrics, meanOverGroups, measure, toMetrics } from './metrics.ts';
import type { ResultRow } from './results.ts';

/** Two results of the same row. */
interface Pair {
  readonly before: ResultRow;
  readonly after: ResultRow;
}

export type Effect = 'fixed' | 'broken' | 'changed';

export interface RowChange extends Pair {
  /** `changed`: wrong before and after, or right both times (two-way sets). */
  readonly effect: Effect;
}

export interface Comparison {
  /** Rows in both runs with the same texts and label; only these are compared. */
  readonly common: number;
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** After minus before, mean over sets, from resamples that draw the same rows on both sides. */
  readonly differences: Metrics;
  readonly perSet: readonly { readonly set: string; readonly differences: Metrics }[];
  /** Broken rows first, then fixed ones, the most confident first. */
  readonly changes: readonly RowChange[];
}

export function compareRuns(
  before: readonly ResultRow[],
  after: readonly ResultRow[],
  options: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Comparison {
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const pairs = after.flatMap((row): Pair[] => {
    const match = old.get(keyOf(row));
    return match === undefined ? [] : [{ before: match, after: row }];
  });
  const sets = groupBy(pairs, (pair) => pair.after.set);
  const resampling = {
    groups: [...sets.values()],
    // The groups of this run, because only its rows were grouped together.
    clusterOf: (pair: Pair) => pair.after.sourceGroup,
    measure: measureDifferences,
  };
  const metrics = toMetrics(bootstrapAll(resampling, options));
  return {
    common: pairs.length,
    onlyBefore: before.length - pairs.length,
    onlyAfter: after.length - pairs.length,
    perSet: [...sets.keys()].map((set, index) => ({ set, differences: metrics[index]! })),
    differences: metrics.at(-1)!,
    changes: pairs.flatMap(toChange).toSorted(worstFirst),
  };
}

function keyOf({ set, id, textHash, label }: ResultRow): string {
  return JSON.stringify([set, id, textHash, label]);
}

/** After minus before in each set, then the mean over sets. */
function measureDifferences(groups: readonly (readonly Pair[])[]): number[] {
  const perSet = groups.map((pairs) => {
    const before = measure(pairs.map((pair) => pair.before));
    const after = measure(pairs.map((pair) => pair.after));
    return after.map((value, metric) => value - before[metric]!);
  });
  return [...perSet.flat(), ...meanOverGroups(perSet)];
}

function toChange({ before, after }: Pair): RowChange[] {
  if (before.verdict === after.verdict) return [];
  const was = isRight(before.label, before.verdict);
  const is = isRight(after.label, after.verdict);
  return [{ before, after, effect: was === is ? 'changed' : is ? 'fixed' : 'broken' }];
}

const EFFECT_ORDER: readonly Effect[] = ['broken', 'fixed', 'changed'];

function worstFirst(left: RowChange, right: RowChange): number {
  const byEffect = EFFECT_ORDER.indexOf(left.effect) - EFFECT_ORDER.indexOf(right.effect);
  return byEffect === 0 ? right.after.confidence - left.after.confidence : byEffect;
}
