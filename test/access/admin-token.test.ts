import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminTokenCheck, readAdminToken } from '../../src/access/index.ts';
import { temporaryFolder } from './support/stores.ts';

const TOKEN = 'correct horse battery';

describe('readAdminToken', () => {
  it('takes the token of the setting, or none', () => {
    expect(readAdminToken({ token: TOKEN })).toBe(TOKEN);
    expect(readAdminToken({})).toBeUndefined();
  });

  it('takes the content of the file before the setting, without the white space around it', () => {
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, `${TOKEN}\n`);
    expect(readAdminToken({ token: 'another token, long enough', file })).toBe(TOKEN);
  });

  it('refuses a token that is too short or a file that is not there', () => {
    for (const source of [{ token: 'short' }, { file: '/nowhere/token' }]) {
      expect(() => readAdminToken(source)).toThrow(expect.objectContaining({ code: 'invalid_configuration' }));
    }
  });
});

describe('adminTokenCheck', () => {
  it('knows the token from any other text', () => {
    const check = adminTokenCheck(TOKEN);
    expect(check(TOKEN)).toBe(true);
    for (const other of ['', `${TOKEN} `, TOKEN.toUpperCase(), 'x'.repeat(10_000)]) expect(check(other)).toBe(false);
  });
});
