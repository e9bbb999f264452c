import { readFileSync } from 'node:fs';
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
