import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const FOLDER = resolve(import.meta.dirname, '../../../scripts/k8s');
export const EXAMPLES = ['single', 'replicas', 'gpu'] as const;
export type Example = (typeof EXAMPLES)[number];

/** A parsed manifest; tests look into it by path. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas check its shape, and no type of theirs reads a path.
  readonly spec: any;
}

/** Every object of a YAML text. Throws on what YAML does not allow, duplicate keys among it. */
export function objectsOf(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = [...document.errors, ...document.warnings];
      if (error !== undefined) throw error;
      return document.toJS();
    })
    .filter((object) => object !== null);
}

export function example(name: Example): Manifest[] {
  return objectsOf(readFileSync(join(FOLDER, 'examples', `${name}.yaml`), 'utf8'));
}

interface RuleGroup {
  readonly name: string;
  readonly rules: readonly {
    readonly alert: string;
    readonly expr: string;
    readonly annotations: { readonly description: string };
  }[];
}

export function alertGroups(): RuleGroup[] {
  return ['alerts', 'alerts-gpu'].flatMap(
    (name) => parse(readFileSync(join(FOLDER, 'chart/files', `${name}.yaml`), 'utf8')).groups,
  );
}

export function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  if (found.length !== 1) throw new Error(`There are ${found.length} objects of the kind ${kind}, not one.`);
  return found[0]!;
}

export function environment(workload: Manifest): Record<string, string> {
  const { env } = workload.spec.template.spec.containers[0];
  return Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
}
