import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, openAccess } from '../../../src/access/index.ts';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { COMMAND, runCommand } from '../../support/run-command.ts';

describe('claim-verifier keys', () => {
  let dataDir: string;
  /** A server's view of the same database, open all the while. */
  let server: Access;

  beforeAll(async () => {
    dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'keys-')));
    server = await openAccess({ dataDir, defaultLimit: 60 });
  });

  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  function keys(...parameters: string[]) {
    const run = spawnSync(process.execPath, [COMMAND, 'keys', ...parameters], {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', RATE_LIMIT_PER_MINUTE: '90' },
      encoding: 'utf8',
    });
    return { code: run.status, stdout: run.stdout, stderr: run.stderr };
  }

  it('prints one object with id and key, and nothing else, for a key that works on the next request', async () => {
    const { code, stdout, stderr } = keys(
      'create',
      '--name',
      'ada',
      '--limit',
      '5',
      '--expires',
      '2100-01-01',
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    const created = JSON.parse(stdout);
    expect(Object.keys(created)).toEqual(['id', 'key']);
    expect(await server.authenticator.authenticate(created.key)).toMatchObject({ keyId: created.id, limit: 5 });
  });

  it('prints the limit of a new key, set or default, after the key', () => {
    const { stdout } = keys('create', '--name', 'bo');
    expect(stdout).toMatch(/cvs_\w{40}[\s\S]*limited to 90 requests per 60 seconds/);
    expect(keys('create', '--name', 'cy', '--limit', '1200').stdout).toContain(
      'limited to 1200 requests per 60 seconds',
    );
  });

  it('creates no database: a missing one is an error that names the file and the setting', async () => {
    const folder = join(dataDir, 'elsewhere');
    const missing = await runCommand(['keys', 'list'], { env: { DATA_DIR: folder, DATABASE_URL: '' } });
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toBe(
      `There is no key database at ${folder}/keys.sqlite. DATA_DIR comes from the environment. ` +
        'Start the service there once, or create one: claim-verifier init.\n',
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('backs up, restores to another folder and works there', async () => {
    await server.keys.create({ name: 'kept' }, 'test');
    const file = join(dataDir, 'backup.sqlite');
    const backup = await runCommand(['backup', file], { env: { DATA_DIR: dataDir, DATABASE_URL: '' } });
    expect(backup).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/api_keys +\d+/) });
    const env = { DATA_DIR: join(dataDir, 'restored'), DATABASE_URL: '' };
    const restored = await runCommand(['restore', file], { env });
    expect(restored).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Restored \d+ keys?, \d+ customers? and/),
    });
    expect((await runCommand(['keys', 'list'], { env })).stdout).toContain('kept');
  });

  it('shows and lists keys without ever showing one in clear', async () => {
    const { id, key } = await server.keys.create({ name: 'grace' }, 'test');
    const shown = JSON.parse(keys('show', id, '--json').stdout);
    expect(shown).toMatchObject({ id, name: 'grace', state: 'active', subscription_status: 'active', limit: 90 });
    const listed = keys('list');
    expect(listed.stdout).toMatch(new RegExp(`^${id} +active +active +90/60s +never +grace$`, 'm'));
    expect(listed.stdout + JSON.stringify(shown)).not.toContain(key.slice(14));
  });

  it('reaches a running server with status, rotation and revocation', async () => {
    const { id, key } = await server.keys.create({ name: 'alan' }, 'test');
    expect(keys('set-status', id, 'past_due').code).toBe(0);
    expect(await server.authenticator.authenticate(key)).toMatchObject({ status: 'past_due' });
    const rotated = JSON.parse(keys('rotate', id, '--overlap', '3600', '--json').stdout);
    expect(await server.authenticator.authenticate(key)).toMatchObject({ keyId: id });
    expect(await server.authenticator.authenticate(rotated.key)).toMatchObject({ keyId: rotated.id });
    expect(JSON.parse(keys('revoke', id, '--json').stdout)).toMatchObject({ id, state: 'revoked' });
    expect(await server.authenticator.authenticate(key)).toBeUndefined();
  });

  it('revokes keys rotated from it too, unless --only is set', async () => {
    const { id } = await server.keys.create({ name: 'leaked' }, 'test');
    const rotated = await server.keys.rotate(id, 3600, 'customer:thief');
    expect(JSON.parse(keys('revoke', id, '--only', '--json').stdout)).toMatchObject({ id, also_revoked: [] });
    expect(await server.authenticator.authenticate(rotated.key)).toBeDefined();
    const shown = keys('revoke', id).stdout;
    expect(shown).toMatch(new RegExp(`^also_revoked +${rotated.id}$`, 'm'));
    expect(await server.authenticator.authenticate(rotated.key)).toBeUndefined();
    expect(keys('show', rotated.id).stdout).toMatch(new RegExp(`^rotated_from +${id}$`, 'm'));
  });

  it.each([
    [['show', 'nope'], 'No key has the id "nope".'],
    [['set-status', 'nope', 'paid'], 'Expected status to be one of active, trialing'],
    [['create', '--name', 'x', '--expires', 'soon'], 'Expected expires to be a valid ISO 8601 time'],
    [['create', '--name', 'x', '--limit', '0'], 'Expected a whole number from 1 to 1000000.'],
    [['create', '--name', 'x', '--limit', '1000001'], 'Expected a whole number from 1 to 1000000.'],
    [['create'], "required option '--name <name>' not specified"],
    [['list', '--jsn'], "unknown option '--jsn'"],
  ])('says in a sentence on stderr what is wrong with %j', (parameters, sentence) => {
    const { code, stdout, stderr } = keys(...parameters, ...(parameters[0] === 'list' ? [] : ['--json']));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
