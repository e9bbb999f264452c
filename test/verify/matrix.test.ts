import { expect, it } from 'vitest';
import { toMatrixBody } from '../../src/index.ts';
import { fakeEncoder, scores, verifierOn } from '../support/fake-encoder.ts';

it('a verification tells what the network read of every claim span against every sentence', async () => {
  const read = (premise: string, hypothesis: string) =>
    premise.includes('tea') && hypothesis.includes('tea') ? scores('entailment', 0.9) : scores('neutral', 0.8);
  const input = { claim: 'Hello! It sells tea. It is blue.', source: 'The shop is red. It sells tea daily.' };
  const body = toMatrixBody(input, await verifierOn(fakeEncoder({ read })).verify(input));
  expect(body.claim_spans).toEqual(['Hello!', 'It sells tea.', 'It is blue.']);
  expect(body.source_spans).toEqual(['The shop is red.', 'It sells tea daily.']);
  expect(body.scores).toEqual([
    [],
    [scores('neutral', 0.8), scores('entailment', 0.9)],
    [scores('neutral', 0.8), scores('neutral', 0.8)],
  ]);
});
