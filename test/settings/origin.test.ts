import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { originOf } from '../../src/config.ts';

it('says whether a value came from the environment, from a file of Node or from the default', () => {
  const folder = mkdtempSync(join(tmpdir(), 'origin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'service.env');
  writeFileSync(file, '# settings\nDATA_DIR="/var/lib/claims"\nPORT=8080\n');
  const execArgv = [`--env-file=${file}`, '--env-file=/nowhere'];
  const of = (env: Record<string, string>) => originOf('DATA_DIR', { env, execArgv });
  expect(of({ DATA_DIR: '/var/lib/claims' })).toBe(`DATA_DIR comes from the file ${file}.`);
  expect(of({ DATA_DIR: '/elsewhere' })).toBe('DATA_DIR comes from the environment.');
  expect(of({ DATA_DIR: '' })).toBe('DATA_DIR is not set, so its default applies.');
});
