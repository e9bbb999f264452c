import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, settings } from '../../../../src/config.ts';
import { alertGroups, EXAMPLES, environment, FOLDER, type Manifest, only } from '../manifests.ts';
import { assertValid } from '../schema.ts';
import { program, rendered, template } from './helm.ts';

const ALL = [
  '--set=jobs.enabled=true,monitoring.enabled=true',
  '--set=ingress.enabled=true,ingress.hosts={claims.example.com},ingress.tlsSecretName=claims-tls',
];
const byName = (objects: readonly Manifest[], kind: string, ending: string) =>
  objects.find(({ kind: own, metadata }) => own === kind && metadata.name === `claim-verification-service${ending}`)!;

it('has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(FOLDER, '../../package.json'), 'utf8'));
  const chart = parse(readFileSync(join(FOLDER, 'chart/Chart.yaml'), 'utf8'));
  expect(chart).toMatchObject({ version, appVersion: version });
});

describe.skipIf(!program.isThere)(program.titled('helm'), () => {
  it('renders the examples as they are committed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'examples-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { status, stderr } = spawnSync('sh', ['examples/render.sh', folder], { cwd: FOLDER, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    for (const name of EXAMPLES) {
      const committed = readFileSync(join(FOLDER, 'examples', `${name}.yaml`), 'utf8');
      expect(readFileSync(join(folder, `${name}.yaml`), 'utf8'), 'run: sh scripts/k8s/examples/render.sh').toBe(
        committed,
      );
    }
  });

  it('renders objects that the Kubernetes API and the Prometheus operator accept, everything enabled', () => {
    const objects = rendered(...ALL);
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(
      new Set(
        'ConfigMap Deployment HorizontalPodAutoscaler Ingress NetworkPolicy PodDisruptionBudget PrometheusRule Service ServiceAccount ServiceMonitor'.split(
          ' ',
        ),
      ),
    );
    for (const object of objects) assertValid(object);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('gives the autoscaled server a maximum of replicas and no fixed number', () => {
    const objects = rendered();
    const { maxReplicas } = only(objects, 'HorizontalPodAutoscaler').spec;
    const server = only(objects, 'Deployment');
    expect([environment(server).REPLICAS, server.spec.replicas]).toEqual([String(maxReplicas), undefined]);
  });

  it('scrapes the operator Services and has the alerts of its files', () => {
    const objects = rendered(...ALL, '--set=gpu.enabled=true,autoscaling.cpuUtilization=0');
    const { matchLabels } = only(objects, 'ServiceMonitor').spec.selector;
    const scraped = objects.filter(
      ({ kind, metadata }) =>
        kind === 'Service' && Object.entries(matchLabels).every(([key, value]) => metadata.labels?.[key] === value),
    );
    expect(scraped.map(({ metadata }) => metadata.name.replace('claim-verification-service', ''))).toEqual([
      '-jobs',
      '-operator',
    ]);
    const groups = objects.filter(({ kind }) => kind === 'PrometheusRule').flatMap(({ spec }) => spec.groups);
    expect(groups).toEqual(alertGroups());
  });

  it('sends an Ingress to the public Service over TLS', () => {
    const { rules, tls } = only(rendered(...ALL), 'Ingress').spec;
    expect(rules[0].http.paths[0].backend.service).toEqual({
      name: 'claim-verification-service',
      port: { name: 'http' },
    });
    expect(tls).toEqual([{ hosts: ['claims.example.com'], secretName: 'claims-tls' }]);
  });

  it('gives job replicas the stores of the server, no callers and known settings', () => {
    const objects = rendered(...ALL);
    const jobs = byName(objects, 'Deployment', '-jobs');
    const { labels } = jobs.spec.template.metadata;
    const [server, one] = [byName(objects, 'Deployment', ''), jobs].map(({ spec }) => spec.template.spec.containers[0]);
    expect([one.image, one.envFrom]).toEqual([server.image, server.envFrom]);
    const env = environment(jobs);
    expect(Object.keys(env).filter((key) => !(key in settings.shape))).toEqual([]);
    const { maxReplicas } = byName(objects, 'HorizontalPodAutoscaler', '-jobs').spec;
    const config = loadConfig({ ...env, DATABASE_URL: 'postgres://database/claims' });
    expect(config).toMatchObject({ JOB_CONCURRENCY: 16, REPLICAS: maxReplicas });
    for (const name of ['', '-operator']) expect(byName(objects, 'Service', name).spec.selector).not.toEqual(labels);
    const [ofServer, policy] = ['', '-jobs'].map((name) => byName(objects, 'NetworkPolicy', name).spec);
    expect(policy.podSelector.matchLabels).toEqual(labels);
    expect([policy.egress, policy.ingress]).toEqual([ofServer.egress, [ofServer.ingress[1]]]);
  });

  it('has pods that meet the restricted Pod Security Standard, with bounded temporary folders', () => {
    const objects = [...rendered(...ALL), ...rendered('--values=examples/single.values.yaml')];
    const pods = objects.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec);
    expect(pods).toHaveLength(3);
    for (const { securityContext, containers, volumes, hostNetwork, hostPID, hostIPC } of pods) {
      expect([hostNetwork, hostPID, hostIPC]).toEqual([undefined, undefined, undefined]);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext: own } of containers)
        expect(own).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
      for (const volume of volumes) {
        const kinds = Object.keys(volume).filter((key) => key !== 'name');
        expect(['emptyDir', 'persistentVolumeClaim'], volume.name).toContain(kinds[0]);
        if (volume.emptyDir) expect(volume.emptyDir.sizeLimit, volume.name).toMatch(/^\d+Mi$/);
      }
    }
  });

  it('gives every pod the image of its digest', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const objects = rendered(...ALL, `--set=image.digest=${digest}`);
    const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(workloads.map(({ spec }) => spec.template.spec.containers[0].image)).toEqual(
      Array(2).fill(`claim-verification-service@${digest}`),
    );
  });

  it('gives settings to the pods as they were written', () => {
    const { stdout } = template('--set=config.MAX_JOB_ROWS=2000000,config.MIN_CONFIDENCE=0.8,config.JOBS=false');
    expect(stdout).toContain('MAX_JOB_ROWS: "2000000"\n  MIN_CONFIDENCE: "0.8"');
  });

  it('restarts the pods when a setting changes', () => {
    const checksums = ['info', 'debug'].map((level) => {
      const { annotations } = only(rendered(`--set=config.LOG_LEVEL=${level}`), 'Deployment').spec.template.metadata;
      return annotations['checksum/config'];
    });
    expect(checksums[0]).not.toBe(checksums[1]);
  });
});
