import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';

it('refuses a missing model before anything is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Without npm in PATH, a call of npm would fail with another message.
  const env = { PATH: folder, TMPDIR: folder };
  const program = join(PACKAGE_ROOT, 'dist/scripts/bundle/main.js');
  const args = [program, '--model', '/nope', '--output', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^\/nope: /);
  expect(readdirSync(folder)).toEqual([]);
});
