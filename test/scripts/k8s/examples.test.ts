import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from '../../../src/config.ts';
import { EXAMPLES, type Example, environment, example, FOLDER, type Manifest, objectsOf, only } from './manifests.ts';
import { assertValid } from './schema.ts';

const services = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind === 'Service');
const deployment = (name: Example) => only(example(name), 'Deployment');
const { version } = JSON.parse(readFileSync(join(FOLDER, '../../package.json'), 'utf8'));

describe.each(EXAMPLES)('the example %s', (name) => {
  const manifests = example(name);
  const workload = only(manifests, 'Deployment');
  const pod = workload.spec.template.spec;
  const [server] = pod.containers;

  it('is accepted by the Kubernetes API, with a unique name for each object of a kind', () => {
    expect(manifests.length).toBeGreaterThan(6);
    for (const manifest of manifests) assertValid(manifest);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no Secret and no kind of an operator that a cluster may lack', () => {
    expect(manifests.filter(({ kind, apiVersion }) => kind === 'Secret' || apiVersion.includes('coreos'))).toEqual([]);
  });

  it('has the image of the version of the package', () => {
    expect(server.image).toBe(`claim-verification-service:${version}${name === 'gpu' ? '-gpu' : ''}`);
  });

  it('sets known settings within their bounds', () => {
    const env = environment(workload);
    expect(Object.keys(env).filter((key) => !(key in settings.shape))).toEqual([]);
    const stores = name === 'single' ? {} : { DATABASE_URL: 'postgres://database/claims' };
    const ports = { HOST: '0.0.0.0', PORT: 8080, METRICS_PORT: 9090, ADMIN_PORT: 9091 };
    expect(loadConfig({ ...env, ...stores })).toMatchObject(ports);
    expect(env.REPLICAS).toBe(String(workload.spec.replicas));
    const { data } = only(manifests, 'ConfigMap') as unknown as { data: Record<string, string> };
    expect(Object.keys(data).filter((key) => !(key in settings.shape) || /URL|TOKEN|SECRET/.test(key))).toEqual([]);
    expect(loadConfig(data)).toMatchObject({ LOG_LEVEL: 'info' });
  });

  it('lets a pod finish its requests before it is killed', () => {
    const { SHUTDOWN_GRACE_MS } = environment(workload);
    const neededS = (server.lifecycle?.preStop.sleep.seconds ?? 0) + Number(SHUTDOWN_GRACE_MS) / 1_000 + 5.5;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(neededS);
  });

  it('probes paths of the service on ports of the pod', () => {
    expect([server.startupProbe, server.livenessProbe, server.readinessProbe].map((probe) => probe.httpGet)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/live', port: 'http' },
      { path: '/health/ready', port: 'http' },
    ]);
    expect(server.ports).toEqual([
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: 9090 },
      { name: 'operator', containerPort: 9091 },
    ]);
  });

  it('runs as an unprivileged user, writes to its volumes only and has no token for the API', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(server.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('has as much CPU in its limits as in its requests, and a GPU only in the example for GPUs', () => {
    const { requests, limits } = server.resources;
    expect(limits.cpu).toBe(requests.cpu);
    expect(limits['nvidia.com/gpu']).toBe(name === 'gpu' ? 1 : undefined);
  });

  it('exposes the API alone on the public Service', () => {
    expect(services(manifests).map(({ metadata, spec }) => [metadata.name, spec.ports])).toEqual([
      ['claim-verification-service', [{ name: 'http', port: 80, targetPort: 'http' }]],
      [
        'claim-verification-service-operator',
        [
          { name: 'metrics', port: 9090, targetPort: 'metrics' },
          { name: 'operator', port: 9091, targetPort: 'operator' },
        ],
      ],
    ]);
  });

  it('selects its pods by their labels', () => {
    const { labels } = workload.spec.template.metadata;
    const [spread] = pod.topologySpreadConstraints;
    const [zones] = pod.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
    const selectors = [
      workload.spec.selector.matchLabels,
      ...services(manifests).map(({ spec }) => spec.selector),
      only(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
      only(manifests, 'NetworkPolicy').spec.podSelector.matchLabels,
      spread.labelSelector.matchLabels,
      zones.podAffinityTerm.labelSelector.matchLabels,
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
  });
});

describe('replicas', () => {
  it('are refused beyond one on SQLite', () => {
    expect(() => loadConfig({ REPLICAS: '2' })).toThrow(/^REPLICAS: /);
    expect(loadConfig({ REPLICAS: '2', DATABASE_URL: 'postgres://database/claims' }).REPLICAS).toBe(2);
  });

  it('are three in the example of replicas', () => expect(deployment('replicas').spec.replicas).toBe(3));

  it('of one are replaced, not doubled, and hold a volume that takes one pod', () => {
    expect(deployment('single').spec.strategy).toEqual({ type: 'Recreate' });
    // No other pod serves while it ends.
    expect(deployment('single').spec.template.spec.containers[0]).not.toHaveProperty('lifecycle');
    const claim = only(example('single'), 'PersistentVolumeClaim');
    expect(claim.spec.accessModes).toEqual(['ReadWriteOncePod']);
    expect(deployment('single').spec.template.spec.volumes[0]).toEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: claim.metadata.name },
    });
    expect(claim.metadata).toMatchObject({ annotations: { 'helm.sh/resource-policy': 'keep' } });
  });

  it('prefer different nodes, whether or not the nodes have zones', () => {
    // Where a node lacks the label of one constraint, the scheduler gives it no score for any of them.
    const { topologySpreadConstraints, affinity } = deployment('replicas').spec.template.spec;
    expect(topologySpreadConstraints).toHaveLength(1);
    expect(topologySpreadConstraints[0]).toMatchObject({
      topologyKey: 'kubernetes.io/hostname',
      matchLabelKeys: ['pod-template-hash'],
    });
    const [{ podAffinityTerm }] = affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
    expect(podAffinityTerm.topologyKey).toBe('topology.kubernetes.io/zone');
  });
});

