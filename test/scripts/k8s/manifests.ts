import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastJsonPatch from 'fast-json-patch';
import { parse, parseAllDocuments } from 'yaml';

export const FOLDER = resolve(import.meta.dirname, '../../../scripts/k8s');

/** A parsed manifest; tests look into it by path. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas check its shape, and no type of theirs reads a path.
  readonly spec: any;
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly patches?: readonly { target: { kind: string; name: string }; patch: string }[];
}

/** Every document of a YAML file. Throws on what YAML itself does not allow, keys given twice among it. */
export function documents(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) throw new Error(`${path}: ${error.message}`);
    return document.toJS();
  });
}

/** The part of Kustomize that the overlays use: resources, and JSON patches given in place. */
function build(folder: string): Manifest[] {
  const { resources, patches = [], ...rest } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  if (Object.keys(rest).join() !== 'apiVersion,kind') throw new Error(`${folder}: uses more than is built here.`);
  const manifests = (resources as Kustomization['resources']).flatMap((name) =>
    name.endsWith('.yaml') ? documents(join(folder, name)) : build(join(folder, name)),
  );
  for (const { target, patch } of patches as NonNullable<Kustomization['patches']>) {
    const place = manifests.findIndex(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    if (place < 0) throw new Error(`${folder}: expected ${target.kind} ${target.name} to patch, got none.`);
    manifests[place] = fastJsonPatch.applyPatch(manifests[place]!, parse(patch), true).newDocument;
  }
  return manifests;
}

export const OVERLAYS = ['cpu', 'gpu', 'single'] as const;

export function overlay(name: (typeof OVERLAYS)[number]): Manifest[] {
  return build(join(FOLDER, 'overlays', name));
}

/** The only manifest of a kind. */
export function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  if (found.length !== 1) throw new Error(`Expected one ${kind}, got ${found.length}.`);
  return found[0]!;
}

/** Values of the environment that a pod's first container is given by name. */
export function environment(workload: Manifest): Record<string, string> {
  const { env } = workload.spec.template.spec.containers[0];
  return Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
}
