import {
  type BootstrapOptions,
  bootstrapAll,
  DEFAULT_BOOTSTRAP,
  type Estimate,
} from '../../src/evaluation/bootstrap.ts';
import { balancedAccuracy, classScores } from '../../src/evaluation/classification.ts';
import { groupBy, type Outcome } from '../../src/evaluation/labelled-rows.ts';
import { auroc } from '../../src/evaluation/metrics.ts';
import type { LeftOut } from '../../src/evaluation/results.ts';
import type { BoardRow } from './board-row.ts';
import { PUBLISHED, type PublishedFigure } from './published.ts';

/** An answer supports from this score on. Fixed: no threshold is tuned to a test set. */
export const BOARD_THRESHOLD = 0.5;

/** Something labeled with two scores of support, 0 to 1. */
export interface ScoredItem extends Pick<BoardRow, 'label' | 'sourceId' | 'generator'> {
  readonly set: string;
  readonly task?: string | undefined;
  readonly unit: 'answers' | 'sentences';
  /** The least P(SUPPORTED) of the checked sentences; 1 where nothing is to be checked. */
  readonly product: number;
  /** The share of words in the sources, by the same rule (overlap.ts). */
  readonly overlap: number;
}

export interface BoardFigures {
  readonly balancedAccuracy: Estimate;
  readonly auroc: Estimate;
  /** F1 of what is not supported. */
  readonly f1: Estimate;
}

export interface BoardLine {
  readonly set: string;
  /** "all", a task, or the model that wrote the answers. */
  readonly part: string;
  readonly unit: ScoredItem['unit'];
  readonly rows: number;
  readonly supported: number;
  readonly product: BoardFigures;
  readonly overlap: BoardFigures;
}

export interface BoardFacts {
  readonly version: string;
  readonly settings: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly leftOut: readonly LeftOut[];
}

export interface Board extends BoardFacts {
  readonly format: 1;
  readonly threshold: typeof BOARD_THRESHOLD;
  readonly lines: readonly BoardLine[];
  readonly published: readonly PublishedFigure[];
}

/** A line for each set, then for each of its tasks and for each model that wrote answers. */
export function boardOf(
  items: readonly ScoredItem[],
  facts: BoardFacts,
  options: BootstrapOptions = DEFAULT_BOOTSTRAP,
): Board {
  const units = [...groupBy(items, ({ set, unit }) => JSON.stringify([set, unit])).values()];
  const lines = units.flatMap((members) => partsOf(members).map(([part, rows]) => lineOf(part, rows, options)));
  return { format: 1, ...facts, threshold: BOARD_THRESHOLD, lines, published: PUBLISHED };
}

function partsOf(items: readonly ScoredItem[]): (readonly [string, readonly ScoredItem[]])[] {
  const named = (nameOf: (item: ScoredItem) => string | undefined) =>
    [...groupBy(items, nameOf)].flatMap(([name, rows]) => (name === undefined ? [] : [[name, rows] as const]));
  const generators = named(({ generator }) => generator).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [['all', items], ...named(({ task }) => task), ...generators];
}

function lineOf(part: string, items: readonly ScoredItem[], options: BootstrapOptions): BoardLine {
  const { set, unit } = items[0]!;
  const measure = ([sample]: readonly (readonly ScoredItem[])[]) => [
    ...figuresOf(sample!.map(outcomeBy('product'))),
    ...figuresOf(sample!.map(outcomeBy('overlap'))),
  ];
  const estimates = bootstrapAll({ groups: [items], clusterOf: ({ sourceId }) => sourceId, measure }, options);
  const supported = items.filter(({ label }) => label === 'SUPPORTED').length / items.length;
  return {
    set,
    part,
    unit,
    rows: items.length,
    supported,
    product: named(estimates.slice(0, 3)),
    overlap: named(estimates.slice(3)),
  };
}

function outcomeBy(judge: 'product' | 'overlap'): (item: ScoredItem) => Outcome {
  return ({ label, [judge]: supported }) => {
    const verdict = supported >= BOARD_THRESHOLD ? 'SUPPORTED' : 'UNCERTAIN';
    return { label, verdict, confidence: Math.max(supported, 1 - supported), supported };
  };
}

/** Balanced accuracy, AUROC and F1; NaN where one of the classes has no rows. */
function figuresOf(outcomes: readonly Outcome[]): number[] {
  const refused = classScores(outcomes).find(({ label }) => label === 'NOT_SUPPORTED');
  return [balancedAccuracy(outcomes), auroc(outcomes), refused?.f1 ?? Number.NaN];
}

function named([balanced, area, f1]: readonly Estimate[]): BoardFigures {
  return { balancedAccuracy: balanced!, auroc: area!, f1: f1! };
}
