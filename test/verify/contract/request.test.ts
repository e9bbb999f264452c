import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/contract/errors.ts';
import { codePoints } from '../../../src/contract/texts.ts';
import { readVerifyRequest } from '../../../src/verify/bodies.ts';

const source = 'The company employs 350 people.';

function refusal(body: unknown): { message: string; details: unknown } {
  try {
    readVerifyRequest(body);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request') {
      return { message: error.message, details: error.details };
    }
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('a verify request', () => {
  it('is read as claim and source, untouched', () => {
    const claim = ' It employs 350\u0000 people. \ud83d\ude00 ';
    expect(readVerifyRequest({ claim, grounding_source: source })).toEqual({ claim, source });
  });

  it('counts characters, not UTF-16 units, up to the very limit', () => {
    const claim = '😀'.repeat(500);
    const long = '😀'.repeat(10_000);
    expect(readVerifyRequest({ claim, grounding_source: long })).toEqual({ claim, source: long });
    expect(refusal({ claim: `${claim}x`, grounding_source: source }).details).toEqual({
      field: 'claim',
      max_length: 500,
      received_length: 501,
    });
    expect(refusal({ claim: 'x', grounding_source: `${long}x` }).details).toEqual({
      field: 'grounding_source',
      max_length: 10_000,
      received_length: 10_001,
    });
  });

  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [7, 'a number'],
    [true, 'a boolean'],
    [['x'], 'an array'],
    [{}, 'an object'],
  ])('names the field, its constraint and what came instead of a string: %j', (claim, got) => {
    expect(refusal({ claim, grounding_source: source })).toEqual({
      message: `claim must be a string of 1 to 500 characters, got ${got}.`,
      details: { field: 'claim', max_length: 500 },
    });
  });

  it('refuses a missing, an empty and an invisible field', () => {
    expect(refusal({ claim: 'x' }).details).toEqual({ field: 'grounding_source', max_length: 10_000 });
    expect(refusal({ claim: '', grounding_source: source })).toEqual({
      message: 'claim must be a string of 1 to 500 characters, got 0.',
      details: { field: 'claim', max_length: 500, received_length: 0 },
    });
    for (const blank of [' ', '\n\t', '\u00a0\u3000', '\u200b\u200d', '\ufeff', '\u0000', '\u00ad']) {
      expect(refusal({ claim: blank, grounding_source: source }).message).toBe(
        'claim must be a string of 1 to 500 characters, got white space only.',
      );
    }
  });

  it('refuses lone surrogates: they are no text and cannot be sent back', () => {
    expect(refusal({ claim: 'a\ud800b', grounding_source: source })).toEqual({
      message: 'claim must be a string of 1 to 500 characters, got a lone surrogate, which is not Unicode text.',
      details: { field: 'claim', max_length: 500, received_length: 3 },
    });
  });

  it('names an unknown field, however it is called', () => {
    for (const name of ['extra', '__proto__', 'constructor', 'toString', '']) {
      const body = JSON.parse(`{"claim":"x","grounding_source":"y",${JSON.stringify(name)}:1}`);
      expect(refusal(body).details).toEqual({ field: name });
    }
    expect(refusal({ claim: 'x', grounding_source: 'y', ['k'.repeat(9_000)]: 1 }).message.length).toBeLessThan(200);
  });

  it('complains of the known fields before unknown ones', () => {
    expect(refusal({ grounding_source: source, extra: 1 }).details).toEqual({ field: 'claim', max_length: 500 });
  });

  it.each([[[]], [null], ['text'], [1], [undefined]])('refuses a body that is no object: %j', (body) => {
    expect(refusal(body).message).toMatch(/^Expected a JSON object with the fields claim and grounding_source, got /);
  });

  test.prop([fc.anything()])('never throws anything but a refusal', (body) => {
    expect(() => readVerifyRequest(body)).toThrow(ServiceError);
  });

  test.prop([fc.string({ unit: 'binary', minLength: 0, maxLength: 600 })])(
    'takes any visible text in bounds',
    (text) => {
      const claim = `v${text}`;
      if (codePoints(claim) <= 500) expect(readVerifyRequest({ claim, grounding_source: source }).claim).toBe(claim);
      else expect(refusal({ claim, grounding_source: source }).details).toMatchObject({ field: 'claim' });
    },
  );
});
