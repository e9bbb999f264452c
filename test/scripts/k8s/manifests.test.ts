import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from '../../../src/config.ts';
import {
  documents,
  environment,
  example,
  FOLDER,
  type Manifest,
  monitoring,
  OVERLAYS,
  only,
  overlay,
} from './manifests.ts';
import { metricNames } from './metric-names.ts';
import { assertValid } from './schema.ts';

const services = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind === 'Service');
const deployment = (name: (typeof OVERLAYS)[number]) => only(overlay(name), 'Deployment');
const monitor = only(monitoring('monitoring'), 'ServiceMonitor');
const job = documents(join(FOLDER, 'batch-job.yaml'))[0]!;
const forJobs = documents(join(FOLDER, 'jobs.yaml'));
const workloads: [string, Manifest][] = [
  ...OVERLAYS.map((name) => [name, deployment(name)] as [string, Manifest]),
  ['batch', job],
  ['jobs', only(forJobs, 'Deployment')],
];

/** What is kept apart from other pods: on nodes, in zones. */
function selectorsOfPlaces({ spec }: Manifest): unknown[] {
  const { topologySpreadConstraints, affinity } = spec.template.spec;
  const preferred = affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
  const terms = preferred.map(({ podAffinityTerm }: { podAffinityTerm: object }) => podAffinityTerm);
  return [...topologySpreadConstraints, ...terms].map(({ labelSelector }) => labelSelector.matchLabels);
}

describe('the schemas', () => {
  const valid = documents(join(FOLDER, 'base/service-account.yaml'))[0]!;

  it('refuse a field that the API does not know, at any depth', () => {
    expect(() => assertValid(valid)).not.toThrow();
    expect(() => assertValid({ ...valid, automount: true } as Manifest)).toThrow('does not know: /automount');
    const pod = structuredClone(deployment('cpu'));
    pod.spec.template.spec.containers[0].readinessProbe.httpGet.pth = '/';
    expect(() => assertValid(pod)).toThrow(
      'does not know: /spec/template/spec/containers/0/readinessProbe/httpGet/pth',
    );
  });

  it('refuse a wrong type and a missing field', () => {
    const pod = structuredClone(deployment('cpu'));
    pod.spec.template.spec.containers[0].args = '--flag';
    expect(() => assertValid(pod)).toThrow('containers/0/args must be array');
    delete pod.spec.selector;
    expect(() => assertValid(pod)).toThrow('data/spec must have required property selector');
  });
});

