import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '../../src/access/index.ts';
import { createSchema, withServer } from '../access/support/stores.ts';
import { startService, temporaryFolder } from '../support/service-process.ts';

let data: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  data = await temporaryFolder();
});
afterAll(() => data.remove());

const LISTENING = /listening at (http:[^"]+)"/;

describe('the process', () => {
  let key = '';

  it('prints one key with its limit and the page on its very first start, answers with it and ends cleanly on SIGTERM', async () => {
    const service = startService({ DATA_DIR: data.path });
    key = (await service.seen(/^ {2}(cvs_\w+)$/m))[1]!;
    const url = (await service.seen(LISTENING))[1]!;
    await service.seen(/6,000 requests per minute/);
    await service.seen(new RegExp(`open ${url}/ in a browser`));
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await service.seen(/"msg":"ready"/);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const claim = 'It was founded in 1990.';
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ claim, grounding_source: `The company employs 350 people. ${claim}` }),
    };
    const before = await fetch(`${url}/v1/verify`, request);
    expect([before.status, await before.json()]).toMatchObject([200, { verdict: 'SUPPORTED' }]);
    const underWay = fetch(`${url}/v1/verify`, request);
    service.child.kill('SIGTERM');
    expect((await underWay).status).toBe(200);
    expect(await service.exited).toBe(0);
    expect(new Set(service.stdout().match(/cvs_\w+/g))).toEqual(new Set([key]));
    expect(service.stdout() + service.stderr()).not.toContain('The company');
  });

  it('prints no key on a later start, and stops cleanly before it is warm', async () => {
    const service = startService({ DATA_DIR: data.path });
    await service.seen(LISTENING);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.stdout()).not.toContain('cvs_');
  });
});

describe('a start with warnings', () => {
  it('logs each warning before it is ready', async () => {
    const service = startService({
      DATA_DIR: data.path,
      MODEL_DIR: 'test/fixtures/foreign-bert',
      EVIDENCE_MODEL_DIR: '',
      RATE_LIMIT_PER_MIN: '7007',
      ADMIN_TOKEN: 'the-token-of-the-operator',
    });
    await service.seen(/"level":40,[^\n]*"msg":"RATE_LIMIT_PER_MIN is not a setting [^\n]* RATE_LIMIT_PER_MINUTE\?"/);
    const [, changed] = await service.seen(/"settings":(\{[^}]*\}),"msg":"settings that differ from their defaults"/);
    expect(JSON.parse(changed!)).toMatchObject({ PORT: 0, ADMIN_TOKEN: 'set' });
    await service.seen(/"level":40,[^\n]*"msg":"The manifest of [^\n]*\n(.*\n)*.*"ready"/);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.stdout()).not.toMatch(/7007|the-token-of-the-operator/);
  });
});

describe.runIf(withServer('TEST_DATABASE_URL', 'replicas that count apart'))('a start as one of several', () => {
  it('without Redis warns that each counts for itself', async () => {
    const { url, drop } = await createSchema();
    const service = startService({ DATA_DIR: data.path, DATABASE_URL: url, REPLICAS: '3' });
    await service.seen(
      /"level":40,[^\n]*"msg":"REPLICAS=3 without REDIS_URL: [^\n]* 3 times its limit[^\n]* Set REDIS_URL/,
    );
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    await drop();
  });
});

describe('a start that fails', () => {
  it.each([
    [{ PORT: 'eighty' }, 'PORT: expected a whole number; got "eighty"\n'],
    [{ MODEL_DIR: '/nowhere' }, /^.*\/nowhere.*\n$/],
  ])('is one sentence on stderr and a non-zero exit: %j', async (env, sentence) => {
    const service = startService({ DATA_DIR: data.path, ...env });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toMatch(sentence);
  });

  it('names the setting of a port in use, exits with 1 and leaves the first key to the next start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const unused = await temporaryFolder();
    const service = startService({ DATA_DIR: unused.path, PORT: String(port) });
    expect(await service.exited).toBe(1);
    expect(service.stderr()).toMatch(new RegExp(`\\b${port}\\b.* PORT `));
    expect(service.stdout()).not.toContain('cvs_');
    const access = await openAccess({ dataDir: unused.path, defaultLimit: 60 });
    expect((await access.keys.list()).rows).toEqual([]);
    await access.close();
    await unused.remove();
    other.close();
  });
});
