import { expect, it } from 'vitest';
import { bytesText } from '../../../src/web/dashboard/job-clients-view.ts';

it('says bytes in the unit of their size', () => {
  const sizes = [0, 1, 999, 1_000, 1_260, 45_678, 734_003_200, 1_250_000_000, 4_294_967_296, 99_000_000_000_000];
  expect(sizes.map((size) => bytesText(size).replace('\u00a0', ' '))).toEqual([
    ...['0 bytes', '1 bytes', '999 bytes', '1 kB', '1.3 kB', '46 kB'],
    ...['734 MB', '1.3 GB', '4.3 GB', '99 TB'],
  ]);
});
