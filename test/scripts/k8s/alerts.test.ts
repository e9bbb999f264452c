import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { settings } from '../../../src/config.ts';
import { withProgram } from '../../support/programs.ts';
import { ALL_IS_WELL, DRILLS, type Series } from './alert-drills.ts';
import { alertGroups } from './manifests.ts';
import { metricNames } from './metric-names.ts';

const promtool = withProgram('promtool', 'apt-get install prometheus');
const groups = alertGroups();
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.map(({ alert }) => alert);

describe('the alerts', () => {
  it('watch metrics that the service has', async () => {
    const names = await metricNames();
    const watched = rules.flatMap(({ expr }) => expr.match(/\b(?:claim_verification|nodejs|process)_\w+/g) ?? []);
    expect(watched.length).toBeGreaterThan(8);
    expect(watched.filter((name) => !names.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('name settings that the service has', () => {
    const words = rules.flatMap(({ annotations }) => annotations.description.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
    expect(words).toEqual(expect.arrayContaining(['MAX_QUEUE_MS', 'SCORE_CACHE_PAIRS']));
    expect(words.filter((word) => !(word in settings.shape))).toEqual([]);
  });

  it('have unique names, a severity, a summary and a description', () => {
    expect(new Set(alerts).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule).toMatchObject({
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      });
    }
  });
});

describe.skipIf(!promtool.isThere)(promtool.titled('the alerts in Prometheus'), () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    writeFileSync(join(folder, 'rules.yaml'), stringify({ groups }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...args: string[]): { status: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  }

  /** Has Prometheus evaluate the rules over the series; fails unless exactly these alerts fire after an hour. */
  function firing(series: Series, expected: readonly string[]): ReturnType<typeof run> {
    const input = Object.entries({ ...ALL_IS_WELL, ...series }).map(([name, values]) => ({ series: name, values }));
    const samples = expected.map((alert) => ({ labels: `{alertname="ClaimVerification${alert}"}`, value: 1 }));
    const fired = {
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '60m',
      exp_samples: samples,
    };
    const tests = [{ interval: '1m', input_series: input, promql_expr_test: [fired] }];
    writeFileSync(
      join(folder, 'test.yaml'),
      stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }),
    );
    return run('test', 'rules', 'test.yaml');
  }

  it('are rules that it reads', () => {
    const { status, said } = run('check', 'rules', 'rules.yaml');
    expect([status, said]).toEqual([0, expect.stringContaining(`SUCCESS: ${alerts.length} rules found`)]);
  });

  it('stay silent while all is well', () => {
    expect(firing({}, [])).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  it.each(DRILLS)('fire when $fault: $fires', ({ series, fires }) => {
    expect(firing(series, fires)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
    if (fires.length > 0) expect(firing(series, []).status).toBe(1);
  });

  it('each have a drill that sets it off', () => {
    const set = new Set(DRILLS.flatMap(({ fires }) => fires.map((name) => `ClaimVerification${name}`)));
    expect(alerts.filter((alert) => !set.has(alert))).toEqual([]);
  });
});
