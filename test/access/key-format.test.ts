import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateKey, hashKey, keyIdOf, sameHash } from '../../src/access/key-format.ts';

describe('generateKey', () => {
  it('makes a key of prefix, id, secret and checksum in URL-safe characters', () => {
    const { id, key } = generateKey();
    expect(key).toMatch(/^cvs_[0-9A-Za-z]{40}$/);
    expect(key.slice(4, 14)).toBe(id);
  });

  it('never makes the same key or id twice', () => {
    const keys = Array.from({ length: 500 }, generateKey);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(500);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(500);
  });

  it('gives the SHA-256 of the whole key for storage', () => {
    const { key, hash } = generateKey();
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
  });
});

describe('keyIdOf', () => {
  it('reads the id of every generated key', () => {
    const { id, key } = generateKey();
    expect(keyIdOf(key)).toBe(id);
  });

  it('refuses a key with any one character changed, by its checksum', () => {
    const { key } = generateKey();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0Az-\0é'), (place, character) => {
        fc.pre(key[place] !== character);
        return keyIdOf(key.slice(0, place) + character + key.slice(place + 1)) === undefined;
      }),
    );
  });

  it('refuses any text that is no key', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => keyIdOf(text) === undefined));
    expect(keyIdOf('k'.repeat(10_000))).toBeUndefined();
    expect(keyIdOf('')).toBeUndefined();
    expect(keyIdOf(`cvs_${'é\ud800'.repeat(20)}`)).toBeUndefined();
    expect(keyIdOf(` ${generateKey().key}`)).toBeUndefined();
    expect(keyIdOf(`${generateKey().key}\n`)).toBeUndefined();
  });
});

describe('sameHash', () => {
  it('distinguishes equal digests from different and malformed ones', () => {
    const hash = hashKey('a');
    expect(sameHash(hash, hashKey('a'))).toBe(true);
    expect(sameHash(hash, hashKey('b'))).toBe(false);
    expect(sameHash(hash, '')).toBe(false);
    expect(sameHash(hash, hash.slice(0, 32))).toBe(false);
  });
});
