import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimVerifier, createVerifier } from '../../src/index.ts';
import { type JudgedRow, judgeRows, readRows } from './rows.ts';

/**
 * Least rows of each kind that the bundled model must judge right, and most that may be SUPPORTED wrongly: a little
 * under what was measured when they were set. Raise them when the decision improves; lower them only with the reason.
 */
const FLOORS: Readonly<Record<string, readonly [right: number, wronglySupported: number]>> = {
  verbatim: [10, 0],
  case: [5, 0],
  padding: [4, 0],
  paraphrase: [24, 3],
  compound_wrong: [7, 2],
  number_change: [15, 0],
  wrong_owner: [11, 13],
  date_change: [9, 0],
  name_change: [12, 0],
  negation_change: [14, 0],
  antonym: [4, 3],
  role_swap: [13, 4],
  off_topic: [14, 0],
  not_stated: [5, 2],
  denied: [7, 0],
  conditional: [8, 2],
  reported: [12, 1],
  question: [5, 0],
  modality: [15, 4],
  tense: [11, 1],
  quantifier: [18, 5],
  only: [2, 3],
  source_rules: [3, 1],
  unit: [2, 1],
  separators: [3, 0],
  markdown: [7, 0],
  table: [9, 1],
  right_owner: [5, 1],
  negated: [18, 0],
  added: [6, 0],
};
const LEAST_RIGHT = 316;
const MOST_WRONGLY_SUPPORTED = 35;

let verifier: ClaimVerifier;
let judged: readonly JudgedRow[];
beforeAll(async () => {
  verifier = await createVerifier();
  judged = await judgeRows(verifier, readRows());
}, 180_000);
afterAll(() => verifier?.close());

const shown = (rows: readonly JudgedRow[]) =>
  rows.map(({ id, label, verdict, claim }) => `${id}: expected ${label}, got ${verdict}: ${claim}`).join('\n');

describe('rows of our own writing on the bundled model', () => {
  it.each(Object.entries(FLOORS))('%s keeps its floor', (kind, [leastRight, mostWronglySupported]) => {
    const rows = judged.filter((row) => row.kind === kind);
    const wrong = rows.filter(({ right }) => !right);
    expect(rows.length - wrong.length, shown(wrong)).toBeGreaterThanOrEqual(leastRight);
    const supported = rows.filter(({ wronglySupported }) => wronglySupported);
    expect(supported.length, shown(supported)).toBeLessThanOrEqual(mostWronglySupported);
  });

  it('keep their floor as a whole', () => {
    const wrong = judged.filter(({ right }) => !right);
    expect(judged.length - wrong.length, shown(wrong)).toBeGreaterThanOrEqual(LEAST_RIGHT);
  });

  it('are rarely supported wrongly, the most costly mistake', () => {
    const supported = judged.filter(({ wronglySupported }) => wronglySupported);
    expect(supported.length, shown(supported)).toBeLessThanOrEqual(MOST_WRONGLY_SUPPORTED);
  });

  it('are well formed, each within the limits of the service and under its own id', () => {
    const rows = readRows();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { claim, grounding_source: source } of rows) {
      expect(claim.length).toBeLessThanOrEqual(500);
      expect(source.length).toBeLessThanOrEqual(10_000);
    }
  });
});
