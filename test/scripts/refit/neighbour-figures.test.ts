import { expect, it } from 'vitest';
import { neighboursGroup } from '../../../scripts/refit/neighbour-figures.ts';
import type { NeighbourRow } from '../../../scripts/refit/rows.ts';

it('counts verdicts that change, those with confidence .7 or more before or after, and those that are right', () => {
  const claims: NeighbourRow[] = [
    {
      ...{ id: 'a-1', group: 'a', label: 'SUPPORTED', alone: ['SUPPORTED', 0.9] },
      among: [
        ['SUPPORTED', 0.4],
        ['UNCERTAIN', 0.5],
      ],
    },
    {
      ...{ id: 'b-1', group: 'b', label: 'UNCERTAIN', alone: ['UNCERTAIN', 0.6] },
      among: [
        ['SUPPORTED', 0.69],
        ['UNCERTAIN', 0.9],
      ],
    },
  ];
  expect(neighboursGroup(claims, { minConfidence: 0.7, resamples: 10 })).toMatchObject({
    rows: 4,
    figures: { changed: { value: 0.5 }, right: { value: 0.5 }, changedSure: { count: 1, of: 4 } },
  });
});
