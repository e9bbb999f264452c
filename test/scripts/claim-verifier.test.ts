import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT, packageFacts } from '../../src/package.ts';

it('runs the commands under the path that they had before', () => {
  const program = join(PACKAGE_ROOT, 'dist/scripts/claim-verifier.js');
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${packageFacts().version}\n`);
});
