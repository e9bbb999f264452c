import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHECKS } from '../../../../scripts/k8s/drill/checks.ts';

const names = CHECKS.map(({ name }) => name);

it('gives every check a unique name', () => {
  expect(new Set(names).size).toBe(names.length);
});

it('has a row of every check in the table of the last run', () => {
  const page = readFileSync('scripts/k8s/README.md', 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+) \| (?:passed|\*\*failed\*\*|not run) \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(names);
});
