import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: sources and compiled files lie at different depths below it. */
export const PACKAGE_ROOT = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

function findPackageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder));
}

export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  /** The range of Node's versions that the package needs, such as ">=20.19". */
  readonly engines: { readonly node: string };
}

export function packageFacts(): PackageFacts {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as PackageFacts;
}
