import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { settings } from '../../../src/config.ts';
import { withProgram } from '../../support/programs.ts';
import { FOLDER } from './manifests.ts';
import { metricNames } from './metric-names.ts';

const promtool = withProgram('promtool', 'apt-get install prometheus');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels, templating } = JSON.parse(readFileSync(join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as {
  panels: readonly Panel[];
  templating: { list: readonly { name: string; query: string }[] };
};

const METRICS = /\b(?:claim_verification|nodejs|process)_\w+/g;

function named(expression: string): string[] {
  return (expression.match(METRICS) ?? []).map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
}

describe('the Grafana dashboard', () => {
  it('asks for metrics that the service has, in every panel', async () => {
    const served = await metricNames();
    const queries = templating.list.flatMap(({ query }) => named(query));
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const asked = named(expr);
        expect(asked.length, `${title}: ${expr}`).toBeGreaterThan(0);
        expect(
          asked.filter((name) => !served.has(name)),
          title,
        ).toEqual([]);
      }
    }
    expect(queries.filter((name) => !served.has(name))).toEqual([]);
  });

  it('has well-formed expressions that use its own variables only', () => {
    const variables = new Set(templating.list.map(({ name }) => name));
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(expr.split(open!).length, expr).toBe(expr.split(close!).length);
      }
      for (const [, name] of expr.matchAll(/\$(\w+)/g)) expect(variables.has(name!), expr).toBe(true);
    }
  });

  it.skipIf(!promtool.isThere)(promtool.titled('has expressions that Prometheus reads'), () => {
    const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, i) => ({ record: `panel:${i}`, expr }));
    const file = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'rules.yaml');
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
  });

  it('gives each panel its place, with texts that name settings of the service', () => {
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const words = panels.flatMap(({ description }) => description.match(/\b[A-Z]{5,}(?:_[A-Z]+)*\b/g) ?? []);
    expect(words).toContain('WORKERS');
    expect(words.filter((word) => !(word in settings.shape))).toEqual([]);
  });
});

describe('the adapter for the autoscalers', () => {
  const { rules } = parse(readFileSync(join(FOLDER, 'prometheus-adapter.yaml'), 'utf8'));

  it.each([
    ['autoscaler.yaml', rules.custom],
    ['jobs.yaml', rules.external],
  ])('gives %s its metric, from one that the service has', async (template, [rule]) => {
    const text = readFileSync(join(FOLDER, 'chart/templates', template), 'utf8');
    expect(text).toContain(`metric: { name: ${rule.name.as} }`);
    const [name] = named(rule.seriesQuery);
    expect((await metricNames()).has(name!), name).toBe(true);
  });

  it('takes the maximum of the waiting rows, which every replica counts', () => {
    expect(rules.external[0].metricsQuery).toMatch(/^max\(/);
  });
});
