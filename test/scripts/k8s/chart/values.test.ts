import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { SECRETS, SETTING_NAMES } from '../../../../src/settings/schema.ts';
import { EXAMPLES, environment, example, FOLDER, only } from '../manifests.ts';
import { helm, program, template } from './helm.ts';

type Values = Readonly<Record<string, unknown>>;
const readValues = (path: string): Values => parse(readFileSync(join(FOLDER, path), 'utf8'));
const FILES = ['chart/values.yaml', ...EXAMPLES.map((name) => `examples/${name}.values.yaml`)];
const defaults = readValues('chart/values.yaml');
const schema = JSON.parse(readFileSync(join(FOLDER, 'chart/values.schema.json'), 'utf8'));
const accepts = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** As helm puts values over those of the chart: maps are merged, all else is replaced. */
function merged(under: Values, over: Values): Values {
  const entries = Object.entries(over).map(([key, value]) => {
    const old = under[key];
    return [key, isMap(old) && isMap(value) ? merged(old, value) : value] as const;
  });
  return { ...under, ...Object.fromEntries(entries) };
}

/** The places of the values that the schema refuses, each with the word of the schema that does. */
function refused(values: Values): string[] {
  accepts(merged(defaults, values));
  return (accepts.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe('the schema', () => {
  it.each(FILES)('accepts %s', (path) => expect(refused(readValues(path))).toEqual([]));

  it('accepts what else the cluster may need', () => {
    const used = {
      image: { repository: 'registry:5000/team/claims', digest: `sha256:${'0'.repeat(64)}` },
      imagePullSecrets: [{ name: 'registry' }],
      fullnameOverride: 'claims',
      secret: { name: 'claims-secrets' },
      config: { MIN_CONFIDENCE: 0.8, MAX_JOB_ROWS: 2_000_000, DATABASE_URL_FILE: '/secrets/database-url', JOBS: false },
      autoscaling: { queueSeconds: 0.5, cpuUtilization: 0 },
      resources: { limits: { cpu: 4, memory: '4Gi' } },
      service: { type: 'LoadBalancer', annotations: { 'example.com/internal': 'true' } },
      networkPolicy: {
        smtp: { to: [] },
        apiFrom: [{ podSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] } }],
        others: [{ to: [{ ipBlock: { cidr: '2001:db8::/32', except: ['2001:db8::1/128'] } }], ports: [443] }],
      },
      scheduling: {
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'claims', effect: 'NoSchedule' }],
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
      },
      volumes: [{ name: 'secrets', csi: { driver: 'secrets-store.csi.k8s.io', readOnly: true } }],
      volumeMounts: [{ name: 'secrets', mountPath: '/secrets', readOnly: true }],
      global: { region: 'x' },
    };
    expect(refused(used)).toEqual([]);
  });

  it('has and requires each value of values.yaml, and refuses others', () => {
    const open: string[] = [];
    (function compare(values: Values, part: typeof schema, path: string): void {
      const known = part.$ref === undefined ? part : schema.definitions[part.$ref.split('/').at(-1)];
      if (known.additionalProperties !== false) {
        open.push(path);
        return;
      }
      if (path === '.config' || path.endsWith('.affinity')) return;
      expect([path, Object.keys(known.properties).filter((key) => key !== 'global')]).toEqual([
        path,
        Object.keys(values),
      ]);
      expect([path, known.required]).toEqual([path, Object.keys(values)]);
      for (const [key, value] of Object.entries(values)) {
        if (isMap(value)) compare(value, known.properties[key], `${path}.${key}`);
      }
    })(defaults, schema, '');
    expect(open).toEqual([
      '.resources.requests',
      '.resources.limits',
      '.serviceAccount.annotations',
      '.service.annotations',
      '.ingress.annotations',
      '.jobs.resources.requests',
      '.jobs.resources.limits',
      '.jobs.scheduling.nodeSelector',
      '.monitoring.labels',
      '.scheduling.nodeSelector',
      '.podAnnotations',
      '.podLabels',
    ]);
  });

  it('knows every setting but the secrets and those of the chart itself', () => {
    const own = Object.keys(environment(only(example('gpu'), 'Deployment')));
    const expected = SETTING_NAMES.filter(
      (name) => !own.includes(name) && !(SECRETS as readonly string[]).includes(name),
    );
    expect(Object.keys(schema.definitions.config.properties).sort()).toEqual(expected.sort());
  });
});

