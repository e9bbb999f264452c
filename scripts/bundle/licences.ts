import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third[-_]?party)/i;
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
 * notices. A part without such a file is listed with its declared licence. Throws when a part has neither.
 */
export async function licencesOf(app: string, parts: readonly LicensedPart[]): Promise<string> {
  const sections = await Promise.all(parts.map((part) => section(app, part)));
  return `${sections.join('\n\n')}\n`;
}

async function section(app: string, { name, version, folder, license }: LicensedPart): Promise<string> {
  const home = join(app, folder);
  const declared = license ?? (await licenceInPackage(home));
  const files = (await readdir(home)).filter((file) => LICENCE_FILE.test(file) && !/\.[cm]?[jt]s$/.test(file)).sort();
  if (declared === undefined && files.length === 0) {
    throw new Error(`${name}@${version}: expected a licence in its package.json or a licence file, got neither.`);
  }
  const texts = await Promise.all(
    files.map(async (file) => `${file}:\n${(await readFile(join(home, file), 'utf8')).trim()}`),
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
