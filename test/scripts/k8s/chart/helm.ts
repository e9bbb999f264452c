import { spawnSync } from 'node:child_process';
import { withProgram } from '../../../support/programs.ts';
import { FOLDER, type Manifest, objectsOf } from '../manifests.ts';

export const program = withProgram('helm', 'go install helm.sh/helm/v3/cmd/helm@v3.18.6');

/** Runs helm in `scripts/k8s`. */
export function helm(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('helm', args, { cwd: FOLDER, encoding: 'utf8' });
}

/** A version of Kubernetes is given because helm otherwise renders for one that the chart refuses. */
export function template(...args: readonly string[]): ReturnType<typeof helm> {
  return helm('template', 'claim-verification-service', 'chart', '--kube-version=1.33.0', ...args);
}

/** The objects that the chart renders with these arguments of helm. */
export function rendered(...args: readonly string[]): Manifest[] {
  const { status, stdout, stderr } = template(...args);
  if (status !== 0) throw new Error(stderr);
  return objectsOf(stdout);
}
