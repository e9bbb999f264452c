import { createHash } from 'node:crypto';
import { HALVES, type Half } from '../../src/evaluation/split.ts';

/** The half of an answer by the lowest bit of sha256 of its id, like the half of a claim by that of its source. */
export function halfOfAnswer(id: string): Half {
  return HALVES[createHash('sha256').update(id).digest()[0]! & 1]!;
}

/** The fold of each row, by its source: sources, from the one with most rows on, go to the fold with the fewest rows so far. */
export function foldsOf(sources: readonly number[], folds: number): number[] {
  const sizes = new Map<number, number>();
  for (const source of sources) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  const rows = new Array<number>(folds).fill(0);
  const foldOf = new Map<number, number>();
  for (const [source, size] of [...sizes].toSorted(([, left], [, right]) => right - left)) {
    const fold = rows.indexOf(Math.min(...rows));
    foldOf.set(source, fold);
    rows[fold]! += size;
  }
  return sources.map((source) => foldOf.get(source)!);
}