/** Values, what the schema refuses of them, and what helm says. */
const REFUSED: [string, Values, string, string][] = [
  ['an unknown value', { replica: 3 }, ' additionalProperties', "additional properties 'replica' not allowed"],
  [
    'a value in the wrong place',
    { autoscaling: { replicas: 3 } },
    '/autoscaling additionalProperties',
    "at '/autoscaling': additional properties 'replicas' not allowed",
  ],
  [
    'a secret among the settings',
    { config: { ADMIN_TOKEN: 'x' } },
    '/config additionalProperties',
    "at '/config': additional properties 'ADMIN_TOKEN' not allowed",
  ],
  [
    'a setting that does not exist',
    { config: { RATE_LIMIT: 60 } },
    '/config additionalProperties',
    "at '/config': additional properties 'RATE_LIMIT' not allowed",
  ],
  [
    'a setting that the chart sets itself',
    { config: { REPLICAS: 3 } },
    '/config additionalProperties',
    "at '/config': additional properties 'REPLICAS' not allowed",
  ],
  ['a text for a number', { replicas: '3' }, '/replicas type', "at '/replicas': got string, want integer"],
  ['no replica', { replicas: 0 }, '/replicas minimum', "at '/replicas': minimum: got 0, want 1"],
  ['a number for a tag', { image: { tag: 3.1 } }, '/image/tag type', "at '/image/tag': got number, want string"],
  [
    'a tag in the name of the image',
    { image: { repository: 'claims:v3' } },
    '/image/repository pattern',
    "at '/image/repository': 'claims:v3' does not match pattern",
  ],
  [
    'an amount with a space',
    { resources: { limits: { memory: '2 Gi' } } },
    '/resources/limits/memory pattern',
    "at '/resources/limits/memory': '2 Gi' does not match pattern",
  ],
  [
    'an address that is no block',
    { networkPolicy: { redis: { to: [{ ipBlock: { cidr: '192.0.2.11' } }] } } },
    '/networkPolicy/redis/to/0/ipBlock/cidr pattern',
    "at '/networkPolicy/redis/to/0/ipBlock/cidr': '192.0.2.11' does not match pattern",
  ],
  [
    'a rule without a peer',
    { networkPolicy: { apiFrom: [{}] } },
    '/networkPolicy/apiFrom/0 minProperties',
    "at '/networkPolicy/apiFrom/0': minProperties: got 0, want 1",
  ],
  [
    'a host with a scheme',
    { ingress: { hosts: ['https://claims.example.com'] } },
    '/ingress/hosts/0 pattern',
    "at '/ingress/hosts/0': 'https://claims.example.com' does not match pattern",
  ],
  [
    'a service of an unknown type',
    { service: { type: 'Loadbalancer' } },
    '/service/type enum',
    "at '/service/type': value must be one of 'ClusterIP', 'NodePort', 'LoadBalancer'",
  ],
];

/** Values that contradict one another, which a template refuses, and what helm says. */
const CONTRADICTIONS: [string, Values, string][] = [
  [
    'several replicas on one file',
    { single: { enabled: true } },
    'single.enabled keeps the keys in a file of one process',
  ],
  [
    'jobs of their own without PostgreSQL',
    { single: { enabled: true }, replicas: 1, autoscaling: { enabled: false }, jobs: { enabled: true } },
    'jobs.enabled needs PostgreSQL',
  ],
  ['GPUs scaled by CPU', { gpu: { enabled: true } }, 'gpu.enabled: CPU use does not show how busy a GPU is'],
  [
    'an autoscaler without a measure',
    { autoscaling: { queueSeconds: 0, cpuUtilization: 0 } },
    'autoscaling.enabled needs a measure',
  ],
  [
    'bounds in the wrong order',
    { autoscaling: { minReplicas: 7 } },
    'autoscaling.minReplicas is more than autoscaling.maxReplicas',
  ],
  ['an ingress without a host', { ingress: { enabled: true } }, 'ingress.enabled needs ingress.hosts'],
  [
    'a label that selects the pods',
    { podLabels: { 'app.kubernetes.io/name': 'claims' } },
    'app.kubernetes.io/name is a label of the chart itself',
  ],
  [
    'pods killed before they have finished',
    { shutdown: { graceMs: 60_000 } },
    'shutdown.killSeconds must be more than 74: preStopSeconds, graceMs and 6 s to close',
  ],
];

describe('the schema refuses', () => {
  it.each(REFUSED)('%s', (_what, values, place) => expect(refused(values)).toEqual([place]));
});

describe.skipIf(!program.isThere)(program.titled('helm'), () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'values-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(FILES)('finds no fault with the chart and %s', (file) => {
    const { status, stdout } = helm('lint', '--strict', 'chart', `--values=${file}`);
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 chart(s) linted, 0 chart(s) failed')]);
  });

  it.each([...REFUSED.map(([what, values, , says]) => [what, values, says] as const), ...CONTRADICTIONS])(
    'refuses %s with a sentence',
    (_what, values, says) => {
      const file = join(folder, 'values.yaml');
      writeFileSync(file, stringify(values));
      const { status, stderr } = template(`--values=${file}`);
      expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
    },
  );
});
