import { createHash } from 'node:crypto';
import { groupBy, type LabelledRow } from './labelled-rows.ts';

export const HALVES = ['tuning', 'reporting'] as const;
export type Half = (typeof HALVES)[number];

type SourcedRow = Pick<LabelledRow, 'set' | 'source'>;

/**
 * The half of every row, in order. Decisions are tuned on one half only and reported on the other.
 *
 * The rule: inside a set, sources that are near-duplicates of each other form a group (`nearDuplicateGroups`);
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

/**
 * Indices of rows of one set whose sources are near-duplicates of each other, with the normalised source that comes first in
 * the order of their UTF-16 units.
 */
function* groupsBySource(rows: readonly SourcedRow[]) {
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

export function halfOf(text: string): Half {
  const firstByte = createHash('sha256').update(text).digest()[0]!;
  return HALVES[firstByte & 1]!;
}

/**
 * Groups of near-duplicate texts in time linear in their length.
 *
 * Two texts are joined when they agree in one band of their min-hash signatures over word triples (16 bands of 4
 * hashes: joined with 64 % chance at a Jaccard similarity of 0.5, 99 % at 0.7), or share a run of 64 words
 * (an excerpt and its article). A quoted sentence alone does not join two texts, because whole encyclopedias would then
 * be one group. Joining is transitive. Texts shorter than a triple are compared as a whole.
 */
const BANDS = 16;
const ROWS_PER_BAND = 4;
const TRIPLE = 3;
const LONG_RUN = 64;

/** Groups of indices into `texts`, whose words are separated by single spaces. Every index is in exactly one group. */
export function nearDuplicateGroups(texts: readonly string[]): number[][] {
  const parents = texts.map((_, index) => index);
  const firstWithKey = new Map<string, number>();
  texts.forEach((text, index) => {
    for (const key of keysOf(text)) {
      const first = firstWithKey.get(key);
      if (first === undefined) firstWithKey.set(key, index);
      else parents[rootOf(parents, index)] = rootOf(parents, first);
    }
  });
  return [...groupBy(parents.keys(), (index) => rootOf(parents, index)).values()];
}

function rootOf(parents: number[], index: number): number {
  let root = index;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!;
    root = parents[root]!;
  }
  return root;
}

function* keysOf(text: string): Generator<string> {
  const hashes = text.split(' ').map(hashWord);
  yield `whole ${text}`;
  if (hashes.length < TRIPLE) return;
  const signature = minHashes(runHashes(hashes, TRIPLE));
  for (let band = 0; band < BANDS; band += 1) {
    yield `band ${band} ${signature.slice(band * ROWS_PER_BAND, (band + 1) * ROWS_PER_BAND).join(' ')}`;
  }
  for (const run of runHashes(hashes, LONG_RUN)) yield `run ${run}`;
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** One 32-bit hash per run of `length` successive words. */
function runHashes(words: readonly number[], length: number): Uint32Array {
  const runs = new Uint32Array(Math.max(0, words.length - length + 1));
  for (let start = 0; start < runs.length; start += 1) {
    let hash = 0;
    for (let offset = 0; offset < length; offset += 1) hash = scramble(hash ^ words[start + offset]!, 0x9e3779b9);
    runs[start] = hash;
  }
  return runs;
}

function minHashes(shingles: Uint32Array): Uint32Array {
  const smallest = new Uint32Array(BANDS * ROWS_PER_BAND).fill(0xffffffff);
  for (const shingle of shingles) {
    for (let seed = 0; seed < smallest.length; seed += 1) {
      const hash = scramble(shingle, Math.imul(seed + 1, 0x9e3779b1));
      if (hash < smallest[seed]!) smallest[seed] = hash;
    }
  }
  return smallest;
}

/** A bijection of 32-bit numbers for each seed (the finaliser of MurmurHash3). */
function scramble(value: number, seed: number): number {
  let mixed = (value ^ seed) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
