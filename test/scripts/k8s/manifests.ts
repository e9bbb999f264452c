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
  readonly components?: readonly string[];
  readonly images?: readonly { name: string; newName: string; newTag: string }[];
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

const UNDERSTOOD = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'images', 'patches'];

/** The part of Kustomize that the overlays use: resources, components, images, and JSON patches given in place. */
function build(folder: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const others = Object.keys(kustomization).filter((name) => !UNDERSTOOD.includes(name));
  if (others.length > 0) throw new Error(`${folder}: uses more than is built here: ${others.join(', ')}.`);
  const { resources, components = [], images = [], patches = [] } = kustomization;
  const manifests = [...resources, ...components].flatMap((name) =>
    name.endsWith('.yaml') ? documents(join(folder, name)) : build(join(folder, name)),
  );
  for (const { target, patch } of patches) {
    const place = manifests.findIndex(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    if (place < 0) throw new Error(`${folder}: expected ${target.kind} ${target.name} to patch, got none.`);
    manifests[place] = fastJsonPatch.applyPatch(manifests[place]!, parse(patch), true).newDocument;
  }
  for (const { name, newName, newTag } of images) {
    for (const { spec } of manifests) {
      for (const container of spec?.template?.spec.containers ?? []) {
        if (container.image.split(':')[0] === name) container.image = `${newName}:${newTag}`;
      }
    }
  }
  return manifests;
}

export const OVERLAYS = ['cpu', 'gpu', 'single'] as const;

export function overlay(name: (typeof OVERLAYS)[number]): Manifest[] {
  return build(join(FOLDER, 'overlays', name));
}

/** The overlay that the README has users copy: the CPU overlay with monitoring, an image and stores of its own. */
export function example(): Manifest[] {
  return build(join(FOLDER, 'example'));
}

export function monitoring(name: 'monitoring' | 'monitoring-gpu'): Manifest[] {
  return build(join(FOLDER, 'components', name));
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
