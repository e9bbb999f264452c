import { describe, expect, it } from 'vitest';
import { generateKey } from '../../../src/access/key-format.ts';
import { stores } from '../../access/support/stores.ts';
import { testServer, verifyRequest } from '../../support/test-server.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator';

describe.each(stores)('a key database in $name that cannot be asked', ({ create }) => {
  it('returns one message without details; the reason is in the log', async () => {
    const store = await create();
    const access = await store.open();
    const database = await store.database();
    const { app, log } = testServer({ access, env: { ADMIN_TOKEN } });
    const answers = async () => {
      const authorization = `Bearer ${generateKey().key}`;
      const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
      return Promise.all([
        app.inject(verifyRequest({ headers: { authorization } })),
        app.inject({ url: '/v1/account', headers: { authorization } }),
        app.inject({ url: '/admin/v1/keys/abc', headers: operator }),
      ]);
    };
    expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([401, 401, 404]);
    await database.transaction((sql) => sql.query('ALTER TABLE api_keys RENAME TO moved_away'));
    for (const answer of await answers()) {
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        {
          error: {
            code: 'service_unavailable',
            message: expect.any(String),
            details: { retry_after_seconds: 1 },
          },
        },
      ]);
    }
    expect(log.join('')).toMatch(/The key database (at|on) [^"]* cannot be used: .*api_keys/);
    await app.close();
    await database.close();
    await access.close();
    await store.dispose();
  });
});
