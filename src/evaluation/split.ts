import { createHash } from 'node:crypto';
import { groupBy } from './group-by.ts';
import { nearDuplicateGroups } from './near-duplicates.ts';
import type { LabelledRow } from './types.ts';

export const HALVES = ['tuning', 'reporting'] as const;
export type Half = (typeof HALVES)[number];

/**
 * The half of every row, in order. Decisions may be tuned on the one half only and are reported on the other.
 *
 * The rule: inside a set, sources that are near-duplicates of each other form a group (see near-duplicates.ts);
 * a group goes to the half named by the lowest bit of sha256 of its smallest normalised source.
 * It depends on nothing but the set's own sources: not on labels, claims, row order or other sets.
 */
export function halvesOf(rows: readonly LabelledRow[]): Half[] {
  const halves = new Array<Half>(rows.length);
  for (const indices of groupBy(rows.keys(), (index) => rows[index]!.set).values()) {
    const normalised = indices.map((index) => normaliseSource(rows[index]!.source));
    for (const group of nearDuplicateGroups(normalised)) {
      const half = halfOfGroup(group.map((member) => normalised[member]!));
      for (const member of group) halves[indices[member]!] = half;
    }
  }
  return halves;
}

/** Letters and digits only, lower case, every digit run one "0": a revised number does not make another source. */
export function normaliseSource(source: string): string {
  return source
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+/gu, '0')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function halfOfGroup(sources: readonly string[]): Half {
  const smallest = sources.reduce((least, source) => (source < least ? source : least));
  const firstByte = createHash('sha256').update(smallest).digest()[0]!;
  return HALVES[firstByte & 1]!;
}
