import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/index.ts';
import { MAX_LIVE_KEYS } from '../../src/access/key-lifecycle.ts';
import { Clock, stores, type TestStore } from './support/stores.ts';

const WEEK = 604_800;

describe.each(stores)('keys rotated from one another in $name', ({ create }) => {
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

  /** A second later, as a key is remembered so long. */
  async function works({ key }: { key: string }): Promise<boolean> {
    clock.advance(1);
    return (await access.authenticator.authenticate(key)) !== undefined;
  }
  const rotate = (id: string, overlap = WEEK) => access.keys.rotate(id, overlap, 'test');

  /** first -> second -> third, with a sibling of the second. */
  async function fourKeys() {
    const first = await access.keys.create({ name: 'ada' }, 'test');
    const second = await rotate(first.id);
    const sibling = await rotate(first.id);
    const third = await rotate(second.id, 0);
    return { first, second, sibling, third };
  }

  it('end with a leaked key, whoever rotated them, and say so in the audit table', async () => {
    const { first, second, sibling, third } = await fourKeys();
    const other = await access.keys.create({ name: 'bob' }, 'test');
    const { state, also_revoked: alsoRevoked } = await access.keys.revoke(first.id, 'admin');
    expect([state, [...alsoRevoked].sort()]).toEqual(['revoked', [second.id, sibling.id, third.id].sort()]);
    for (const key of [first, second, sibling, third]) expect(await works(key)).toBe(false);
    expect(await works(other)).toBe(true);
    expect((await access.audit({ count: 1, subject: third.id })).rows).toMatchObject([
      { actor: 'admin', action: 'key.revoke', detail: { with: first.id } },
    ]);
  });

  it('go on working when only the one is revoked, and end when it is revoked again', async () => {
    const { first, sibling, third } = await fourKeys();
    expect((await access.keys.revoke(first.id, 'admin', 'only')).also_revoked).toEqual([]);
    expect([await works(first), await works(sibling), await works(third)]).toEqual([false, true, true]);
    await access.keys.revoke(first.id, 'admin');
    expect([await works(sibling), await works(third)]).toEqual([false, false]);
  });

  it('leave alone what a revoked key was itself rotated from, and its siblings', async () => {
    const { first, second, sibling, third } = await fourKeys();
    await access.keys.revoke(second.id, 'admin');
    expect([await works(first), await works(sibling), await works(third)]).toEqual([true, true, false]);
  });

  it('end with a key that expired before it was revoked', async () => {
    const { first, sibling } = await fourKeys();
    clock.advance(WEEK);
    expect((await access.keys.show(first.id)).state).toBe('expired');
    await access.keys.revoke(first.id, 'admin');
    expect(await works(sibling)).toBe(false);
  });

  it('record which key was rotated from which', async () => {
    const { first, second, sibling, third } = await fourKeys();
    const origins = new Map(
      (await access.keys.rotationGroup(third.id)).map(({ id, rotated_from }) => [id, rotated_from]),
    );
    expect(origins).toEqual(
      new Map([
        [first.id, null],
        [second.id, first.id],
        [sibling.id, first.id],
        [third.id, second.id],
      ]),
    );
  });

  it('are few: another one works only once one of them ends', async () => {
    const { first, sibling } = await fourKeys();
    await expect(rotate(first.id)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${MAX_LIVE_KEYS} keys rotated from one another still work, which is the maximum. Revoke one, wait until one expires, or rotate with an overlap of 0 seconds.`,
      details: { field: 'overlap_seconds' },
    });
    const replaced = await rotate(first.id, 0);
    await access.keys.revoke(replaced.id, 'test');
    expect(await works(await rotate(sibling.id))).toBe(true);
  });

  it('cannot escape a revocation by being rotated at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await access.keys.create({ name: 'ada' }, 'test');
      const made = await rotate(id);
      const results = await Promise.allSettled([rotate(made.id), access.keys.revoke(id, 'test'), rotate(made.id)]);
      expect(results[1]!.status).toBe('fulfilled');
      expect((await access.keys.rotationGroup(id)).filter(({ state }) => state === 'active')).toEqual([]);
    }
  });
});
