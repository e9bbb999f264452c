import { join } from 'node:path';
import { EMPTY } from '../clients.ts';
import { type Finding, notRun, unless } from '../finding.ts';
import { kubectl, type Result, run } from '../kubectl.ts';

const FOLDER = join(import.meta.dirname, '../..');

/** What is applied on its own: overlays as folders, the others as files. */
const SOURCES: readonly (readonly [flag: '-k' | '-f', path: string])[] = [
  ['-k', 'overlays/cpu'],
  ['-k', 'overlays/gpu'],
  ['-k', 'overlays/single'],
  ['-f', 'jobs.yaml'],
  ['-f', 'batch-job.yaml'],
  ['-f', 'ingress.example.yaml'],
  ['-f', 'secret.example.yaml'],
];
const MONITORING = [
  'components/monitoring/alerts.yaml',
  'components/monitoring/service-monitor.yaml',
  'components/monitoring-gpu/alerts.yaml',
];

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

const sources = SOURCES.map(([flag, path]) => [flag, join(FOLDER, path)]);

/** The server must know every field, and refuse one that it does not know. */
export async function validObjects(): Promise<Finding> {
  const { accepted, refused } = await tryAll(sources);
  const wrong = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'wrong' }, dat: {} };
  const { code } = await dryRun(['-f', '-'], JSON.stringify(wrong));
  if (code === 0) refused.push('an object with an unknown field was accepted');
  return unless(refused, `${accepted} objects of ${sources.length} sources; an unknown field is refused`);
}

export async function validMonitoring(): Promise<Finding> {
  const kinds = await kubectl(['api-resources', '--api-group=monitoring.coreos.com', '-o', 'name']);
  if (kinds.trim() === '') return notRun('this cluster has no Prometheus operator');
  const { accepted, refused } = await tryAll(MONITORING.map((path) => ['-f', join(FOLDER, path)]));
  return unless(refused, `${accepted} objects`);
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

/** As `v1.33.13`. Throws where no API server answers. */
export async function serverVersion(): Promise<string> {
  const { serverVersion } = JSON.parse(await kubectl(['version', '-o', 'json'])) as {
    serverVersion: { gitVersion: string };
  };
  return serverVersion.gitVersion;
}
