import { beforeEach, describe, expect, it } from 'vitest';
import { cachedLookup } from '../../src/access/authenticator.ts';
import type { KeyRow } from '../../src/access/key-row.ts';

const row = (name: string) => ({ id: 'a', name }) as KeyRow;

describe('cachedLookup', () => {
  let time: number;
  let asked: number;
  let answer: () => Promise<KeyRow | undefined>;
  let lookup: ReturnType<typeof cachedLookup>;

  beforeEach(() => {
    time = 1_000_000;
    asked = 0;
    answer = async () => row('first');
    const store = () => {
      asked += 1;
      return answer();
    };
    lookup = cachedLookup(store, { freshMs: 1000, staleMs: 5000, maxRows: 2, now: () => time });
  });

  it('asks about a busy key once a second', async () => {
    for (time of [1_000_000, 1_000_999]) await lookup('a');
    expect(asked).toBe(1);
    time = 1_001_000;
    answer = async () => row('second');
    expect(await lookup('a')).toMatchObject({ name: 'second' });
    expect(asked).toBe(2);
  });

  it('returns its last result of any age without a lookup, but not for keys it never found', async () => {
    expect(lookup.remembered('a')).toBeUndefined();
    await lookup('a');
    time += 1_000_000;
    expect(lookup.remembered('a')).toMatchObject({ name: 'first' });
    answer = async () => undefined;
    await lookup('a');
    expect([lookup.remembered('a'), asked]).toEqual([undefined, 2]);
  });

  it('only remembers when nothing is fresh: it asks every time, and an outage is one at once', async () => {
    const always = cachedLookup(() => answer(), { freshMs: 0, staleMs: 0, now: () => time });
    await always('a');
    answer = async () => row('second');
    expect([await always('a'), always.remembered('a')]).toMatchObject([{ name: 'second' }, { name: 'second' }]);
    answer = () => Promise.reject(new Error('down'));
    await expect(always('a')).rejects.toThrow('down');
  });

  it('asks again and again about an unknown key, so that a new one works at once', async () => {
    answer = async () => undefined;
    expect(await lookup('a')).toBeUndefined();
    answer = async () => row('first');
    expect(await lookup('a')).toMatchObject({ name: 'first' });
  });

  it('rides out an outage with what it knows, for five seconds from when it asked and no longer', async () => {
    await lookup('a');
    answer = () => Promise.reject(new Error('down'));
    time += 4999;
    expect(await lookup('a')).toMatchObject({ name: 'first' });
    time += 1;
    await expect(lookup('a')).rejects.toThrow('down');
  });

  it('counts the age from the question, not from a late answer', async () => {
    answer = async () => {
      time += 4000;
      return row('first');
    };
    await lookup('a');
    answer = () => Promise.reject(new Error('down'));
    time += 1000;
    await expect(lookup('a')).rejects.toThrow('down');
  });

  it('accepts no key during an outage that it had not found before', async () => {
    answer = () => Promise.reject(new Error('down'));
    await expect(lookup('a')).rejects.toThrow('down');
  });

  it('forgets a key that is gone', async () => {
    await lookup('a');
    time += 1000;
    answer = async () => undefined;
    expect(await lookup('a')).toBeUndefined();
    answer = () => Promise.reject(new Error('down'));
    await expect(lookup('a')).rejects.toThrow('down');
  });

  it('asks once for questions that come together', async () => {
    await Promise.all([lookup('a'), lookup('a'), lookup('a')]);
    expect(asked).toBe(1);
  });

  it('does not trust a row from the future, after the clock was set back', async () => {
    await lookup('a');
    time -= 10_000;
    await lookup('a');
    expect(asked).toBe(2);
  });

  it('keeps the newest rows within its bound', async () => {
    for (const id of ['a', 'b', 'c']) await lookup(id);
    await lookup('c');
    await lookup('b');
    expect(asked).toBe(3);
    await lookup('a');
    expect(asked).toBe(4);
  });
});
