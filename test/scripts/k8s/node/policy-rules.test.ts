import { describe, expect, it } from 'vitest';
import { type Pod, type Policy, policyRules } from '../../../../scripts/k8s/node/policy-rules.ts';
import { overlay } from '../manifests.ts';

const pod = (namespace: string, address: string, labels: Record<string, string> = {}): Pod => ({
  metadata: { namespace, labels },
  spec: {
    containers: [
      {
        ports: [
          { name: 'http', containerPort: 8080 },
          { name: 'metrics', containerPort: 9090 },
          { name: 'operator', containerPort: 9091 },
        ],
      },
    ],
  },
  status: { podIP: address, phase: 'Running' },
});
const namespace = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
});

const SERVER = pod('claims', '10.0.0.1', {
  'app.kubernetes.io/name': 'claim-verification-service',
  'app.kubernetes.io/component': 'server',
});
const PODS = [
  SERVER,
  pod('shop', '10.0.0.2'),
  pod('monitoring', '10.0.0.3'),
  pod('office', '10.0.0.4'),
  pod('claims', '10.0.0.5', { 'app.kubernetes.io/name': 'redis' }),
];
const NAMESPACES = [
  namespace('claims'),
  namespace('shop'),
  namespace('monitoring'),
  namespace('office', { 'claim-verification-service/operator': 'allowed' }),
];
const POLICIES = overlay('cpu')
  .filter(({ kind }) => kind === 'NetworkPolicy')
  .map((policy) => ({ ...policy, metadata: { ...policy.metadata, namespace: 'claims' } })) as unknown as Policy[];

const rules = (pods = PODS, policies = POLICIES) => policyRules(pods, policies, NAMESPACES).split('\n');

describe("the product's own objects", () => {
  it('let every namespace call the API, one read metrics, one use the operator port', () => {
    const callers = (port: number) =>
      rules()
        .filter(
          (rule) => rule.startsWith('-A POLICY-INGRESS -d 10.0.0.1 ') && rule.endsWith(`--dport ${port} -j RETURN`),
        )
        .map((rule) => rule.split(' ')[5]);
    expect(callers(8080)).toEqual(PODS.map(({ status }) => `${status.podIP}/32`));
    expect(callers(9090)).toEqual(['10.0.0.3/32']);
    expect(callers(9091)).toEqual(['10.0.0.4/32']);
  });

  it('let a server reach its stores, and reject what no rule allows, behind the rules', () => {
    expect(rules()).toContain('-A POLICY-EGRESS -s 10.0.0.1 -d 10.0.0.5/32 -p tcp --dport 6379 -j RETURN');
    for (const [chain, end] of [
      ['INGRESS', '-d 10.0.0.1 -j REJECT'],
      ['EGRESS', '-s 10.0.0.1 -j REJECT'],
    ] as const) {
      expect(
        rules()
          .filter((rule) => rule.startsWith(`-A POLICY-${chain} `))
          .at(-1),
      ).toBe(`-A POLICY-${chain} ${end}`);
    }
  });

  it('leave pods alone that no policy selects, and those that do not run', () => {
    expect(rules().filter((rule) => rule.includes('REJECT'))).toHaveLength(2);
    const ended = { ...SERVER, status: { ...SERVER.status, phase: 'Succeeded' } };
    expect(rules([ended]).filter((rule) => rule.includes('10.0.0.1'))).toEqual([]);
  });
});

it('knows blocks of addresses, rules for all ports and policies that allow nothing', () => {
  const policy = (spec: Partial<Policy['spec']>): Policy => ({
    metadata: { namespace: 'claims' },
    spec: { podSelector: {}, policyTypes: ['Egress'], ...spec },
  });
  expect(rules([SERVER], [policy({ egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }] })])).toContain(
    '-A POLICY-EGRESS -s 10.0.0.1 -d 192.0.2.0/24 -j RETURN',
  );
  expect(rules([SERVER], [policy({})]).filter((rule) => rule.includes('10.0.0.1'))).toEqual([
    '-A POLICY-EGRESS -s 10.0.0.1 -j REJECT',
  ]);
  const except = policy({ egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24', except: ['192.0.2.1/32'] } }] }] });
  expect(() => rules([SERVER], [except])).toThrow('without exceptions');
  const expressions = policy({ podSelector: { matchExpressions: [] } });
  expect(() => rules([SERVER], [expressions])).toThrow('by expressions');
});
