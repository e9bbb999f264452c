import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, openAccess } from '../../../src/access/index.ts';
import { runCommand } from '../../support/run-command.ts';

describe('claim-verifier operators', () => {
  let dataDir: string;
  /** A server's view of the same database, open all the while. */
  let server: Access;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'operators-'));
    server = await openAccess({ dataDir, defaultLimit: 60 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  const operators = (...args: string[]) =>
    runCommand(['operators', ...args], { env: { DATA_DIR: dataDir, DATABASE_URL: '' } });

  it('makes an operator whose token works at once, lists it without the token, and revokes it', async () => {
    expect((await operators('list')).stdout).toBe('There are no operators.\n');
    const created = await operators('create', '--name', 'eva', '--role', 'operate', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { id, token } = JSON.parse(created.stdout);
    expect(await server.operators.authenticate(token)).toMatchObject({ name: 'eva', role: 'operate' });
    const listed = await operators('list');
    expect(listed.stdout).toMatch(new RegExp(`^ID .*\\n${id} +operate +never +eva\\n$`));
    expect(listed.stdout).not.toContain(token);
    expect((await operators('revoke', id)).stdout).toMatch(/^The token of eva stopped working at \S+Z\.\n$/);
    expect(await server.operators.authenticate(token)).toBeUndefined();
    const [line] = (await server.audit({ count: 1, subject: id })).rows;
    expect([line!.action, line!.actor]).toEqual(['operator.revoke', expect.stringMatching(/^cli:/)]);
  });

  it('creates read-only operators by default and refuses a name twice', async () => {
    const first = await operators('create', '--name', 'ann');
    expect(first.stdout).toMatch(/^Operator \w{10}, "ann" \(read\):\n {2}cvo_\w{40}\nStore it now/);
    const again = await operators('create', '--name', 'ann');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('has or had the name "ann"');
    expect((await operators('create', '--name', 'bob', '--role', 'admin')).stderr).toContain(
      'Allowed choices are read',
    );
  });
});
