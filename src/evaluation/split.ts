import { createHash } from 'node:crypto';
import { groupBy } from './group-by.ts';
import type { LabelledRow } from './labelled-rows.ts';
import { nearDuplicateGroups } from './near-duplicates.ts';

export const HALVES = ['tuning', 'reporting'] as const;
export type Half = (typeof HALVES)[number];

/** The fields that the split depends on. */
type SourcedRow = Pick<LabelledRow, 'set' | 'source'>;

/** Indices of rows of one set whose sources are near-duplicates of each other. */
interface SourceGroup {
  readonly members: readonly number[];
  /** The normalised source that comes first in the order of their UTF-16 units. */
  readonly smallest: string;
}

/**
 * The half of every row, in order. Decisions are tuned on one half only and reported on the other.
 *
 * The rule: inside a set, sources that are near-duplicates of each other form a group (see near-duplicates.ts);
 * a group goes to the half named by the lowest bit of sha256 of its smallest normalised source.
 * It depends only on the set's own sources, not on labels, claims, row order or other sets.
 */
export function halvesOf(rows: readonly SourcedRow[]): Half[] {
  const halves = new Array<Half>(rows.length);
  for (const { members, smallest } of groupsBySource(rows)) {
    for (const member of members) halves[member] = halfOf(smallest);
  }
  return halves;
}

/**
 * A number for every row, in order: equal for rows of one set whose sources are near-duplicates. Claims of one source
 * are right or wrong together, so folds and resamples take such rows together or not at all.
 */
export function sourceGroups(rows: readonly SourcedRow[]): number[] {
  const numbers = new Array<number>(rows.length);
  let number = 0;
  for (const { members } of groupsBySource(rows)) {
    for (const member of members) numbers[member] = number;
    number += 1;
  }
  return numbers;
}

function* groupsBySource(rows: readonly SourcedRow[]): Generator<SourceGroup> {
  for (const indices of groupBy(rows.keys(), (index) => rows[index]!.set).values()) {
    // Many claims may share a source: each source is compared once.
    const bySource = [...groupBy(indices, (index) => normaliseSource(rows[index]!.source))];
    const sources = bySource.map(([source]) => source);
    for (const group of nearDuplicateGroups(sources)) {
      const smallest = group.reduce(
        (least, member) => (sources[member]! < least ? sources[member]! : least),
        sources[group[0]!]!,
      );
      yield { members: group.flatMap((member) => bySource[member]![1]), smallest };
    }
  }
}

/** Letters and digits only, lower case, every number as "0": a source with a changed number is the same source. */
export function normaliseSource(source: string): string {
  return source
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+/gu, '0')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function halfOf(smallestSource: string): Half {
  const firstByte = createHash('sha256').update(smallestSource).digest()[0]!;
  return HALVES[firstByte & 1]!;
}
