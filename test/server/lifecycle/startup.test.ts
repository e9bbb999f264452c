import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/errors.ts';
import { logReady, startupError } from '../../../src/server/lifecycle/startup.ts';
import { FAKE_EVIDENCE, FAKE_INFO } from '../../support/fake-verifier.ts';

describe('a failure to start', () => {
  const config = { HOST: '127.0.0.1', PORT: 80 };
  it.each([
    [new ServiceError('invalid_model', 'Expected a model, got none.'), 'Expected a model, got none.'],
    [
      Object.assign(new Error('x'), { code: 'EADDRINUSE' }),
      'Expected a free address to listen on, got one in use: HOST 127.0.0.1, PORT 80.',
    ],
    [new Error('boom'), 'The service could not start: boom'],
  ])('is a sentence: %s', (error, sentence) => {
    expect(startupError(error, config)).toBe(sentence);
  });
});

describe('the log of the start', () => {
  it('has a warning for every notice, then one line of the models', () => {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line), info: (...line: unknown[]) => lines.push(line) };
    const notices = ['It ranks the sentences itself.', 'It has no calibration.'];
    const model = { ...FAKE_INFO.model, providerFallback: 'no CUDA' };
    logReady(log, { ...FAKE_INFO, model, evidenceModel: FAKE_EVIDENCE, notices });
    const models = { model: 'fake-nli', evidenceModel: 'fake-compact' };
    expect(lines).toEqual([
      ['It ranks the sentences itself.'],
      ['It has no calibration.'],
      [{ ...models, provider: 'cpu', providerFallback: 'no CUDA' }, 'ready'],
    ]);
  });
});
