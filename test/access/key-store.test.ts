import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { generateKey } from '../../src/access/key-format.ts';
import { Clock, DEFAULT_LIMIT, stores, type TestStore } from './support/stores.ts';

const ACTOR = 'test';

describe.each(stores)('keys in $name', ({ create }) => {
  let store: TestStore;
  let access: Access;
  let clock: Clock;

  beforeEach(async () => {
    clock = new Clock();
    store = await create();
    access = await store.open(clock);
  });

  afterEach(async () => {
    await access.close();
    await store.dispose();
  });

  it('recognises a created key and says whose it is and how often it may ask', async () => {
    const { id, key } = await access.keys.create({ name: 'ada', limit: 5 }, ACTOR);
    const { customer_id: customerId } = await access.keys.show(id);
    expect(await access.authenticator.authenticate(key)).toEqual({
      keyId: id,
      keyName: 'ada',
      status: 'active',
      limit: 5,
      windowSeconds: 60,
      rateLimitId: id,
      customerId,
    });
  });

  it('gives the limit of the setting to a key that has none', async () => {
    const { key } = await access.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.authenticator.authenticate(key)).toMatchObject({ limit: DEFAULT_LIMIT });
  });

  it('knows no well-formed key that was never made', async () => {
    await access.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.authenticator.authenticate(generateKey().key)).toBeUndefined();
  });

  it('does not take another secret for a known id', async () => {
    const { id } = await access.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.authenticator.authenticate(generateKey(id).key)).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['10 kB long', 'k'.repeat(10_000)],
    ['Unicode', 'cvs_ключ🔑\ud800\0'],
    ['SQL', "' OR 1=1 --"],
  ])('does not recognise a key that is %s', async (_, key) => {
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
  });

  it('forgets a revoked key at once, for good, and says when', async () => {
    const { id, key } = await access.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.keys.revoke(id, ACTOR)).toMatchObject({
      state: 'revoked',
      revoked_at: '2030-01-31T12:00:00.000Z',
    });
    clock.advance(60);
    await access.keys.revoke(id, ACTOR);
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
    expect(await access.keys.show(id)).toMatchObject({ revoked_at: '2030-01-31T12:00:00.000Z' });
  });

  it('lets a key expire by the clock alone', async () => {
    const { id, key } = await access.keys.create({ name: 'ada', expires: clock.now() + 10_000 }, ACTOR);
    clock.advance(9);
    expect(await access.authenticator.authenticate(key)).toBeDefined();
    clock.advance(1);
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
    expect(await access.keys.show(id)).toMatchObject({ state: 'expired', revoked_at: null });
  });

  it.each(['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'expired'])(
    'reports the subscription status %s with the key, which stays recognised',
    async (status) => {
      const { id, key } = await access.keys.create({ name: 'ada' }, ACTOR);
      expect(await access.keys.setStatus(id, status, ACTOR)).toMatchObject({ subscription_status: status });
      expect(await access.authenticator.authenticate(key)).toMatchObject({ keyId: id, status });
    },
  );

  it('rotates with an overlap: both keys work, in one rate-limit window, until the old one ends', async () => {
    const { id, key } = await access.keys.create({ name: 'ada', limit: 7 }, ACTOR);
    const rotated = await access.keys.rotate(id, 30, ACTOR);
    expect(rotated).toMatchObject({ replaces: id, old_key_expires_at: '2030-01-31T12:00:30.000Z' });
    expect(await access.authenticator.authenticate(key)).toMatchObject({ keyId: id, rateLimitId: id });
    clock.advance(30);
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
    expect(await access.authenticator.authenticate(rotated.key)).toMatchObject({
      keyId: rotated.id,
      keyName: 'ada',
      limit: 7,
      rateLimitId: id,
    });
  });

  it('ends the old key at once when it is rotated without an overlap', async () => {
    const { id, key } = await access.keys.create({ name: 'ada' }, ACTOR);
    await access.keys.rotate(id, 0, ACTOR);
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
    await expect(access.keys.rotate(id, 0, ACTOR)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('does not lengthen the life of a key by rotating it', async () => {
    const { id } = await access.keys.create({ name: 'ada', expires: clock.now() + 5000 }, ACTOR);
    const rotated = await access.keys.rotate(id, 3600, ACTOR);
    clock.advance(5);
    expect((await access.keys.list()).rows).toMatchObject([{ state: 'expired' }, { state: 'expired' }]);
    expect(await access.authenticator.authenticate(rotated.key)).toBeUndefined();
  });

  it('makes the first key once, also when many processes start at the same time', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => store.open(clock)));
    const made = await Promise.all([access, ...others].map(({ keys }) => keys.createFirstKeyIfEmpty()));
    const [first, ...rest] = made.filter((created) => created !== undefined);
    expect(rest).toEqual([]);
    expect(await access.authenticator.authenticate(first!.key)).toMatchObject({ keyId: first!.id, status: 'active' });
    await Promise.all(others.map((other) => other.close()));
  });

  it('gives the first key of a local service the plan local, and every later key the default limit', async () => {
    const first = await access.keys.createFirstKeyIfEmpty({ local: true });
    const { customer_id: customerId, name } = await access.keys.show(first!.id);
    expect((await access.customers.show(customerId)).name).not.toBe(name);
    const later = await access.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.keys.show(first!.id)).toMatchObject({ plan: 'local', limit: 6000, window_seconds: 60 });
    expect(await access.keys.show(later.id)).toMatchObject({ plan: 'standard', limit: 60 });
    await access.plans.put({ id: 'local', name: 'Local', limit: 90, window_seconds: 60 }, ACTOR);
    expect(await access.keys.show(first!.id)).toMatchObject({ limit: 90 });
  });

  it.each([
    ['other customers', true, true],
    ['a service that others reach', false, false],
  ])('gives the first key the standard plan with %s', async (_, local, hasCustomer) => {
    if (hasCustomer) await access.customers.create({ name: 'ada' }, ACTOR);
    const first = await access.keys.createFirstKeyIfEmpty({ local });
    expect(await access.keys.show(first!.id)).toMatchObject({ plan: 'standard', limit: 60 });
  });

  it('makes no first key where any key was ever made, even one revoked since', async () => {
    const { id } = await access.keys.create({ name: 'ada' }, ACTOR);
    await access.keys.revoke(id, ACTOR);
    expect(await access.keys.createFirstKeyIfEmpty()).toBeUndefined();
  });

  it('shows a process what another did: a new key at once, a change within the second that a key is remembered', async () => {
    const other = await store.open(clock);
    const { id, key } = await other.keys.create({ name: 'ada' }, ACTOR);
    expect(await access.authenticator.authenticate(key)).toMatchObject({ status: 'active' });
    await other.keys.setStatus(id, 'past_due', ACTOR);
    clock.advance(1);
    expect(await access.authenticator.authenticate(key)).toMatchObject({ status: 'past_due' });
    await other.keys.revoke(id, ACTOR);
    clock.advance(1);
    expect(await access.authenticator.authenticate(key)).toBeUndefined();
    await other.close();
  });

  it.each([
    [{ name: '  ' }, 'Expected name to be 1 to 100 printable characters, got 0.'],
    [{ name: 'a\nb' }, 'name contains the invisible character U+000A. Remove it.'],
    [{ name: 'a', limit: 1.5 }, 'Expected limit to be a whole number from 1 to 1000000, got 1.5.'],
    [{ name: 'a', expires: 1 }, 'Expected expires to be a time in the future, got one in the past.'],
  ])('refuses to make a key of %j and leaves nothing behind', async (input, message) => {
    await expect(access.keys.create(input, ACTOR)).rejects.toMatchObject({ code: 'invalid_request', message });
    expect((await access.keys.list()).rows).toEqual([]);
  });

  it('says which id names no key', async () => {
    for (const change of [
      () => access.keys.show('nope'),
      () => access.keys.revoke('nope', ACTOR),
      () => access.keys.rotate('nope', 0, ACTOR),
      () => access.keys.setStatus('nope', 'active', ACTOR),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('"nope"') });
    }
  });

  it('refuses a status that there is none of', async () => {
    const { id } = await access.keys.create({ name: 'ada' }, ACTOR);
    await expect(access.keys.setStatus(id, 'paid', ACTOR)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/one of active, .*, got "paid"/),
    });
  });
});
