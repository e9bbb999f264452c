import { describe, expect, it } from 'vitest';
import { adminTokenCheck } from '../../src/access/index.ts';

const TOKEN = 'correct horse battery';

describe('adminTokenCheck', () => {
  it('knows the token from any other text', () => {
    const check = adminTokenCheck(TOKEN);
    expect(check(TOKEN)).toBe(true);
    for (const other of ['', `${TOKEN} `, TOKEN.toUpperCase(), 'x'.repeat(10_000)]) expect(check(other)).toBe(false);
  });
});
