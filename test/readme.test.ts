import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sectionsOfPages, withSections } from '../scripts/refit/pages.ts';
import { readJson } from '../scripts/refit/rows.ts';
import { type Summary, summarise } from '../scripts/refit/summary.ts';
import { PACKAGE_ROOT, settings } from '../src/config.ts';

const page = readFileSync(join(PACKAGE_ROOT, 'src/settings/README.md'), 'utf8');

/** A setting's line as the table has it: paths inside the project are written from its root. */
function line(name: string, schema: (typeof settings.shape)[keyof typeof settings.shape]): string {
  const parsed = schema.safeParse(undefined);
  const value = parsed.success ? parsed.data : undefined;
  const shown = value === undefined ? 'unset' : `\`${String(value).replace(`${PACKAGE_ROOT}/`, '')}\``;
  return `| \`${name}\` | ${shown} | ${schema.description} | `;
}

test.each(Object.entries(settings.shape))(
  'the page of the settings lists %s with its default, its meaning and when to change it',
  (name, schema) => {
    const found = page.split('\n').find((text) => text.startsWith(line(name, schema)));
    expect(found?.split(' | ')).toHaveLength(4);
  },
);

test('the page of the settings lists no other', () => {
  const names = [...page.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(settings.shape).sort());
});

test.each(['claim-nli', 'claim-nli-compact'])('the README says how large models/%s is', (name) => {
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const [, megabytes] = new RegExp(`\`models/${name}\` \\((\\d+) MB`).exec(readme) ?? [];
  const folder = join(PACKAGE_ROOT, 'models', name);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('figures'),
  );
  const sizes = paths.map((path) => statSync(join(folder, path)));
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  expect(Number(megabytes)).toBe(Math.round(bytes / 1_000_000));
});

test('the README has the speed and memory of the benchmark', () => {
  const [readme, benchmark] = ['README.md', 'scripts/bench/README.md'].map((path) =>
    readFileSync(join(PACKAGE_ROOT, path), 'utf8'),
  );
  const [, perSecond, ms] = /^\| medium: .+?\| (\d+) \| (\d+) \|/m.exec(benchmark!)!;
  const [, megabytes] = /(\d+) MB resident/.exec(benchmark!)!;
  expect(readme).toContain(`takes ${ms} ms (median); ${perSecond} such requests run per second`);
  expect(readme).toContain(`${(Number(megabytes) / 1000).toFixed(1)} GB after the start`);
});

test('the README is short', () => {
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_400);
});

test('the README has no sentence of more than 25 words', () => {
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const prose = readme.replace(/^```[\s\S]*?^```/gm, '').replace(/^\|.*$|^<!--.*$|^!\[.*$/gm, '');
  const sentences = prose.split(/\n\s*\n|\n(?=[-#])|(?<=[.:?!])\s/);
  const long = sentences.filter((sentence) => sentence.trim().split(/\s+/).length > 25);
  expect(sentences.length).toBeGreaterThan(40);
  expect(long).toEqual([]);
});

test.each(Object.entries(sectionsOfPages()))('%s has the figures of models/claim-nli/figures', (page, sections) => {
  const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8');
  expect(text).toBe(withSections(text, sections));
});

test('the figures are those of the measured rows and of the calibration', () => {
  const values = ({ confidences: _, passes: __, attacks: ___, groups, ...thresholds }: Summary) => ({
    ...thresholds,
    groups: valuesOnly(groups),
  });
  expect(values(readJson<Summary>('summary'))).toEqual(values(summarise(0)));
});

function valuesOnly(groups: Summary['groups']): unknown {
  return JSON.parse(JSON.stringify(groups, (key, value) => (key === 'low' || key === 'high' ? undefined : value)));
}
