import { expect, it } from 'vitest';
import type { RowOutcome } from '../../src/evaluation/labelled-rows.ts';
import { weightedSentence } from '../../src/evaluation/table.ts';

const row = (over: Partial<RowOutcome>): RowOutcome => ({
  set: 'a',
  sourceGroup: 0,
  label: 'SUPPORTED',
  verdict: 'SUPPORTED',
  confidence: 0.9,
  supported: 0.9,
  ...over,
});

it('counts each row as the rows that it stands for', () => {
  const rows = [
    row({ weight: 90 }),
    row({ weight: 5, label: 'UNCERTAIN' }),
    row({ weight: 5, verdict: 'UNCERTAIN' }),
    row({ label: 'UNSUPPORTED' }),
  ];
  expect(weightedSentence(rows)).toBe(
    'by weight: 3 rows stand for 100; of these accuracy 0.900, SUPPORTED right 0.947',
  );
});

it('says nothing where no row has a weight, and nothing of SUPPORTED where no verdict is', () => {
  expect(weightedSentence([row({})])).toBeUndefined();
  expect(weightedSentence([row({ weight: 2.5, verdict: 'UNCERTAIN' })])).toBe(
    'by weight: 1 rows stand for 3; of these accuracy 0.000',
  );
});
