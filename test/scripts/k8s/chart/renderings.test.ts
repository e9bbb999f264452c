import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withProgram } from '../../../support/programs.ts';
import { documents, example, FOLDER, type Manifest, monitoring, only, overlay } from '../manifests.ts';
import { assertValid } from '../schema.ts';
import { CHART, headOf, RENDERINGS, type Rendering, recorded, recordedIn, render } from './renderings.ts';

const helm = withProgram('helm', 'go install helm.sh/helm/v3/cmd/helm@v3.22.0');
const AGAIN = 'node --import tsx test/scripts/k8s/chart/record.ts';
const names = Object.keys(RENDERINGS) as Rendering[];

/** The objects of the manifests that a rendering must be equal to. */
const MANIFESTS: Readonly<Record<Rendering, () => Manifest[]>> = {
  cpu: () => overlay('cpu'),
  gpu: () => [...overlay('gpu'), ...monitoring('monitoring'), ...monitoring('monitoring-gpu')],
  single: () => overlay('single'),
  example: () => [...example(), ...documents(join(FOLDER, 'ingress.example.yaml'))],
  jobs: () => documents(join(FOLDER, 'jobs.yaml')),
};

/** Labels of a release, and the two annotations of the chart: restart after a change of settings, keep the volume. */
const OF_HELM = [
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'helm.sh/chart',
  'helm.sh/resource-policy',
  'checksum/config',
];

function withoutHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHelm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => !OF_HELM.includes(key))
    .map(([key, inner]) => [key, withoutHelm(inner)] as const)
    .filter(([key, inner]) => key !== 'annotations' || Object.keys(inner as object).length > 0);
  return Object.fromEntries(kept);
}

function byName(manifests: readonly Manifest[]): Record<string, unknown> {
  const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, withoutHelm(manifest)]);
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  return Object.fromEntries(named);
}

describe.each(names)('the recorded rendering %s', (name) => {
  it('is that of the chart as it is now', () => {
    const [head] = readFileSync(recordedIn(name), 'utf8').split('\n');
    expect(head, `the chart has changed: with helm in PATH, ${AGAIN}`).toBe(headOf(name));
  });

  it('has the objects of the manifests', () => {
    expect(byName(recorded(name))).toEqual(byName(MANIFESTS[name]()));
  });

  it('is accepted by the Kubernetes API and the Prometheus operator', () => {
    for (const manifest of recorded(name)) assertValid(manifest);
  });

  it('selects the pods of its own release', () => {
    const objects = recorded(name);
    const selectors = objects.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector];
      if (kind === 'Deployment') return [spec.selector.matchLabels, spec.template.metadata.labels];
      return kind === 'PodDisruptionBudget' || kind === 'ServiceMonitor' ? [spec.selector.matchLabels] : [];
    });
    expect(selectors.length).toBeGreaterThan(2);
    for (const selector of selectors)
      expect(selector).toMatchObject({ 'app.kubernetes.io/instance': 'claim-verification-service' });
    for (const { metadata } of objects)
      expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'Helm' });
  });
});

describe('the recorded renderings', () => {
  it('restart the pods when a setting changes', () => {
    const { annotations } = only(recorded('cpu'), 'Deployment').spec.template.metadata;
    expect(annotations['checksum/config']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keep the volume with the keys when the release goes', () => {
    expect(only(recorded('single'), 'PersistentVolumeClaim').metadata).toMatchObject({
      annotations: { 'helm.sh/resource-policy': 'keep' },
    });
  });

  it('contain no secret', () => {
    const kinds = names.flatMap((name) => recorded(name).map(({ kind }) => kind));
    expect(kinds).not.toContain('Secret');
  });
});

describe('the chart', () => {
  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(FOLDER, '../../package.json'), 'utf8'));
    expect(parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
  });

  it.each([
    ['alerts', 'monitoring'],
    ['alerts-gpu', 'monitoring-gpu'],
  ])('has the %s of the component %s', (file, component) => {
    const original = readFileSync(join(FOLDER, 'components', component, 'alerts.yaml'), 'utf8');
    expect(readFileSync(join(CHART, 'files', `${file}.yaml`), 'utf8')).toBe(original);
  });
});

describe.skipIf(!helm.isThere)(helm.titled('helm'), () => {
  it.each(names)('renders %s as it is recorded', (name) => {
    expect(render(name)).toBe(readFileSync(recordedIn(name), 'utf8'));
  });
});
