import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)));
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  expect(Number(megabytes)).toBe(Math.round(bytes / 1_000_000));
});

test('the README says of what passes what the table of the calibration says', () => {
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const table = readFileSync(join(PACKAGE_ROOT, 'models/claim-nli/CALIBRATION.md'), 'utf8');
  // Columns: set, SUPPORTED, of them right, pass, of them right, of the rightly SUPPORTED pass, of the others pass.
  const row = /^\| ten public sets together \|(?: [\d.]+ \|){3} ([\d.]+) \| ([\d.]+) \|/m.exec(table);
  const [, right, share] =
    /of public rows (\d+) % of what passes is right, and (\d+) % of the rightly/.exec(readme) ?? [];
  expect([Number(right), Number(share)]).toEqual([
    Math.round(100 * Number(row?.[1])),
    Math.round(100 * Number(row?.[2])),
  ]);
});
