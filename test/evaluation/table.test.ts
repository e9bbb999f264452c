import { describe, expect, it } from 'vitest';
import { METRIC_NAMES, METRICS } from '../../src/evaluation/metrics.ts';
import { toResults } from '../../src/evaluation/results.ts';
import { summaryTable } from '../../src/evaluation/table.ts';
import { judged, outcome } from '../support/outcomes.ts';

const options = { resamples: 10, seed: 1 };
const results = (verdict: 'SUPPORTED' | 'UNCERTAIN') =>
  toResults(
    {
      settings: { without: 'roles, dates' },
      half: 'all',
      startedAt: '2025-01-01T00:00:00.000Z',
      rowsPerSecond: 10,
      pairs: [{ origin: 'read by the verdict model, m 1', pairs: 12 }],
      leftOut: [{ set: 'set', reason: 'unknown label', rows: 2, found: ['label "maybe"'] }],
    },
    [judged('set', '1', outcome('SUPPORTED', verdict, 1))],
    options,
  );

describe('tables for a terminal', () => {
  it('have a line a set, dashes where there is no number, and what was left out', () => {
    const lines = summaryTable(results('SUPPORTED')).split('\n');
    const titles = lines.filter((line) => /^set +rows/.test(line)).map((line) => line.split(/ {2,}/).slice(2));
    expect(titles.flat()).toEqual(METRIC_NAMES.map((name) => METRICS[name].title));
    expect(lines[1]).toMatch(/^set +1 +1\.000 \[1\.000, 1\.000\] +1\.000 \[1\.000, 1\.000\]/);
    expect(lines.filter((line) => /^set +1 .* -( |$)/.test(line))).not.toEqual([]);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.slice(-4)).toEqual([
      'without roles, dates',
      '10.0 rows/s',
      'pairs read by the verdict model, m 1: 12',
      'left out of set: 2 rows, unknown label (label "maybe")',
    ]);
  });

  it('print the numbers of a single set once', () => {
    const lines = summaryTable(results('SUPPORTED')).split('\n');
    expect(lines.filter((line) => /^(mean over sets|all rows)/.test(line))).toEqual([]);
  });

  it('say what is kept of all rows above a confidence, and of each verdict', () => {
    const text = summaryTable(results('UNCERTAIN'));
    expect(text).toMatch(/^confidence +all kept +right +SUPPORTED kept +right +UNSUPPORTED kept +right$/m);
    expect(text).toMatch(/^confidence +UNCERTAIN kept +right$/m);
    expect(text).toMatch(/^>= 0\.5 +100\.0 % +0\.0 % +- +- +- +-$/m);
    expect(text).toMatch(/^>= 0\.5 +100\.0 % +0\.0 %$/m);
    expect(text.match(/^>= 0\.95 /gm)).toHaveLength(2);
  });

  it('have a line an attack when claims have altered versions, and no table of attacks otherwise', () => {
    const row = (id: string, label: 'SUPPORTED' | 'UNCERTAIN') => {
      const { row: of, judgement } = judged('set', id, outcome(label, 'SUPPORTED'));
      return { row: { ...of, source: 's', category: 'modality', pair: 'p' }, judgement };
    };
    const { summary, ...facts } = results('SUPPORTED');
    const paired = toResults(facts, [row('1', 'SUPPORTED'), row('2', 'UNCERTAIN')], options);
    const lines = summaryTable(paired).split('\n');
    const first = lines.findIndex((line) => line.startsWith('attack'));
    expect(lines[first]).toMatch(/^attack +pairs +false SUPPORTED +false refusals +pairs right$/);
    expect(lines[first + 1]).toMatch(/^modality +1 +100 % \[100, 100\] +0 % \[0, 0\] +0 % \[0, 0\]$/);
    expect(lines[first + 2]).toMatch(/^all pairs +1 /);
    expect(summaryTable({ ...facts, summary })).not.toContain('attack');
  });
});
