import { expect, it } from 'vitest';
import { failed, notRun, passed } from '../../../../scripts/k8s/drill/finding.ts';
import { exitCode, type Row, table } from '../../../../scripts/k8s/drill/table.ts';

const row = (check: string, finding: Omit<Row, 'check' | 'seconds'>): Row => ({ check, seconds: 12.4, ...finding });
const GOOD = row('good', passed('40 × 200'));
const BAD = row('bad', failed('1 × 500 | "broken"\nsecond line'));
const ABSENT = row('absent', notRun('one node'));

it('has a row for each check, and distinguishes "not run" from "passed"', () => {
  expect(table([GOOD, BAD, ABSENT])).toBe(
    [
      '| check | result | time | detail |',
      '|---|---|---:|---|',
      '| good | passed | 12 s | 40 × 200 |',
      '| bad | **failed** | 12 s | 1 × 500 \\| "broken" second line |',
      '| absent | not run | 12 s | one node |',
      '',
      '1 passed, 1 failed, 1 not run.',
    ].join('\n'),
  );
});

it('ends with 1 when a check failed, and with 2 when none was run', () => {
  expect(exitCode([GOOD, ABSENT])).toBe(0);
  expect(exitCode([GOOD, BAD, ABSENT])).toBe(1);
  expect(exitCode([ABSENT])).toBe(2);
  expect(exitCode([])).toBe(2);
});
