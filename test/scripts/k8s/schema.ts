import { createRequire } from 'node:module';
import type { Manifest } from './manifests.ts';

/** Models generated from the API's own OpenAPI documents, by group. */
const PACKAGES: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};
const load = createRequire(import.meta.url);

interface Model {
  validate(): void;
}

/**
 * Throws when the Kubernetes API of that version would refuse a manifest: a wrong type, a missing field, or a field
 * that it does not know, which `validate` alone lets pass.
 */
export function assertValid(manifest: Manifest): void {
  const group = manifest.apiVersion.split('/').at(-2) ?? '';
  const path = `${PACKAGES[group] ?? 'kubernetes-models'}/${manifest.apiVersion}`;
  const Kind = (load(path) as Record<string, new (data: unknown) => Model>)[manifest.kind];
  if (Kind === undefined) throw new Error(`${path} knows no ${manifest.kind}.`);
  const unread = new Set<string>();
  const model = new Kind(manifest);
  Object.defineProperties(model, Object.getOwnPropertyDescriptors(noted(manifest, '', unread)));
  model.validate();
  if (unread.size > 0) throw new Error(`${manifest.kind} has fields the API does not know: ${[...unread].join(', ')}`);
}

/** A field that a schema never looks at is one that it does not know. */
function noted(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, inner] of Object.entries(value)) {
    const place = `${path}/${name}`;
    unread.add(place);
    const given = noted(inner, place, unread);
    const get = () => {
      unread.delete(place);
      return given;
    };
    Object.defineProperty(copy, name, { get, enumerable: true, configurable: true });
  }
  return copy;
}
