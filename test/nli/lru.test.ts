import { describe, expect, it } from 'vitest';
import { Lru } from '../../src/nli/lru.ts';

describe('Lru', () => {
  it('forgets what was used longest ago', () => {
    const lru = new Lru<number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    lru.get('a');
    lru.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => lru.get(key))).toEqual([1, undefined, 3]);
  });

  it('keeps the last value of a key, in one place', () => {
    const lru = new Lru<number>(2);
    lru.set('a', 1);
    lru.set('a', 2);
    lru.set('b', 3);
    expect([lru.get('a'), lru.get('b')]).toEqual([2, 3]);
  });

  it('keeps nothing when its capacity is nought', () => {
    const lru = new Lru<number>(0);
    lru.set('a', 1);
    expect(lru.get('a')).toBeUndefined();
  });

  it('gives up entries for keys that are long, so that memory stays bounded', () => {
    const lru = new Lru<number>(3);
    for (const name of ['a', 'b']) lru.set(name, 1);
    lru.set('x'.repeat(600), 2);
    lru.set('y'.repeat(600), 3);
    expect(['a', 'b', 'x'.repeat(600), 'y'.repeat(600)].map((key) => lru.get(key))).toEqual([
      undefined,
      undefined,
      undefined,
      3,
    ]);
    lru.set('z'.repeat(769), 4);
    expect(lru.get('z'.repeat(769))).toBeUndefined();
    lru.set('c', 5);
    expect(lru.get('c')).toBe(5);
  });
});
