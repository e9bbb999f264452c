import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { firstIndex } from '../../src/text/index.ts';

const ascending = fc.array(fc.integer({ min: 0, max: 20 })).map((values) => values.sort((a, b) => a - b));

test.prop([ascending, fc.integer({ min: -1, max: 21 })])('is where a loop would stop', (values, limit) => {
  const found = values.findIndex((value) => value >= limit);
  expect(firstIndex(values.length, (i) => values[i]! >= limit)).toBe(found < 0 ? values.length : found);
});
