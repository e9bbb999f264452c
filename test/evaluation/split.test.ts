import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { halvesOf, nearDuplicateGroups, normaliseSource, sourceGroups } from '../../src/evaluation/split.ts';

/** `count` words made of letters, since normalising makes all numbers one. */
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    String((seed * 7919 + index * 104_729) % 100_003).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!),
  ).join(' ');
const rowsOf = (sources: readonly string[], set = 'set') =>
  sources.map((source, index) => ({ set, id: String(index), claim: 'c', source, label: 'SUPPORTED' as const }));

describe('normaliseSource', () => {
  it('keeps words only, so that case, punctuation, spacing and revised numbers do not matter', () => {
    expect(normaliseSource(' **Rotten Tomatoes**:\n\t1,213 reviews (96 %)!')).toBe('rotten tomatoes 0 0 reviews 0');
    expect(normaliseSource('ＦＵＬＬ width')).toBe('full width');
  });
});

describe('nearDuplicateGroups', () => {
  it('joins a revision with its original and leaves other texts alone', () => {
    const original = `${words(1, 30)} reviewed ${words(2, 30)}`;
    const revised = original.replace('reviewed', 'praised');
    expect(nearDuplicateGroups([original, words(3, 60), revised])).toEqual([[0, 2], [1]]);
  });

  it('joins an excerpt with its article, but not two articles that quote the same sentence', () => {
    const article = words(4, 900);
    const excerpt = article.split(' ').slice(300, 380).join(' ');
    const quote = words(5, 20);
    const quoting = [`${words(6, 200)} ${quote}`, `${quote} ${words(7, 200)}`];
    expect(nearDuplicateGroups([article, ...quoting, excerpt])).toEqual([[0, 3], [1], [2]]);
  });

  it('compares very short texts as a whole', () => {
    expect(nearDuplicateGroups(['yes', 'no', 'yes', ''])).toEqual([[0, 2], [1], [3]]);
  });
});

describe('sourceGroups', () => {
  it('numbers near-duplicate sources of one set alike, and others apart', () => {
    const [first, second] = [words(1, 40), words(2, 40)];
    const rows = [...rowsOf([first, second, `${first}. 12 more`, first]), ...rowsOf([first], 'other')];
    const [a, b, revised, again, elsewhere] = sourceGroups(rows);
    expect([revised, again]).toEqual([a, a]);
    expect(new Set([a, b, elsewhere]).size).toBe(3);
  });
});

describe('halvesOf', () => {
  it('is a fixed rule: these sources keep their halves for ever', () => {
    const sources = ['Ada wrote it.', 'Bees hum.', 'Cats sleep.', 'Dogs bark.', 'Eels swim.', 'Foxes dig.'];
    expect(halvesOf(rowsOf(sources))).toEqual(['reporting', 'tuning', 'tuning', 'tuning', 'reporting', 'tuning']);
  });

  it('puts near-duplicate sources into the same half', () => {
    const sources = Array.from({ length: 40 }, (_, index) => words(index + 10, 40));
    const halves = halvesOf(rowsOf([...sources, ...sources.map((source) => `${source}. 12 more`)]));
    expect(halves.slice(0, 40)).toEqual(halves.slice(40));
    expect(new Set(halves)).toEqual(new Set(['tuning', 'reporting']));
  });

  test.prop([fc.shuffledSubarray([...'abcdefghijkl'], { minLength: 12 })], { numRuns: 30 })(
    'depends neither on the order of rows nor on other sets',
    (letters) => {
      const sources = letters.map((letter) => `source ${letter}`);
      const alone = halvesOf(rowsOf(sources.toSorted()));
      const mixed = [...rowsOf(sources), ...rowsOf(['source a', 'source b', words(1, 50)], 'other')];
      const halves = halvesOf(mixed);
      const bySource = new Map(sources.map((source, index) => [source, halves[index]]));
      expect(sources.toSorted().map((source) => bySource.get(source))).toEqual(alone);
    },
  );
});
