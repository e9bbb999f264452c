import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';

const program = join(PACKAGE_ROOT, 'dist/scripts/bench/main.js');
const bench = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

it('lists every section with its help', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  for (const section of ['phases', 'service', 'queue', 'start', 'soak']) {
    expect(stdout).toMatch(new RegExp(`^ {2}${section} .*; \\d+ s$`, 'm'));
  }
});

it('refuses an unknown section before it measures anything', () => {
  const { status, stdout, stderr } = bench('--only', 'start,nothing');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('"nothing"');
});
