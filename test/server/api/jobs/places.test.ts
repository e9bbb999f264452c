import { describe, expect, it } from 'vitest';
import { Places } from '../../../../src/server/api/jobs/places.ts';

const refused = (limit: number) =>
  expect.objectContaining({ code: 'rate_limited', details: expect.objectContaining({ limit, window: 'concurrent' }) });

describe('places', () => {
  it('are bounded for a client and for all clients together', () => {
    const places = new Places({ what: 'uploads', perClient: 2, inAll: 3 });
    places.take('ada');
    places.take('ada');
    expect(() => places.take('ada')).toThrow(refused(2));
    const free = places.take('bob');
    expect(() => places.take('eve')).toThrow(refused(3));
    free();
    places.take('eve');
  });

  it('are freed once, however often they are given back', () => {
    const places = new Places({ what: 'downloads', perClient: 1, inAll: 1 });
    const free = places.take('ada');
    free();
    places.take('ada');
    free();
    expect(() => places.take('ada')).toThrow(refused(1));
  });
});
