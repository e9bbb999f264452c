import { join } from 'node:path';
import { EMPTY } from '../clients.ts';
import { type Finding, unless } from '../finding.ts';
import { kubectl, type Result, run } from '../kubectl.ts';

const FOLDER = join(import.meta.dirname, '../..');
const FILES = ['examples/single.yaml', 'examples/replicas.yaml', 'examples/gpu.yaml', 'secret.example.yaml'];

/** The server's own opinion, of which nothing is kept. */
function dryRun(source: readonly string[], input = ''): Promise<Result> {
  return run('kubectl', ['-n', EMPTY, 'apply', '--dry-run=server', '--validate=strict', ...source], { input });
}

/** Accepted objects, what was refused, and warnings. */
export async function tryAll(sources: readonly (readonly string[])[], input = '') {
  let accepted = 0;
  const refused: string[] = [];
  const warnings: string[] = [];
  for (const source of sources) {
    const { code, stdout, stderr } = await dryRun(source, input);
    accepted += stdout.split('\n').filter((line) => line.endsWith('(server dry run)')).length;
    if (code !== 0) refused.push(`${source.at(-1)}: ${stderr.trim()}`);
    warnings.push(...stderr.split('\n').filter((line) => line.startsWith('Warning:')));
  }
  return { accepted, refused, warnings };
}

const sources = FILES.map((path) => ['-f', join(FOLDER, path)]);

/** The server must know every field, and refuse one that it does not know. */
export async function validObjects(): Promise<Finding> {
  const { accepted, refused } = await tryAll(sources);
  const wrong = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'wrong' }, dat: {} };
  const { code } = await dryRun(['-f', '-'], JSON.stringify(wrong));
  if (code === 0) refused.push('an object with an unknown field was accepted');
  return unless(refused, `${accepted} objects of ${sources.length} files; an unknown field is refused`);
}

/** The empty namespace enforces the standard "restricted" and warns of what breaks it. */
export async function restrictedPods(): Promise<Finding> {
  const { accepted, warnings } = await tryAll(sources);
  const pod = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template: pod };
  const loose = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'loose' }, spec };
  const { stderr } = await dryRun(['-f', '-'], JSON.stringify(loose));
  const problems = stderr.includes('PodSecurity')
    ? warnings
    : [...warnings, 'a pod without restrictions gives no warning'];
  return unless(problems, `${accepted} objects without a warning; a pod without restrictions gives one`);
}

/** Version such as `v1.33.13`. Throws where no API server answers. */
export async function serverVersion(): Promise<string> {
  const { serverVersion } = JSON.parse(await kubectl(['version', '-o', 'json'])) as {
    serverVersion: { gitVersion: string };
  };
  return serverVersion.gitVersion;
}
