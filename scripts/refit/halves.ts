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
