import { describe, expect, it } from 'vitest';
import { places } from '../../../../src/server/api/jobs/places.ts';

const refused = (limit: number) =>
  expect.objectContaining({ code: 'rate_limited', details: expect.objectContaining({ limit, window: 'concurrent' }) });

describe('places', () => {
  it('are bounded for a client and for all clients together', () => {
    const take = places('uploads', 2, 3);
    take('ada');
    take('ada');
    expect(() => take('ada')).toThrow(refused(2));
    const free = take('bob');
    expect(() => take('eve')).toThrow(refused(3));
    free();
    take('eve');
  });

  it('are freed once, however often they are given back', () => {
    const take = places('downloads', 1, 1);
    const free = take('ada');
    free();
    take('ada');
    free();
    expect(() => take('ada')).toThrow(refused(1));
  });
});
