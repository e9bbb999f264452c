import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PACKAGE_ROOT } from '../../src/package.ts';

/** What the build reads: code, and what it copies next to it. */
const INPUT = /\.(?:ts|html|css|svg|json|jsonl)$/;
const OUTPUTS = ['dist/.tsbuildinfo', 'dist/.browser.tsbuildinfo', 'dist/src/cli/claim-verifier.js'];
/** Sizes and times of all of that when the last build for tests ended. */
const RECORD = join(PACKAGE_ROOT, 'dist/.built-for-tests.json');

/**
 * Tests that start processes or worker threads run what is built, so every run of tests builds first, unless neither the
 * sources nor the build changed since the last one. Throws when the sources do not compile.
 */
export default function setup(project: TestProject): void {
  buildIfChanged();
  project.onTestsRerun(() => Promise.resolve(buildIfChanged()));
}

function buildIfChanged(): void {
  if (record() === lastRecord()) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: PACKAGE_ROOT, stdio: 'inherit' });
  if (status !== 0)
    throw new Error('Expected sources that compile, got the errors above: tests would run the last build.');
  writeFileSync(RECORD, record());
}

function lastRecord(): string | undefined {
  try {
    return readFileSync(RECORD, 'utf8');
  } catch {
    return undefined;
  }
}

function record(): string {
  const sources = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => INPUT.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  const files = [...sources.sort(), 'package.json', 'tsconfig.json', ...OUTPUTS];
  return JSON.stringify(files.map((path) => [path, ...sizeAndTime(join(PACKAGE_ROOT, path))]));
}

/** Nothing of a file that is missing: it is a change, too. */
function sizeAndTime(path: string): number[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? [] : [stats.size, stats.mtimeMs];
}
