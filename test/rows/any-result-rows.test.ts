import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { OUTCOMES, REASON_CODES } from '../../src/contract/verify.ts';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { resultReader, rowWriter } from '../../src/rows/output-rows.ts';
import type { RowResult } from '../../src/rows/row-kind.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';

const names = [
  'id',
  'claim',
  'grounding_source',
  'verdict',
  'line',
  'row',
  'error',
  'error_code',
  'other',
  'a',
  '1',
  '__proto__',
];
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constant('=1+1'),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.integer()),
);
const columnsOf = (keys: string[]) =>
  fc.tuple(...keys.map(() => value)).map((values) => Object.fromEntries(keys.map((key, at) => [key, values[at]])));
const columns = fc.subarray(names).chain((keys) => columnsOf(keys));
const answer: fc.Arbitrary<RowResult> = fc.oneof(
  fc.record({ code: fc.constant('invalid_request'), message: fc.string() }).map((error) => ({ error })),
  fc
    .record({
      verdict: fc.constant('SUPPORTED' as const),
      confidence: fc.double({ min: 0, max: 1 }),
      reasoning: fc.string(),
      outcome: fc.constantFrom(...OUTCOMES),
      reason_codes: fc.subarray(REASON_CODES),
    })
    .map((body) => ({ body: { ...body, audit_trail: [] } })),
);

test.prop([fc.array(fc.tuple(columns, answer), { minLength: 1, maxLength: 4 }), fc.boolean()])(
  'CSV made of the lines of JSONL output is what is written of the rows themselves',
  (rows, escapeFormulas) => {
    // Rows without an id where the first has one keep their place in `other` apart.
    const first = Object.keys({ id: '', ...rows[0]![0] });
    const csv = rowWriter('csv', { kind: CLAIMS, columns: first, escapeFormulas });
    const jsonl = rowWriter('jsonl', { kind: CLAIMS, columns: first, escapeFormulas });
    for (const [given, result] of rows) {
      const row: InputRow = {
        index: 0,
        line: 7,
        row: 7,
        endByte: 0,
        columns: JSON.parse(JSON.stringify(given)),
        problem: undefined,
      };
      const read = resultReader(CLAIMS, first)(JSON.parse(jsonl.write(row, result)));
      expect(csv.write(read.row, read.result)).toBe(csv.write(row, result));
    }
  },
);
