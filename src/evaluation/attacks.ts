import { type BootstrapOptions, bootstrapAll, type Estimate } from './bootstrap.ts';
import type { RowOutcome } from './labelled-rows.ts';
import { groupBy } from './labelled-rows.ts';

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

/** An unaltered claim and its altered version. */
interface Pair {
  readonly attack: string;
  readonly sourceGroup: number;
  readonly twinSupported: boolean;
  readonly alteredSupported: boolean;
}

const ALL_PAIRS = 'all pairs';

/**
 * Scores by attack, the most false SUPPORTED first, then those of all pairs; empty without pairs. A pair without both of
 * its claims is left out. Every resample draws sources, each with its pairs of all attacks.
 */
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

/** The three shares of an AttackScore, in its order; NaN without pairs. */
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
