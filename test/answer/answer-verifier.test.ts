import { describe, expect, it } from 'vitest';
import { answerRequestReader } from '../../src/answer/answer-request.ts';
import { fakeEncoder } from '../support/fake-encoder.ts';
import { answeringOn, sourcesOf } from './support/answer-on.ts';

const readAnswerRequest = answerRequestReader();
const BODY = { answer: 'Hello! The mill closed [1].', sources: sourcesOf('The mill closed.') };

describe('verifyAnswer', () => {
  it('takes the body of the request and answers as both steps do', async () => {
    const verifier = answeringOn(fakeEncoder());
    const body = { ...BODY, citations: 'brackets' as const, min_confidence: 0.2 };
    const request = await verifier.prepareAnswer(readAnswerRequest(body));
    expect(request.prepared.checked).toBe(1);
    expect(await verifier.verifyAnswer(body)).toEqual(await verifier.verifyPrepared(request));
  });

  it.each([
    [{ ...BODY, answer: '' }, 'answer'],
    [{ ...BODY, sources: [] }, 'sources'],
    [{ ...BODY, sources: sourcesOf('x').concat(sourcesOf('y')) }, 'sources[1].id'],
    [{ ...BODY, citations: [{ start: 0, end: 99, source_ids: ['1'] }] }, 'citations[0].end'],
  ])('refuses %j, naming %s', async (body, field) => {
    const asked = answeringOn(fakeEncoder()).verifyAnswer(body);
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request', details: { field } });
  });

  it('ends with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(answeringOn(fakeEncoder()).verifyAnswer(BODY, { signal })).rejects.toThrow('gone');
  });
});
