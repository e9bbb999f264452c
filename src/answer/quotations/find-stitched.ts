import { placesOf, type QuotationIndex, rarestOf, sourceAt, type WordRun } from './quotation-index.ts';
import type { QuotationPart } from './quotation-parts.ts';

/** Fewer words in a row occur anywhere. */
const SHORTEST_RUN = 3;
/** Places followed of words that the sources repeat without end. */
const MAX_STARTS = 256;

/**
 * A part as a chain of runs of three words at least that sources have, each as long as can be, in cited sources where they
 * have it; `undefined` when some word is in no such run. A part of fewer words must stand somewhere as it is.
 */
export function findStitched(
  index: QuotationIndex,
  { ids }: QuotationPart,
  cited: ReadonlySet<number> | undefined,
): WordRun[] | undefined {
  const runs: WordRun[] = [];
  let at = 0;
  while (at < ids.length) {
    const before = runs.at(-1);
    const next = nextRun(index, { ids, at, before: lengthOf(before) }, cited);
    if (next === undefined) return undefined;
    if (before !== undefined) runs[runs.length - 1] = { first: before.first, last: before.last - next.back };
    runs.push(next.run);
    at += lengthOf(next.run) - next.back;
  }
  return runs;
}

interface Progress {
  readonly ids: readonly number[];
  readonly at: number;
  /** Words of the run before. */
  readonly before: number;
}

/** The longest run from here on, or from one or two words before, which the run before then gives back. */
function nextRun(
  index: QuotationIndex,
  { ids, at, before }: Progress,
  cited: ReadonlySet<number> | undefined,
): { run: WordRun; back: number } | undefined {
  for (let back = 0; back === 0 || (back < SHORTEST_RUN && before - back >= SHORTEST_RUN); back += 1) {
    const { length, starts } = longestRun(index, ids, at - back);
    if (length < Math.min(SHORTEST_RUN, ids.length)) continue;
    const first = starts.find((start) => cited?.has(sourceAt(index, start))) ?? starts[0]!;
    return { run: { first, last: first + length - 1 }, back };
  }
  return undefined;
}

function lengthOf(run: WordRun | undefined): number {
  return run === undefined ? 0 : run.last - run.first + 1;
}

/** The longest run of words from one of them on that a source has too, and where it starts, ascending. */
function longestRun(index: QuotationIndex, ids: readonly number[], from: number) {
  const least = Math.min(SHORTEST_RUN, ids.length - from);
  let starts = startsOf(index, ids.slice(from, from + least));
  let length = starts.length === 0 ? 0 : least;
  while (length > 0 && from + length < ids.length) {
    const longer = starts.filter((start) => index.ids[start + length] === ids[from + length]);
    if (longer.length === 0) break;
    starts = longer;
    length += 1;
  }
  return { length, starts };
}

/** Where a few words stand in this order, whatever their case. */
function startsOf(index: QuotationIndex, wanted: readonly number[]): number[] {
  const rarest = rarestOf(index, wanted);
  const starts: number[] = [];
  for (const place of placesOf(index, wanted[rarest]!)) {
    const start = place - rarest;
    if (wanted.every((id, at) => index.ids[start + at] === id)) starts.push(start);
    if (starts.length === MAX_STARTS) break;
  }
  return starts;
}
