import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../support/run-command.ts';

it('claim-verifier bundle refuses a model that is not there in one sentence, before anything is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // No npm is found there: were it called first, the sentence would be another.
  const env = { PATH: folder, TMPDIR: folder };
  const { code, stdout, stderr } = await runCommand(['bundle', '--model', '/nope', '--output', folder], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^\/nope: expected a directory with a model, there is none\.\n$/);
  expect(readdirSync(folder).filter((name) => name.startsWith('bundle-'))).toEqual([]);
});
