import { join } from 'node:path';
import { CLIENTS, EMPTY } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, failed, notRun, unless } from '../finding.ts';
import { askFrom } from '../in-pod.ts';
import { SERVICE, until } from '../installation.ts';
import { judgeLoad } from '../judge-load.ts';
import { kubectl, kubectlJson, run } from '../kubectl.ts';
import { serverVersion, tryAll } from './objects.ts';
import { claim } from './service.ts';

const CHART = join(import.meta.dirname, '../../chart');
/** Parts that the examples leave out. The kinds of the Prometheus operator have their own check. */
const VALUES: readonly (readonly string[])[] = [
  [],
  ['--set', 'jobs.enabled=true'],
  ['--set', 'ingress.enabled=true,ingress.hosts={claims.example.com},ingress.tlsSecretName=claims-tls'],
];
const MONITORING = ['--show-only', 'templates/monitoring.yaml', '--set', 'monitoring.enabled=true'];
const RELEASE = 'claims-drill';
const NAME = `${RELEASE}-claim-verification-service`;

const hasHelm = () =>
  run('helm', ['version', '--short'])
    .then(({ code }) => code === 0)
    .catch(() => false);

/** The answer of the API server to the objects that the chart renders. */
async function tryRendering(...args: readonly string[]) {
  // Without a cluster helm assumes its own version.
  const settings = ['--namespace', EMPTY, '--kube-version', await serverVersion(), ...args];
  const { code, stdout, stderr } = await run('helm', ['template', RELEASE, CHART, ...settings]);
  const tried = await tryAll([['-f', '-']], stdout);
  return code === 0 ? tried : { ...tried, refused: [stderr.trim()] };
}

/** `helm lint`, and the server accepts what the chart renders. */
export async function chartObjects(): Promise<Finding> {
  if (!(await hasHelm())) return notRun('helm is not installed');
  const problems: string[] = [];
  let objects = 0;
  for (const values of VALUES) {
    const { code, stdout, stderr } = await run('helm', ['lint', '--strict', CHART, ...values]);
    if (code !== 0) problems.push(`${stdout}${stderr}`.trim());
    const { accepted, refused, warnings } = await tryRendering(...values);
    problems.push(...refused, ...warnings);
    objects += accepted;
  }
  return unless(problems, `lint, template and ${objects} objects of ${VALUES.length} sets of values`);
}

export async function validMonitoring(): Promise<Finding> {
  if (!(await hasHelm())) return notRun('helm is not installed');
  const kinds = await kubectl(['api-resources', '--api-group=monitoring.coreos.com', '-o', 'name']);
  if (kinds.trim() === '') return notRun('this cluster has no Prometheus operator');
  const { accepted, refused } = await tryRendering(...MONITORING);
  return unless(refused, `${accepted} objects`);
}

const helm = async (command: string, ...args: readonly string[]) => {
  const { code, stderr } = await run('helm', [command, RELEASE, '-n', EMPTY, ...args]);
  if (code !== 0) throw new Error(`helm ${command}: ${stderr.trim()}`);
};

/** The installation's secret, for the release: they have the same stores, so that a key is one of both. */
async function copySecret({ installation }: Drill): Promise<void> {
  const { data } = await kubectlJson<{ data: object }>(['-n', installation.namespace, 'get', 'secret', SERVICE]);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: SERVICE, namespace: EMPTY }, data };
  await kubectl(['apply', '-f', '-'], JSON.stringify(secret));
}

/** A release in the namespace of the strictest pod security: ready, a verdict, an upgrade under load, and nothing of it is left. */
export async function chartRelease(drill: Drill): Promise<Finding> {
  const { chartValues } = drill.options;
  if (chartValues === undefined) return notRun('no --chart-values were given');
  if (!(await hasHelm())) return notRun('helm is not installed');
  const values = [CHART, '--values', chartValues, '--wait', '--timeout', '240s'];
  await copySecret(drill);
  try {
    await helm('install', ...values);
    const address = await kubectl(['-n', EMPTY, 'get', 'service', NAME, '-o', 'jsonpath={.spec.clusterIP}']);
    const url = `http://${address}`;
    const [verdict] = await askFrom(CLIENTS, [claim(url, drill.key)]);
    if (verdict!.status !== 200) return failed(`a claim: ${verdict!.status} ${verdict!.text}`);
    const upgrade = () => helm('upgrade', ...values, '--set', 'config.LOG_LEVEL=warn');
    const finding = judgeLoad(await drill.underLoad(upgrade, { url, connections: 2 }));
    await helm('uninstall', '--wait');
    const isGone = async () => (await kubectl(['-n', EMPTY, 'get', 'all,cm', '-o', 'name'])).includes(NAME) === false;
    await until(60, isGone);
    return unless(
      finding.result === 'passed' ? [] : [finding.detail],
      `install, upgrade under load (${finding.detail}), uninstall`,
    );
  } finally {
    await run('helm', ['uninstall', RELEASE, '-n', EMPTY, '--ignore-not-found', '--wait']);
    await kubectl(['-n', EMPTY, 'delete', 'secret', SERVICE]);
  }
}
