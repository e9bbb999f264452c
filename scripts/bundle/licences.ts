import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third[-_]?party)/i;
/** Of licences that must travel as texts, where a package brings none: files of the folder of texts, by what it declares. */
const STANDARD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  // The LGPL is terms on top of the GPL, which it has its readers look up.
  'LGPL-3.0-or-later': ['LGPL-3.0.txt', 'GPL-3.0.txt'],
};
const RULE = '='.repeat(80);

/** A package or model in the archive. */
export interface LicensedPart {
  readonly name: string;
  readonly version: string;
  /** Relative to the application's folder. */
  readonly folder: string;
  /** Its declared licence; undefined: the one in its package.json. */
  readonly license?: string;
}

/**
 * One text with the licence of every part: its name, its declared licence, and its licence files and
 * notices. A part without such a file is listed with its declared licence, and with that one's text where the folder
 * `texts` has to have it. Throws when a part has neither.
 */
export async function licencesOf(app: string, parts: readonly LicensedPart[], texts: string): Promise<string> {
  const sections = await Promise.all(parts.map((part) => section(app, part, texts)));
  return `${sections.join('\n\n')}\n`;
}

async function section(
  app: string,
  { name, version, folder, license }: LicensedPart,
  standardTexts: string,
): Promise<string> {
  const home = join(app, folder);
  const declared = license ?? (await licenceInPackage(home));
  const files = (await readdir(home)).filter((file) => LICENCE_FILE.test(file) && !/\.[cm]?[jt]s$/.test(file)).sort();
  if (declared === undefined && files.length === 0) {
    throw new Error(`${name}@${version}: expected a licence in its package.json or a licence file, got neither.`);
  }
  const paths =
    files.length > 0
      ? files.map((file) => join(home, file))
      : (STANDARD_TEXTS[declared ?? ''] ?? []).map((file) => join(standardTexts, file));
  const texts = await Promise.all(
    paths.map(async (path) => `${basename(path)}:\n${(await readFile(path, 'utf8')).trim()}`),
  );
  return [RULE, `${name} ${version}`, `Declared licence: ${declared ?? 'see below'}`, RULE, ...texts].join('\n');
}

async function licenceInPackage(home: string): Promise<string | undefined> {
  const { license, licenses } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  return declaredLicence(license ?? licenses);
}

function declaredLicence(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(declaredLicence).join(' OR ');
  const type = (value as { type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? type : undefined;
}