describe('the network policy', () => {
  const { ingress, egress } = only(example('replicas'), 'NetworkPolicy').spec as {
    ingress: { from: object[]; ports: { port: string }[] }[];
    egress: { to: { podSelector?: { matchLabels: object } }[]; ports: { port: number }[] }[];
  };

  it('lets the server reach names, stores and mail by port and label, and nothing else', () => {
    const allowed = egress.map(({ to, ports }) => [
      to.map((peer) => peer.podSelector?.matchLabels),
      ports.map(({ port }) => port),
    ]);
    expect(allowed).toEqual([
      [[{ 'k8s-app': 'kube-dns' }], [53, 53]],
      [[{ 'app.kubernetes.io/name': 'postgresql' }], [5432]],
      [[{ 'app.kubernetes.io/name': 'redis' }], [6379]],
      [[{ 'app.kubernetes.io/name': 'smtp' }], [465, 587]],
    ]);
  });

  it('lets all namespaces call the API, monitoring scrape, and labeled namespaces alone reach the operator port', () => {
    const namespaces = (labels: object) => [{ namespaceSelector: { matchLabels: labels } }];
    expect(ingress.map(({ from, ports }) => [ports.map(({ port }) => port), from])).toEqual([
      [['http'], [{ namespaceSelector: {} }]],
      [['metrics'], namespaces({ 'kubernetes.io/metadata.name': 'monitoring' })],
      [['operator'], namespaces({ 'claim-verification-service/operator': 'allowed' })],
    ]);
  });
});

it('has settings as keys in the example of the Secret', () => {
  const [secret] = objectsOf(readFileSync(join(FOLDER, 'secret.example.yaml'), 'utf8'));
  assertValid(secret!);
  const { stringData } = secret as unknown as { stringData: Record<string, string> };
  expect(Object.keys(stringData).filter((key) => !(key in settings.shape))).toEqual([]);
  expect(loadConfig({ ...stringData, REPLICAS: '6' }).REPLICAS).toBe(6);
});
