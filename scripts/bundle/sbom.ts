import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelPart } from './stage-models.ts';

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type Sbom = z.infer<typeof sbomSchema>;

const hiddenLock = z.object({
  name: z.string(),
  packages: z.record(z.string(), z.looseObject({ name: z.string().optional(), version: z.string() })),
});

/** An installed package, with its folder relative to the application's folder. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** The packages in `app/node_modules`: npm's own list without the pruned packages. */
export async function installedPackages(app: string): Promise<readonly Installed[]> {
  const lock = hiddenLock.parse(JSON.parse(await readFile(join(app, 'node_modules', '.package-lock.json'), 'utf8')));
  return Object.entries(lock.packages)
    .filter(([folder]) => existsSync(join(app, folder, 'package.json')))
    .map(([folder, { name, version }]) => ({ name: name ?? folder.split('node_modules/').at(-1)!, version, folder }));
}

/**
 * npm's CycloneDX document of the lock file, reduced to the packages in the archive, with a component for each model. It
 * has no time and serial number, so that the same parts give the same bytes. Throws when npm did not list an installed
 * package.
 */
export function sbomOf(fromNpm: unknown, installed: readonly Installed[], models: readonly ModelPart[]): Sbom {
  const { serialNumber: _serial, metadata, ...sbom } = sbomSchema.parse(fromNpm);
  const { timestamp: _time, ...what } = metadata;
  const components = sbom.components.filter((part) => installed.some((one) => idOf(one) === idOf(part)));
  const unlisted = installed.filter((one) => !components.some((part) => idOf(part) === idOf(one)));
  if (unlisted.length > 0)
    throw new Error(`Expected npm to list every package, but it did not list ${unlisted.map(idOf)}.`);
  const root = what.component['bom-ref'];
  const modelParts = models.map(componentOf);
  const refs = new Set([root, ...components.map((part) => part['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  dependencies.find(({ ref }) => ref === root)?.dependsOn.push(...modelParts.map((part) => part['bom-ref']));
  // npm uses the name of the folder.
  const component = { ...what.component, name: 'claim-verification-service' };
  return { ...sbom, metadata: { ...what, component }, components: [...components, ...modelParts], dependencies };
}

function idOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

function componentOf({ name, version, sha256, license }: ModelPart) {
  return {
    'bom-ref': `model:${name}@${version}`,
    type: 'machine-learning-model',
    name,
    version,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { name: license } }],
  };
}
