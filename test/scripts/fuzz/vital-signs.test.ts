import { expect, it } from 'vitest';
import { complaintsOf } from '../../../scripts/fuzz/vital-signs.ts';

const before = { residentMb: 300, descriptors: 40, inFlight: 0 };

it('a service at rest has nothing in flight, and descriptors and memory near what they were', () => {
  expect(complaintsOf({ residentMb: 650, descriptors: 60, inFlight: 0 }, before)).toEqual([]);
});

it('reports each vital sign that did not recover', () => {
  expect(complaintsOf({ residentMb: 1225, descriptors: 1036, inFlight: 3989 }, before)).toEqual([
    'expected 0 requests in flight, got 3989',
    'expected at most 80 descriptors, got 1036',
    'expected at most 700 MB resident, got 1225',
  ]);
});
