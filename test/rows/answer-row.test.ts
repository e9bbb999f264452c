import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/contract/errors.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { answerRow, CLAIMS } from '../../src/rows/row-kind.ts';
import type { Verifier } from '../../src/verifier.ts';
import { fakeBatchVerifier } from '../support/fake-batch-verifier.ts';

const rowOf = (columns: InputRow['columns'], problem?: string): InputRow => ({
  index: 0,
  line: 1,
  row: 1,
  endByte: 0,
  columns,
  problem,
});
const good = rowOf({ claim: 'Bees hum.', grounding_source: 'Bees hum.', other: 'x' });
const signal = new AbortController().signal;
const answer = (verifier: Verifier, row: InputRow) => answerRow(row, { verifier, kind: CLAIMS, signal });
const unavailable = () => new ServiceError('service_unavailable', 'Busy.', { details: { retry_after_seconds: 0 } });

describe('answerRow', () => {
  it('answers a good row as the API does', async () => {
    expect(await answer(fakeBatchVerifier(), good)).toMatchObject({ body: { verdict: 'SUPPORTED' } });
  });

  it.each([
    [{ grounding_source: 's' }, 'claim must be a string of 1 to 500 characters, got nothing.'],
    [{ claim: ' ', grounding_source: 's' }, 'got white space only'],
    [{ claim: 'x'.repeat(501), grounding_source: 's' }, 'got 501'],
    [{ claim: 'c', grounding_source: '\ud800' }, 'lone surrogate'],
    [{ claim: 4, grounding_source: 's' }, 'got a number'],
  ])('refuses a row the API would refuse, in the words of the API', async (columns, words) => {
    const answered = await answer(fakeBatchVerifier(), rowOf(columns));
    expect(answered).toMatchObject({ error: { code: 'invalid_request', message: expect.stringContaining(words) } });
  });

  it('passes on why a row could not be read', async () => {
    expect(await answer(fakeBatchVerifier(), rowOf({}, 'Not JSON.'))).toEqual({
      error: { code: 'invalid_request', message: 'Not JSON.' },
    });
  });

  it('makes an unforeseen failure an error row that does not quote it', async () => {
    const verifier = fakeBatchVerifier(() => {
      throw new TypeError('secret text');
    });
    const answered = await answer(verifier, good);
    expect(answered).toMatchObject({ error: { code: 'internal_error' } });
    expect(JSON.stringify(answered)).not.toContain('secret');
  });

  it('tries again while the verifier is busy', async () => {
    const verifier = fakeBatchVerifier((_, call) => {
      if (call < 4) throw unavailable();
    });
    expect(await answer(verifier, good)).toMatchObject({ body: { verdict: 'SUPPORTED' } });
    expect(verifier.calls()).toBe(4);
  });

  it('ends the run, instead of writing error rows without end, when the verifier is lost', async () => {
    const lost = { ...fakeBatchVerifier(() => Promise.reject(unavailable())), fault: 'A worker died.' };
    await expect(answer(lost, good)).rejects.toThrow('Busy.');
    const busyForEver = fakeBatchVerifier(() => Promise.reject(unavailable()));
    await expect(answer(busyForEver, good)).rejects.toThrow('Busy.');
    expect(busyForEver.calls()).toBe(20);
  });
});
