import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../scripts/fuzz/fuzz-session.ts';
import { PACKAGE_ROOT } from '../src/config.ts';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const OURS = ['.github/SECURITY.md', 'scripts/k8s/SECURITY.md'];

describe.each(OURS)('%s', (path) => {
  it('names tests and files that there are', () => {
    const links = [...read(path).matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, to]) => join(dirname(path), to!));
    const tests = [...read(path).matchAll(/\btest\/[\w./-]*\w/g)].map(([name]) => name);
    const missing = [...links, ...tests].filter(
      (name) => !existsSync(join(PACKAGE_ROOT, name)) && !existsSync(join(PACKAGE_ROOT, `${name}.test.ts`)),
    );
    expect(tests.length).toBeGreaterThan(1);
    expect(missing).toEqual([]);
  });
});

it('SECURITY.md lists each area of the fuzzer, and the README leads to it', () => {
  const named = [...read('.github/SECURITY.md').matchAll(/npm run fuzz -- --only (\w+)/g)].map(([, name]) => name);
  expect(named).toEqual(AREAS.map(({ name }) => name));
  expect(read('README.md')).toContain('](.github/SECURITY.md)');
});
