import { expect, it } from 'vitest';
import { example, type Manifest, only } from './manifests.ts';
import { assertValid } from './schema.ts';

it('refuses a field that the API does not know, at any depth', () => {
  const account = only(example('replicas'), 'ServiceAccount');
  expect(() => assertValid(account)).not.toThrow();
  expect(() => assertValid({ ...account, automount: true } as Manifest)).toThrow('does not know: /automount');
  const pod = structuredClone(only(example('replicas'), 'Deployment'));
  pod.spec.template.spec.containers[0].readinessProbe.httpGet.pth = '/';
  expect(() => assertValid(pod)).toThrow('does not know: /spec/template/spec/containers/0/readinessProbe/httpGet/pth');
});

it('refuses a wrong type and a missing field', () => {
  const pod = structuredClone(only(example('replicas'), 'Deployment'));
  pod.spec.template.spec.containers[0].args = '--flag';
  expect(() => assertValid(pod)).toThrow('containers/0/args must be array');
  delete pod.spec.selector;
  expect(() => assertValid(pod)).toThrow('data/spec must have required property selector');
});
