import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedLookup, StoredKeyAuthenticator } from '../../../src/access/authenticator.ts';
import { generateKey, keyIdOf } from '../../../src/access/key-format.ts';
import type { KeyRow } from '../../../src/access/key-row.ts';
import { FailedLogins } from '../../../src/server/auth/failed-logins.ts';
import { FakeRateLimiter, fakeAccess } from '../../support/fake-access.ts';
import { type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

const LIMIT = 3;

describe('the count of failed logins', () => {
  let nowMs: number;
  let rateLimiter: FakeRateLimiter;
  let failedLogins: FailedLogins;
  beforeEach(() => {
    nowMs = 10_000;
    rateLimiter = new FakeRateLimiter();
    failedLogins = new FailedLogins({ rateLimiter, limit: LIMIT, now: () => nowMs });
  });

  async function fail(times: number, address = 'a') {
    for (let time = 1; time < times; time++) await failedLogins.count(address);
    return failedLogins.count(address);
  }

  it('asks the limiter no more about an address that is over it, until its window ends', async () => {
    expect(await fail(LIMIT)).toBeUndefined();
    expect([failedLogins.isOverLimit('a'), await fail(1), failedLogins.isOverLimit('a')]).toMatchObject([
      false,
      { allowed: false, retryAfterSeconds: 17 },
      true,
    ]);
    nowMs += 15_500;
    expect(await fail(100)).toMatchObject({ allowed: false, retryAfterSeconds: 2, limit: LIMIT });
    expect(rateLimiter.hits.get('login:a')).toBe(LIMIT + 1);
    expect([failedLogins.isOverLimit('b'), await fail(1, 'b')]).toEqual([false, undefined]);
    nowMs += 1_500;
    expect([failedLogins.isOverLimit('a'), failedLogins.mayQueryStore('a')]).toEqual([false, true]);
    await fail(1);
    expect(rateLimiter.hits.get('login:a')).toBe(LIMIT + 2);
  });

  it('leaves such an address two questions a second, and others all of theirs', async () => {
    await fail(LIMIT + 1);
    const answers = () => Array.from({ length: 5 }, () => failedLogins.mayQueryStore('a'));
    expect(answers()).toEqual([true, true, false, false, false]);
    expect(failedLogins.mayQueryStore('b')).toBe(true);
    nowMs += 1_000;
    expect(answers()).toEqual([true, true, false, false, false]);
  });

  it('remembers ten thousand such addresses, those learnt last', async () => {
    for (let i = 0; i <= 10_000; i++) await fail(LIMIT + 1, `address ${i}`);
    expect([0, 1, 10_000].map((i) => failedLogins.isOverLimit(`address ${i}`))).toEqual([false, true, true]);
  });
});

describe('an address over its limit', () => {
  let server: TestServer;
  let asked: string[];
  const stored = new Map<string, KeyRow>();
  const revokedKey = newKey({ revoked_at: 1 });
  const [usedKey, unusedKey] = [newKey(), newKey()];

  function newKey(over: Partial<KeyRow> = {}): string {
    const { id, key, hash } = generateKey();
    const owner = {
      name: 'test',
      family: id,
      status: 'active',
      period_end: null,
      key_limit: 1_000,
      window_seconds: 60,
    };
    stored.set(id, { id, hash, ...owner, expires_at: null, revoked_at: null, ...over } as KeyRow);
    return key;
  }

  beforeEach(() => {
    asked = [];
    const ask = async (id: string) => {
      asked.push(id);
      return stored.get(id);
    };
    const lookup = cachedLookup(ask, { freshMs: 0, staleMs: 0 });
    const authenticator = new StoredKeyAuthenticator(lookup, { defaultLimit: 60, now: Date.now });
    const access = { ...fakeAccess(), authenticator };
    server = testServer({ access, env: { FAILED_LOGINS_PER_MINUTE: String(LIMIT) } });
  });
  afterEach(() => server.app.close());

  async function ask(key: string, remoteAddress = '10.0.0.1'): Promise<number> {
    const request = verifyRequest({ headers: { authorization: `Bearer ${key}` } });
    return (await server.app.inject({ ...request, remoteAddress })).statusCode;
  }

  it('does not have the key database asked about the keys that it invents', async () => {
    const startedAt = performance.now();
    const statuses: number[] = [];
    for (let i = 0; i < 300; i++) statuses.push(await ask(generateKey().key));
    const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
    expect(statuses).toEqual([...Array(LIMIT).fill(401), ...Array(300 - LIMIT).fill(429)]);
    expect(asked.length).toBeLessThanOrEqual(LIMIT + 1 + 2 * seconds);
  });

  it('never refuses a key that was valid before, and soon accepts one not used yet', async () => {
    expect(await ask(usedKey, '10.0.0.2')).toBe(200);
    for (let i = 0; i < 50; i++) await ask(generateKey().key);
    for (let i = 0; i < 5; i++) expect(await ask(usedKey)).toBe(200);
    let status = 429;
    while (status === 429) status = await ask(unusedKey);
    expect(status).toBe(200);
    for (let i = 0; i < 5; i++) expect(await ask(unusedKey)).toBe(200);
  });

  it('does not have it asked about a revoked key or another secret of a valid one either', async () => {
    await ask(usedKey, '10.0.0.2');
    const guesses = [revokedKey, generateKey(keyIdOf(usedKey)).key];
    const startedAt = performance.now();
    for (let i = 0; i < 200; i++) expect(await ask(guesses[i % 2]!)).not.toBe(200);
    const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
    expect(asked.length).toBeLessThanOrEqual(1 + LIMIT + 1 + 2 * seconds);
  });
});
