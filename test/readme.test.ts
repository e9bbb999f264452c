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
  return `| \`${name}\` | ${shown} | ${schema.description} |`;
}

test.each(Object.entries(settings.shape))(
  'the page of the settings lists %s with its default and meaning',
  (name, schema) => {
    expect(page).toContain(line(name, schema));
  },
);

test.each(['claim-nli', 'claim-nli-compact'])('the README says how large models/%s is', (name) => {
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const [, megabytes] = new RegExp(`\`models/${name}\` \\((\\d+) MB`).exec(readme) ?? [];
  const folder = join(PACKAGE_ROOT, 'models', name);
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)));
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  expect(Number(megabytes)).toBe(Math.round(bytes / 1_000_000));
});