describe.each(OVERLAYS)('the overlay %s', (name) => {
  it('is accepted by the Kubernetes API', () => {
    const manifests = overlay(name);
    expect(manifests.length).toBeGreaterThan(7);
    for (const manifest of manifests) assertValid(manifest);
  });

  it('has no kind that a cluster without the Prometheus operator refuses', () => {
    const foreign = overlay(name).filter(({ apiVersion }) => apiVersion.includes('coreos'));
    expect(foreign).toEqual([]);
  });

  it('gives every object a name of its own among its kind', () => {
    const names = overlay(name).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('sets settings the service knows, within their bounds', () => {
    const env = environment(deployment(name));
    expect(Object.keys(env).filter((key) => !(key in settings.shape))).toEqual([]);
    const stores = name === 'single' ? {} : { DATABASE_URL: 'postgres://database/claims' };
    expect(loadConfig({ ...env, ...stores })).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 8080,
      METRICS_PORT: 9090,
      ADMIN_PORT: 9091,
    });
  });

  it('lets a pod finish its requests before it is killed', () => {
    const { SHUTDOWN_GRACE_MS } = environment(deployment(name));
    const [server] = deployment(name).spec.template.spec.containers;
    const needed = (server.lifecycle?.preStop.sleep.seconds ?? 0) + Number(SHUTDOWN_GRACE_MS) / 1_000 + 5.5;
    expect(deployment(name).spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  it('probes paths of the service on the ports it listens on', () => {
    const [server] = deployment(name).spec.template.spec.containers;
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

  it('shows callers the API alone, and keeps metrics and the operator to a service of their own', () => {
    const ports = services(overlay(name)).map(({ metadata, spec }) => [metadata.name, spec.ports]);
    expect(ports).toEqual([
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

  it('selects its pods by the labels they have', () => {
    const manifests = overlay(name);
    const labels = deployment(name).spec.template.metadata.labels;
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const selectors = [
      only(manifests, 'Deployment').spec.selector.matchLabels,
      ...services(manifests).map(({ spec }) => spec.selector),
      only(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
      policies[0]!.spec.podSelector.matchLabels,
      ...selectorsOfPlaces(only(manifests, 'Deployment')),
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    const scraped = monitor.spec.selector.matchLabels;
    expect(services(manifests).map(({ metadata }) => metadata.labels)).toEqual([labels, scraped]);
    expect(policies[1]!.spec.podSelector.matchLabels).toEqual(job.spec.template.metadata.labels);
  });
});

describe.each(['server', 'jobs'])('the pods of %s', (component) => {
  const { spec } = component === 'jobs' ? only(forJobs, 'Deployment') : deployment('cpu');

  it('prefer different nodes, whether or not the nodes have zones', () => {
    // Where a node lacks the label of one constraint the scheduler gives it no score for any of them.
    const { topologySpreadConstraints, affinity } = spec.template.spec;
    expect(topologySpreadConstraints).toHaveLength(1);
    expect(topologySpreadConstraints[0]).toMatchObject({
      topologyKey: 'kubernetes.io/hostname',
      matchLabelKeys: ['pod-template-hash'],
    });
    const [{ podAffinityTerm }] = affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
    expect(podAffinityTerm.topologyKey).toBe('topology.kubernetes.io/zone');
    for (const selector of selectorsOfPlaces({ spec } as Manifest)) expect(selector).toEqual(spec.selector.matchLabels);
  });
});

describe('the memory of a pod on CPUs', () => {
  it.each(['cpu', 'single'] as const)('of %s is enough for two workers with both models', (name) => {
    expect(deployment(name).spec.template.spec.containers[0].resources).toEqual({
      requests: { cpu: '2', memory: '1.5Gi' },
      limits: { cpu: '2', memory: '2Gi' },
    });
  });
});

describe('replicas', () => {
  it('of more than one are refused on SQLite, with a sentence', () => {
    expect(() => loadConfig({ REPLICAS: '2' })).toThrow(
      'REPLICAS: expected 1 while the keys are in SQLite, a file of one process; set DATABASE_URL to run more; got "2"',
    );
    expect(loadConfig({ REPLICAS: '2', DATABASE_URL: 'postgres://database/claims' }).REPLICAS).toBe(2);
  });

  it('are never more than the setting that refuses more than one on SQLite', () => {
    const autoscaler = only(overlay('cpu'), 'HorizontalPodAutoscaler');
    expect(environment(deployment('cpu')).REPLICAS).toBe(String(autoscaler.spec.maxReplicas));
    expect(deployment('cpu').spec.replicas).toBeUndefined();
    for (const name of ['gpu', 'single'] as const) {
      expect(environment(deployment(name)).REPLICAS).toBe(String(deployment(name).spec.replicas));
    }
  });

  it('of one are replaced, not doubled, and hold a volume that takes one pod', () => {
    expect(deployment('single').spec.strategy).toEqual({ type: 'Recreate' });
    // Nobody else serves while it ends.
    expect(deployment('single').spec.template.spec.containers[0]).not.toHaveProperty('lifecycle');
    const claim = only(overlay('single'), 'PersistentVolumeClaim');
    expect(claim.spec.accessModes).toEqual(['ReadWriteOncePod']);
    expect(deployment('single').spec.template.spec.volumes[0]).toEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: claim.metadata.name },
    });
  });
});

describe.each(workloads)('a pod of %s', (name, workload) => {
  const pod = workload.spec.template.spec;
  const [container] = pod.containers;

  it('runs as nobody, writes to its volumes only and has no token for the API', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001 },
    });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.securityContext.seccompProfile ?? container.securityContext.seccompProfile).toEqual({
      type: 'RuntimeDefault',
    });
  });

  it('has limits of CPU and memory, from which its threads are counted', () => {
    const { requests, limits } = container.resources;
    expect(limits.cpu).toBe(requests.cpu);
    expect(limits.memory).toMatch(/^\d+Gi$/);
    expect(limits['nvidia.com/gpu']).toBe(name === 'gpu' ? 1 : undefined);
  });

  it('takes secrets by reference', () => {
    const secrets = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'BILLING_SECRET', 'ADMIN_TOKEN'];
    expect((container.env ?? []).filter((entry: { name: string }) => secrets.includes(entry.name))).toEqual([]);
  });
});

describe('the network policies', () => {
  const [server, batch] = overlay('cpu').filter(({ kind }) => kind === 'NetworkPolicy');

  it('let the server reach names, stores and mail by port and label, and nothing else', () => {
    const egress: { to: { podSelector?: { matchLabels: object } }[]; ports: { port: number }[] }[] =
      server!.spec.egress;
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

  it('let everybody call the API, monitoring scrape, and labelled namespaces alone reach the operator', () => {
    const ingress: { from: object[]; ports: { port: string }[] }[] = server!.spec.ingress;
    const namespaces = (labels: object) => [{ namespaceSelector: { matchLabels: labels } }];
    expect(ingress.map(({ from, ports }) => [ports.map(({ port }) => port), from])).toEqual([
      [['http'], [{ namespaceSelector: {} }]],
      [['metrics'], namespaces({ 'kubernetes.io/metadata.name': 'monitoring' })],
      [['operator'], namespaces({ 'claim-verification-service/operator': 'allowed' })],
    ]);
  });

  it('let a batch reach nothing', () => {
    expect(batch!.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect([batch!.spec.ingress, batch!.spec.egress]).toEqual([undefined, undefined]);
  });
});

describe('the batch job', () => {
  it('is accepted by the Kubernetes API', () => assertValid(job));

  it('has as many shards as pods', () => {
    const { completions, parallelism, template } = job.spec;
    const shard = template.spec.containers[0].args.find((arg: string) => arg.startsWith('--shard='));
    expect([shard, parallelism]).toEqual([`--shard=$(JOB_COMPLETION_INDEX)/${completions}`, completions]);
  });
});

describe('the replicas for jobs', () => {
  const replicas = only(forJobs, 'Deployment');
  const autoscaler = only(forJobs, 'HorizontalPodAutoscaler');
  const { labels } = replicas.spec.template.metadata;

  it('are accepted by the Kubernetes API, beside the objects of an overlay', () => {
    for (const manifest of forJobs) assertValid(manifest);
    const names = [...overlay('cpu'), ...forJobs].map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have settings that the service knows, and verify rows whatever the ConfigMap says', () => {
    const env = environment(replicas);
    expect(Object.keys(env).filter((key) => !(key in settings.shape))).toEqual([]);
    const { JOB_CONCURRENCY, REPLICAS } = loadConfig({ ...env, DATABASE_URL: 'postgres://database/claims' });
    expect([JOB_CONCURRENCY, REPLICAS]).toEqual([16, autoscaler.spec.maxReplicas]);
    expect(replicas.spec.replicas).toBeUndefined();
    expect(autoscaler.spec.scaleTargetRef.name).toBe(replicas.metadata.name);
  });

  it('have the image and the secrets of the server', () => {
    const [server, one] = [deployment('cpu'), replicas].map(({ spec }) => spec.template.spec.containers[0]);
    expect([one.image, one.envFrom]).toEqual([server.image, server.envFrom]);
  });

  it('are called by nobody, and reach the stores that the server reaches', () => {
    const callers = services(overlay('cpu')).map(({ spec }) => spec.selector);
    for (const selector of callers) expect(selector).not.toEqual(labels);
    const policy = only(forJobs, 'NetworkPolicy');
    const [ofServer] = overlay('cpu').filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policy.spec.egress).toEqual(ofServer!.spec.egress);
    expect(policy.spec.ingress).toEqual([ofServer!.spec.ingress[1]]);
    const selectors = [replicas.spec.selector.matchLabels, policy.spec.podSelector.matchLabels];
    for (const selector of [...selectors, only(forJobs, 'Service').spec.selector]) expect(selector).toEqual(labels);
    const scraped = monitor.spec.selector.matchLabels;
    expect(only(forJobs, 'Service').metadata.labels).toEqual(scraped);
  });
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly description: string };
}

describe('the alerts', () => {
  const rules = [...monitoring('monitoring'), ...monitoring('monitoring-gpu')]
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap(({ spec }) => spec.groups.flatMap((group: { rules: Rule[] }) => group.rules));

  it('watch metrics that the service has', async () => {
    const names = await metricNames();
    const watched = rules.flatMap(({ expr }) => expr.match(/\b(?:claim_verification|nodejs|process)_\w+/g) ?? []);
    expect(watched.length).toBeGreaterThan(8);
    expect(watched.filter((name) => !names.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('name settings that the service has', () => {
    const words = rules.flatMap(({ annotations }) => annotations.description.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
    expect(words).toEqual(expect.arrayContaining(['MAX_QUEUE_MS', 'SCORE_CACHE_PAIRS']));
    expect(words.filter((word) => !(word in settings.shape))).toEqual([]);
  });

  it('have names of their own, a severity and words for the person woken', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule).toMatchObject({
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      });
    }
  });
});

describe('the overlay to copy', () => {
  it('is accepted by the Kubernetes API and the Prometheus operator', () => {
    for (const manifest of example()) assertValid(manifest);
  });

  it('has the objects of the CPU overlay and of the monitoring, with an image and stores of its own', () => {
    const named = (manifests: readonly Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(named(example())).toEqual([...named(overlay('cpu')), ...named(monitoring('monitoring'))]);
    expect(only(example(), 'Deployment').spec.template.spec.containers[0].image).toBe(
      `registry.example.com/${deployment('cpu').spec.template.spec.containers[0].image}`,
    );
    const [policy] = example().filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policy!.spec.egress.slice(1, 3).map(({ to }: { to: object[] }) => to)).toEqual([
      [{ ipBlock: { cidr: '192.0.2.10/32' } }],
      [{ ipBlock: { cidr: '192.0.2.11/32' } }],
    ]);
  });
});

describe('the example of an ingress', () => {
  it('is accepted by the Kubernetes API and leads to the public service alone', () => {
    const [ingress] = documents(join(FOLDER, 'ingress.example.yaml'));
    assertValid(ingress!);
    const [service] = services(overlay('cpu'));
    const [{ backend }] = ingress!.spec.rules[0].http.paths;
    expect(backend.service).toEqual({ name: service!.metadata.name, port: { name: service!.spec.ports[0].name } });
    expect(ingress!.spec.tls[0].hosts).toEqual([ingress!.spec.rules[0].host]);
  });
});

describe('the settings without secrets', () => {
  it('are read by the pods, known, within their bounds and no secrets', () => {
    const config = only(overlay('cpu'), 'ConfigMap') as unknown as { data: Record<string, string> };
    expect(deployment('cpu').spec.template.spec.containers[0].envFrom[1]).toEqual({
      configMapRef: { name: 'claim-verification-service' },
    });
    expect(Object.keys(config.data).filter((name) => !(name in settings.shape))).toEqual([]);
    expect(Object.keys(config.data).filter((name) => /URL|TOKEN|SECRET/.test(name))).toEqual([]);
    expect(loadConfig(config.data)).toMatchObject({ LOG_LEVEL: 'info' });
  });
});

describe('the example of the secret', () => {
  it('names settings', () => {
    const text = readFileSync(join(FOLDER, 'secret.example.yaml'), 'utf8');
    const [secret] = documents(join(FOLDER, 'secret.example.yaml'));
    assertValid(secret!);
    const { stringData } = secret as unknown as { stringData: Record<string, string> };
    expect(Object.keys(stringData).filter((key) => !(key in settings.shape))).toEqual([]);
    expect(loadConfig({ ...stringData, REPLICAS: '6' }).REPLICAS).toBe(6);
    expect(text).toContain('never commit it');
  });
});
