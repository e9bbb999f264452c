import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/contract/errors.ts';
import { logReady, startupError } from '../../../src/server/lifecycle/startup.ts';
import { FAKE_EVIDENCE, FAKE_INFO } from '../../support/fake-verifier.ts';

describe('a failure to start', () => {
  const config = { HOST: '127.0.0.1', PORT: 80, METRICS_PORT: 9090, ADMIN_PORT: 0 };
  const failure = (code: string, port: number) => Object.assign(new Error('x'), { code, port });
  it.each([
    [new ServiceError('invalid_model', 'Expected a model, got none.'), /^Expected a model, got none\.$/],
    [failure('EADDRINUSE', 80), /\b80\b.* PORT /],
    [failure('EADDRINUSE', 9090), /\b9090\b.* METRICS_PORT /],
    [failure('EACCES', 80), /\b80\b.* PORT /],
    [failure('EADDRNOTAVAIL', 80), /127\.0\.0\.1.* HOST /],
    [new Error('boom'), /boom/],
  ])('names the setting to change: %s', (error, sentence) => {
    expect(startupError(error, config)).toMatch(sentence);
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
