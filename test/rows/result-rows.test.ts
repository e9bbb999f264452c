import { describe, expect, it } from 'vitest';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { resultReader, rowWriter } from '../../src/rows/output-rows.ts';
import type { RowResult } from '../../src/rows/row-kind.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';

const body = {
  verdict: 'SUPPORTED',
  confidence: 0.5,
  reasoning: '=a, "b"',
  audit_trail: [],
  outcome: 'pass',
  reason_codes: [],
} as never;
const error = { code: 'invalid_request', message: 'Expected a claim.' };

const ROWS: readonly [Record<string, unknown>, RowResult][] = [
  [{ id: 1, claim: 'a', grounding_source: 's', verdict: 'mine', row: 7 }, { body }],
  [{ id: null, claim: 'a\nb', grounding_source: 's', note: '=1+1' }, { body }],
  [{ id: 'x', claim: 'a', grounding_source: 4 }, { error }],
  [{ claim: 'a', error: 'theirs', more: { deep: [1] } }, { error }],
  [{}, { error }],
];

describe('resultReader', () => {
  it.each([
    ['the columns of the first row', ['id', 'claim', 'grounding_source', 'verdict', 'row'], true],
    ['columns without an id', ['claim', 'grounding_source'], false],
  ])('gives back what CSV needs, with %s', (_, columns, escapeFormulas) => {
    const options = { kind: CLAIMS, columns, escapeFormulas };
    const [jsonl, csv] = [rowWriter('jsonl', options), rowWriter('csv', options)];
    const read = resultReader(CLAIMS, columns);
    for (const [index, [given, result]] of ROWS.entries()) {
      const row: InputRow = { index, line: index + 1, row: index + 1, endByte: 0, columns: given, problem: undefined };
      const again = read(JSON.parse(jsonl.write(row, result)));
      expect(csv.write(again.row, again.result)).toBe(csv.write(row, result));
    }
  });
});
