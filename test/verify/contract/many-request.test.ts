import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/contract/errors.ts';
import { MAX_CLAIMS } from '../../../src/contract/verify.ts';
import { readBatchRequest } from '../../../src/verify/bodies.ts';

const source = 'The company employs 350 people.';
const claim = 'It employs 350 people.';

function refusal(body: unknown): { message: string; details: unknown } {
  try {
    readBatchRequest(body);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request') {
      return { message: error.message, details: error.details };
    }
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('a request with many claims', () => {
  it('is read as claims and source, untouched, up to the very limits', () => {
    const longest = '😀'.repeat(500);
    const claims = [` ${claim} `, longest, ...Array(MAX_CLAIMS - 2).fill(claim)];
    const long = '😀'.repeat(10_000);
    expect(readBatchRequest({ claims, grounding_source: long })).toEqual({ claims, source: long });
  });

  it.each([
    [
      { claims: [claim, 'x'.repeat(501)] },
      'claims[1]',
      'claims[1] must be a string of 1 to 500 characters, got 501.',
      501,
    ],
    [{ claims: ['', claim] }, 'claims[0]', 'claims[0] must be a string of 1 to 500 characters, got 0.', 0],
    [
      { claims: [claim, claim, 7] },
      'claims[2]',
      'claims[2] must be a string of 1 to 500 characters, got a number.',
      undefined,
    ],
    [
      { claims: [claim, ' \n'] },
      'claims[1]',
      'claims[1] must be a string of 1 to 500 characters, got white space only.',
      2,
    ],
  ])('names the place of a wrong claim: %#', (body, field, message, length) => {
    const details = { field, max_length: 500, ...(length === undefined ? {} : { received_length: length }) };
    expect(refusal({ grounding_source: source, ...body })).toEqual({ message, details });
  });

  it.each([
    [[], 'an array of 0', 0],
    [Array(MAX_CLAIMS + 1).fill(claim), `an array of ${MAX_CLAIMS + 1}`, MAX_CLAIMS + 1],
    [claim, 'a string', undefined],
    [{ 0: claim }, 'an object', undefined],
    [undefined, 'nothing', undefined],
  ])('has 1 to 200 claims: %#', (claims, got, length) => {
    expect(refusal({ claims, grounding_source: source })).toEqual({
      message: `claims must be an array of 1 to 200 strings, got ${got}.`,
      details: { field: 'claims', max_length: 200, ...(length === undefined ? {} : { received_length: length }) },
    });
  });

  it('has one source and nothing else', () => {
    expect(refusal({ claims: [claim] }).details).toEqual({ field: 'grounding_source', max_length: 10_000 });
    expect(refusal({ claims: [claim], grounding_source: 'x'.repeat(10_001) }).details).toMatchObject({
      field: 'grounding_source',
      received_length: 10_001,
    });
    expect(refusal({ claims: [claim], grounding_source: source, claim })).toEqual({
      message: 'Expected only the fields claims and grounding_source, got "claim". Did you mean claims?',
      details: { field: 'claim' },
    });
    for (const body of [null, [], 'text', 7]) {
      expect(refusal(body).message).toMatch(
        /^Expected a JSON object with the fields claims and grounding_source, got /,
      );
    }
  });
});
