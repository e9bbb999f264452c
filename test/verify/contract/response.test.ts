import { describe, expect, it } from 'vitest';
import { toResponseBody } from '../../../src/verify/bodies.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';

const input = { claim: 'Ada wrote it.', source: 'In 1843 Ada wrote it. 😀' };

describe('toResponseBody', () => {
  it('has exactly the four documented fields, in the documented order', async () => {
    const body = toResponseBody(await fakeBatchVerifier().verify(input));
    expect(Object.keys(body)).toEqual(['verdict', 'confidence', 'reasoning', 'audit_trail']);
    expect(Object.keys(body.audit_trail[0]!)).toEqual(['claim_span', 'source_span', 'match_type']);
  });

  it('slices spans out of the texts as they were sent', async () => {
    const body = toResponseBody(await fakeBatchVerifier().verify(input));
    expect(body.audit_trail).toEqual([
      { claim_span: 'Ada wrote it.', source_span: 'Ada wrote it.', match_type: 'exact_match' },
    ]);
  });

  it('gives the empty string where nothing in the source matches', async () => {
    const offTopic = { claim: 'Bees hum.', source: 'In 1843 Ada wrote it.' };
    const body = toResponseBody(await fakeBatchVerifier().verify(offTopic));
    expect(body).toEqual({
      verdict: 'UNCERTAIN',
      confidence: 0.8,
      reasoning: 'The fake says UNCERTAIN.',
      audit_trail: [{ claim_span: 'Bees hum.', source_span: '', match_type: 'insufficient_evidence' }],
    });
  });
});
