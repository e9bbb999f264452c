import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/evaluation/labelled-rows.ts';
import { nearDuplicateGroups, normaliseSource } from '../../../src/evaluation/split.ts';
import { PACKAGE_ROOT } from '../../../src/package.ts';

interface Entry {
  readonly id: string;
  readonly grounding_source: string;
  readonly pairs: readonly Pair[];
}

interface Pair {
  readonly id: string;
  readonly attack: string;
  readonly twin: string;
  readonly altered: string;
  readonly label: string;
}

const ATTACKS = [
  ...['date', 'exception', 'modality', 'name', 'negation', 'number', 'quantifier', 'role', 'table cell', 'unit'],
  'wrong owner',
];
const file = await readFile(`${PACKAGE_ROOT}/scripts/contrast/contrast.jsonl`, 'utf8');
const entries = file
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry);
const pairs = entries.flatMap((entry) => entry.pairs);
const words = (text: string) => normaliseSource(text).split(' ');

describe('the contrast set', () => {
  it('has at least 400 pairs, 25 of each attack, in at most 300 kB', () => {
    const counts = [...groupBy(pairs, ({ attack }) => attack)].map(([attack, { length }]) => ({ attack, length }));
    expect(counts.map(({ attack }) => attack).toSorted()).toEqual(ATTACKS);
    expect(counts.filter(({ length }) => length < 25)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(400);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(300_000);
  });

  it('has the documented fields, with texts within the limits of the service', () => {
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(['id', 'grounding_source', 'pairs']);
      expect(entry.grounding_source.length).toBeLessThanOrEqual(10_000);
    }
    for (const pair of pairs) {
      expect(Object.keys(pair)).toEqual(['id', 'attack', 'twin', 'altered', 'label']);
      expect(['UNSUPPORTED', 'UNCERTAIN']).toContain(pair.label);
      for (const claim of [pair.twin, pair.altered]) {
        expect(claim).toMatch(/^[\p{Lu}\d](?!.* {2})(?!.* [.,;])[^\n]{0,498}\.$/u);
      }
    }
  });

  it('has unique ids that begin with the id of their source', () => {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
    for (const entry of entries) {
      for (const { id } of entry.pairs) expect(id.replace(/-\d\d$/, '')).toBe(entry.id);
    }
  });

  it('alters a claim without writing another one: the two share words, and differ', () => {
    for (const { id, twin, altered } of pairs) {
      expect(altered, id).not.toBe(twin);
      const kept = new Set(words(altered));
      const shared = words(twin).filter((word) => kept.has(word));
      expect(shared.length / words(twin).length, id).toBeGreaterThan(0.3);
    }
  });

  it('repeats no source, no claim and no sentence with another name in it', () => {
    const duplicates = (texts: readonly string[]) =>
      nearDuplicateGroups(texts.map(normaliseSource))
        .filter((group) => group.length > 1)
        .map((group) => group.map((index) => texts[index]));
    expect(duplicates(entries.map((entry) => entry.grounding_source))).toEqual([]);
    expect(new Set(pairs.flatMap(({ twin, altered }) => [twin, altered])).size).toBe(2 * pairs.length);
    expect(duplicates(pairs.map(({ twin }) => twin))).toEqual([]);
  });

  it('is next to the compiled command after a build', async () => {
    expect(await readFile(`${PACKAGE_ROOT}/dist/scripts/contrast/contrast.jsonl`, 'utf8')).toBe(file);
  });
});
