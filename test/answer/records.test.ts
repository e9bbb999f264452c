import { describe, expect, it } from 'vitest';
import type { SentenceBody } from '../../src/contract/answer.ts';
import type { NliLabel } from '../../src/nli/types.ts';
import { fakeEncoder, scores } from '../support/fake-encoder.ts';
import { answeringOn } from './support/answer-on.ts';

const POD = { name: 'indexer-1', restarts: 14, duration_s: 42.5, warnings: ['disk is full'], tags: [] };

/** The sentence against a record, for a model that reads the same label in every place. */
async function check(claim: string, record: unknown, label: NliLabel = 'entailment'): Promise<SentenceBody> {
  const verifier = answeringOn(fakeEncoder({ read: () => scores(label, 0.99) }));
  const sources = [{ id: 'r', text: JSON.stringify(record), format: 'json' as const }];
  const { sentences } = await verifier.verifyAnswer({ answer: claim, sources });
  return sentences[0]!;
}

describe('a sentence against a record', () => {
  it.each([
    ['a number', 'indexer-1 has restarted 3 times.'],
    ['a number as an adverb', 'indexer-1 has restarted twice.'],
    ['a number with a unit', 'The duration is 43 seconds.'],
    ['a part of a number', 'The pod had 4 restarts.'],
    ['a list with items', 'The pod has no warnings.'],
    ['an empty list', 'The pod is tagged as critical.'],
  ])('is UNSUPPORTED where it names a value and says another one, whatever the model reads: %s', async (_, claim) => {
    const { verdict, evidence } = await check(claim, POD);
    expect([verdict, evidence.map(({ match_type, pointer }) => [match_type, pointer])]).toEqual([
      'UNSUPPORTED',
      [['contradiction', '']],
    ]);
  });

  it.each([
    'indexer-1 has restarted 14 times.',
    'The duration is 42.5 seconds.',
    'The pod has more than 10 restarts.',
    'The pod has warnings.',
    'The pod has no tags.',
    'The pod was moved in 2024.',
  ])('is left to the model where it says nothing else: %s', async (claim) => {
    expect((await check(claim, POD)).verdict).toBe('SUPPORTED');
  });

  it('is SUPPORTED where it names a number, states it and says nothing more, whatever the model reads', async () => {
    expect((await check('The restarts of indexer-1 are 14.', POD, 'contradiction')).verdict).toBe('SUPPORTED');
    for (const more of ['indexer-1 has restarted 14 times today.', 'indexer-1 has not restarted 14 times.'])
      expect((await check(more, POD, 'contradiction')).verdict, more).toBe('UNSUPPORTED');
  });

  it('compares a name of several records in the one that it identifies', async () => {
    const pods = [POD, { ...POD, name: 'indexer-2', restarts: 3 }];
    expect((await check('indexer-1 has restarted 7 times.', { pods })).verdict).toBe('UNSUPPORTED');
    expect((await check('A pod has 7 restarts.', { pods })).verdict).toBe('SUPPORTED');
  });

  it('is not SUPPORTED where it has an amount that no record has', async () => {
    expect((await check('It took 7 kg.', POD)).verdict).toBe('UNCERTAIN');
    expect((await check('It took 42.5 seconds.', POD)).verdict).toBe('SUPPORTED');
  });
});
