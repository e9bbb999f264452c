import { describe, expect, it } from 'vitest';
import { boundedCache } from '../../src/nli/tokenizer.ts';

const [one, two, three] = [{ n: 1 }, { n: 2 }, { n: 3 }];

describe('boundedCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = boundedCache(2);
    cache.set('a', one);
    cache.set('b', two);
    cache.get('a');
    cache.set('c', three);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([one, undefined, three]);
  });

  it('keeps the last value of a key, in one place', () => {
    const cache = boundedCache(2);
    cache.set('a', one);
    cache.set('a', two);
    cache.set('b', three);
    expect([cache.get('a'), cache.get('b')]).toEqual([two, three]);
  });

  it('keeps nothing when it may keep no entries', () => {
    const cache = boundedCache(0);
    cache.set('a', one);
    cache.set('', one);
    expect([cache.get('a'), cache.get('')]).toEqual([undefined, undefined]);
  });

  it('gives up entries for keys that are long, so that memory stays bounded', () => {
    const cache = boundedCache(3);
    for (const name of ['a', 'b']) cache.set(name, one);
    cache.set('x'.repeat(600), two);
    cache.set('y'.repeat(600), three);
    const keys = ['a', 'b', 'x'.repeat(600), 'y'.repeat(600)];
    expect(keys.map((key) => cache.get(key))).toEqual([undefined, undefined, undefined, three]);
    cache.set('z'.repeat(769), one);
    expect(cache.get('z'.repeat(769))).toBeUndefined();
    cache.set('c', two);
    expect(cache.get('c')).toEqual(two);
  });
});
