import { expect, test } from 'vitest';
import { showSection, toMarkdown } from '../../../scripts/bench/bench-report.ts';
import { quantile, speedUp, spread } from '../../../scripts/bench/rounds.ts';

const table = {
  title: 'sizes',
  rows: [
    { request: 'short', 'requests/s': 12.345, ms: { median: 80, low: 75.25, high: 1234.5 } },
    { request: 'longest', 'requests/s': 1, ms: undefined },
  ],
};

test('a table for a README keeps the columns of its first row', () => {
  expect(toMarkdown(table)).toBe(
    [
      '| request | requests/s | ms |',
      '|---|---:|---:|',
      '| short | 12.3 | 80 [75.3, 1235] |',
      '| longest | 1 | - |',
    ].join('\n'),
  );
});

test('a section says which promises were kept', () => {
  const targets = [
    { what: 'share', atLeast: 0.9, got: 0.9 },
    { what: 'ms', atMost: 900, got: 901 },
    { what: 'nothing measured', atMost: 1, got: Number.NaN },
  ];
  const shown = showSection('some', { tables: [table], targets, notes: ['A note.'] });
  expect(shown.split('\n').slice(-5)).toEqual([
    'reached  share: 0.900 (wanted at least 0.9)',
    'MISSED   ms: 901 (wanted at most 900)',
    'MISSED   nothing measured: - (wanted at most 1)',
    '',
    'A note.',
  ]);
});

test('quantiles are interpolated; of nothing there are none', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([10, 20], 0.95)).toBe(19.5);
  expect(quantile([], 0.5)).toBeNaN();
  expect(spread([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4 });
});

test('contenders are compared round by round', () => {
  const slow = { name: 'slow', wallMs: [10, 40], cpuMs: [6, 6] };
  const fast = { name: 'fast', wallMs: [5, 10], cpuMs: [6, 3] };
  expect(speedUp(slow, fast).median).toBe(3);
  expect(speedUp(slow, fast, 'cpuMs').median).toBe(1.5);
});
