import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths.filter((path) => !path.includes('node_modules'));
}

const SOURCES = ['src', 'scripts'].flatMap(filesIn).filter((file) => file.endsWith('.ts'));
const TESTS = filesIn('test').filter((file) => file.endsWith('.test.ts'));

const README = readFileSync('test/README.md', 'utf8');
/** The rows of the README's table of files that no test imports. */
const OWN = new Map(
  [...README.matchAll(/^\| `((?:src|scripts)\/.+)` \| `(.+)` \|$/gm)].map(
    ([, file, test]) => [file!, join('test', test!)] as const,
  ),
);

const importers = new Map<string, string[]>();
for (const file of [...SOURCES, ...TESTS]) {
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const imported = join(dirname(file), path!);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

/** As test/README.md says: the test of its name or the one listed there, else those that import it, else those of the files that import it. */
function testsOf(file: string, seen = new Set<string>()): string[] {
  const own = OWN.get(file) ?? join('test', file.replace(/^src\//, '').replace(/\.ts$/, '.test.ts'));
  if (existsSync(own)) return [own];
  if (seen.has(file)) return [];
  seen.add(file);
  const users = importers.get(file) ?? [];
  const direct = users.filter((user) => TESTS.includes(user));
  return direct.length > 0 ? direct : users.flatMap((user) => testsOf(user, seen));
}

it('leads from every source file to a test', () => {
  expect(SOURCES.filter((file) => testsOf(file).length === 0)).toEqual([]);
});

it.each([...OWN])('%s, which no test imports, is tested by %s', (file, test) => {
  expect(SOURCES).toContain(file);
  expect(TESTS).toContain(test);
});

it('finds every test that test/README.md names', () => {
  const named = [...README.matchAll(/\| `([^`]+\.test\.ts)` \|/g)].map(([, test]) => join('test', test!));
  expect(named.filter((test) => !TESTS.includes(test))).toEqual([]);
});
