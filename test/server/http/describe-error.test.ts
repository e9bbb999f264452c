import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/contract/errors.ts';
import { describeError } from '../../../src/server/http/errors.ts';

describe('what is logged of an error', () => {
  it('keeps messages of this product and drops all others, in every cause', () => {
    const cause = new TypeError('secret claim text');
    const error = new ServiceError('service_unavailable', 'The store cannot be asked.', { cause });
    const described = describeError(error);
    expect(described).toMatchObject({
      type: 'ServiceError',
      code: 'service_unavailable',
      message: 'The store cannot be asked.',
      cause: { type: 'TypeError' },
    });
    expect(JSON.stringify(described)).toContain('describe-error.test.ts');
    expect(JSON.stringify(described)).not.toContain('secret');
  });

  it('has room for what is no error and for circles', () => {
    expect(describeError('secret')).toEqual({ type: 'string' });
    const circle = new Error('a');
    circle.cause = circle;
    expect(JSON.stringify(describeError(circle)).length).toBeLessThan(20_000);
  });
});
