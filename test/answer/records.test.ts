import { describe, expect, it } from 'vitest';
import type { SentenceBody } from '../../src/contract/answer.ts';
import type { NliLabel } from '../../src/nli/types.ts';
import { fakeEncoder, scores } from '../support/fake-encoder.ts';
import { answeringOn } from './support/answer-on.ts';

const POD = {
  name: 'indexer-1',
  phase: 'Running',
  restarts: 14,
  duration_s: 42.5,
  ready: false,
  warnings: ['disk is full'],
  tags: [],
  node: null,
  deleted_at: null,
  owner: { name: 'Ana Ruiz' },
  reviewer: { name: 'Omar Said' },
};
const PODS = {
  pods: [
    { name: 'web-1', phase: 'Running', memory_gb: 16, ready: true, zone: 'north' },
    { name: 'web-2', phase: 'Pending', memory_gb: 64, ready: false, zone: 'north' },
    { name: 'web-3', phase: 'Running', memory_gb: 32, ready: true, zone: 'south' },
  ],
};

/** The sentence against a record, for a model that reads the same label in every place. */
async function check(claim: string, record: unknown, label: NliLabel): Promise<SentenceBody> {
  const verifier = answeringOn(fakeEncoder({ read: () => scores(label, 0.99) }));
  const sources = [{ id: 'r', text: JSON.stringify(record), format: 'json' as const }];
  const { sentences } = await verifier.verifyAnswer({ answer: claim, sources });
  return sentences[0]!;
}

const CONTRADICTED: readonly (readonly [claim: string, record: unknown, pointer: string])[] = [
  ['indexer-1 has restarted 3 times.', POD, '/restarts'],
  ['indexer-1 has restarted twice.', POD, '/restarts'],
  ['The duration is 43 seconds.', POD, '/duration_s'],
  ['The pod had 4 restarts.', POD, '/restarts'],
  ['The pod has no warnings.', POD, '/warnings'],
  ['The pod is tagged as critical.', POD, '/tags'],
  ['indexer-1 is ready.', POD, '/ready'],
  ['indexer-1 is stopped.', POD, '/phase'],
  ['indexer-1 has been deleted.', POD, '/deleted_at'],
  ['The owner is Omar Said.', POD, '/owner/name'],
  ['web-2 is running.', PODS, '/pods/1/phase'],
  ['web-3 is in the north.', PODS, '/pods/2/zone'],
  ['All pods are ready.', PODS, '/pods/1/ready'],
  ['web-1 has the most memory.', PODS, '/pods/1/memory_gb'],
];

const SUPPORTED: readonly (readonly [claim: string, record: unknown])[] = [
  ['The restarts of indexer-1 are 14.', POD],
  ['web has three owners.', { name: 'web', pods: PODS.pods.slice(1), owners: ['Ada', 'Ben', 'Cy'] }],
  ['indexer-1 has restarted 14 times.', POD],
  ['indexer-1 is not ready.', POD],
  ['indexer-1 has no tags.', POD],
  ['The owner is Ana Ruiz.', POD],
  ['web-2 is pending.', PODS],
  ['Two pods are running.', PODS],
  ['Only web-2 is not ready.', PODS],
  ['web-2 has the most memory.', PODS],
  ['web-3 has more memory than web-1.', PODS],
];

describe('a sentence against a record', () => {
  it.each(CONTRADICTED)('is UNSUPPORTED by the value, whatever the model reads: %s', async (claim, record, pointer) => {
    const { verdict, evidence } = await check(claim, record, 'entailment');
    expect([verdict, evidence[0]?.match_type, evidence[0]?.pointer]).toEqual(['UNSUPPORTED', 'contradiction', pointer]);
  });

  it.each(SUPPORTED)('is SUPPORTED by the values, whatever the model reads: %s', async (claim, record) => {
    expect((await check(claim, record, 'contradiction')).verdict).toBe('SUPPORTED');
  });

  it.each([
    ['a value that is null', 'The node of indexer-1 is large.', POD],
    ['a number that no value has', 'It took 7 kg.', POD],
  ])('is UNCERTAIN where the model alone supports it: %s', async (_, claim, record) => {
    expect((await check(claim, record, 'entailment')).verdict).toBe('UNCERTAIN');
  });

  it('quotes a list with its name and brackets', async () => {
    const { evidence } = await check('The pod has no warnings.', POD, 'entailment');
    expect(evidence[0]!.text).toBe('"warnings":["disk is full"]');
  });

  it('is left to the model where it is about something other than what the record holds', async () => {
    expect((await check('indexer-1 would be ready.', POD, 'entailment')).verdict).toBe('SUPPORTED');
    expect((await check('indexer-1 would be ready.', POD, 'contradiction')).verdict).toBe('UNSUPPORTED');
  });
});
