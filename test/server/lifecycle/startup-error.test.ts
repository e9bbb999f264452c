import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/errors.ts';
import { startupError } from '../../../src/server/lifecycle/startup-error.ts';

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
