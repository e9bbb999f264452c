import { describe, expect, it } from 'vitest';
import { answerRow } from '../../../scripts/batch/answer-row.ts';
import type { InputRow } from '../../../scripts/batch/input-rows.ts';
import { ServiceError } from '../../../src/errors.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';

const rowOf = (columns: InputRow['columns'], problem?: string): InputRow => ({
  index: 0,
  line: 1,
  endByte: 0,
  columns,
  problem,
});
const good = rowOf({ claim: 'Bees hum.', grounding_source: 'Bees hum.', other: 'x' });
const signal = new AbortController().signal;
const unavailable = () => new ServiceError('service_unavailable', 'Busy.', { details: { retry_after_seconds: 0 } });

describe('answerRow', () => {
  it('answers a good row as the API does', async () => {
    expect(await answerRow(fakeBatchVerifier(), good, signal)).toMatchObject({ body: { verdict: 'SUPPORTED' } });
  });

  it.each([
    [{ grounding_source: 's' }, 'claim must be a string of 1 to 500 characters, got nothing.'],
    [{ claim: ' ', grounding_source: 's' }, 'got white space only'],
    [{ claim: 'x'.repeat(501), grounding_source: 's' }, 'got 501'],
    [{ claim: 'c', grounding_source: '\ud800' }, 'lone surrogate'],
    [{ claim: 4, grounding_source: 's' }, 'got a number'],
  ])('refuses a row the API would refuse, in the words of the API', async (columns, words) => {
    const answer = await answerRow(fakeBatchVerifier(), rowOf(columns), signal);
    expect(answer).toMatchObject({ error: { code: 'invalid_request', message: expect.stringContaining(words) } });
  });

  it('passes on why a row could not be read', async () => {
    expect(await answerRow(fakeBatchVerifier(), rowOf({}, 'Not JSON.'), signal)).toEqual({
      error: { code: 'invalid_request', message: 'Not JSON.' },
    });
  });

  it('makes an unforeseen failure an error row that does not quote it', async () => {
    const verifier = fakeBatchVerifier(() => {
      throw new TypeError('secret text');
    });
    const answer = await answerRow(verifier, good, signal);
    expect(answer).toMatchObject({ error: { code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('tries again while the verifier is busy', async () => {
    const verifier = fakeBatchVerifier((_, call) => {
      if (call < 4) throw unavailable();
    });
    expect(await answerRow(verifier, good, signal)).toMatchObject({ body: { verdict: 'SUPPORTED' } });
    expect(verifier.calls()).toBe(4);
  });

  it('ends the run, instead of writing error rows without end, when the verifier is lost', async () => {
    const lost = { ...fakeBatchVerifier(() => Promise.reject(unavailable())), fault: 'A worker died.' };
    await expect(answerRow(lost, good, signal)).rejects.toThrow('Busy.');
    const busyForEver = fakeBatchVerifier(() => Promise.reject(unavailable()));
    await expect(answerRow(busyForEver, good, signal)).rejects.toThrow('Busy.');
    expect(busyForEver.calls()).toBe(20);
  });
});
