import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { InputRow } from '../../src/rows/input-rows.ts';
import { rowWriter } from '../../src/rows/output-rows.ts';
import type { RowResult } from '../../src/rows/row-kind.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';

const good: RowResult = {
  body: {
    verdict: 'SUPPORTED',
    confidence: 0.75,
    reasoning: 'It says "so",\nthere.',
    audit_trail: [{ claim_span: 'c', source_span: 's', match_type: 'exact_match' }],
    outcome: 'review',
    reason_codes: ['number_differs', 'negated'],
  },
};
const bad: RowResult = { error: { code: 'invalid_request', message: 'claim must be a string.' } };
const rowOf = (columns: InputRow['columns']): InputRow => ({
  index: 0,
  line: 9,
  row: 7,
  endByte: 99,
  columns,
  problem: undefined,
});
const plain = (...columns: string[]) => ({ kind: CLAIMS, columns, escapeFormulas: false });
const json = (columns: InputRow['columns'], answer: RowResult) =>
  JSON.parse(rowWriter('jsonl', plain()).write(rowOf(columns), answer)) as unknown;

describe('JSONL output', () => {
  it('carries all columns but the source, then the answer of the API', () => {
    const columns = { id: 3, claim: 'c', grounding_source: 's', label: 'SUPPORTED', topic: { deep: [1] } };
    const text = rowWriter('jsonl', plain()).write(rowOf(columns), good);
    expect(text).toBe(
      '{"id":3,"claim":"c","label":"SUPPORTED","topic":{"deep":[1]},"verdict":"SUPPORTED","confidence":0.75,' +
        '"reasoning":"It says \\"so\\",\\nthere.",' +
        '"audit_trail":[{"claim_span":"c","source_span":"s","match_type":"exact_match"}],"outcome":"review","reason_codes":["number_differs","negated"],"row":7}\n',
    );
  });

  it('makes a bad row an error row with its place, its claim and its other columns', () => {
    expect(json({ id: 'x', claim: 'c', grounding_source: 's', topic: 't' }, bad)).toEqual({
      id: 'x',
      claim: 'c',
      topic: 't',
      error: { code: 'invalid_request', message: 'claim must be a string.' },
      row: 7,
    });
    expect(json({}, bad)).toMatchObject({ id: null, row: 7 });
  });

  it('keeps input columns that are named like parts of the answer', () => {
    expect(json({ claim: 'c', verdict: 'old', row: 'red' }, good)).toMatchObject({
      input_verdict: 'old',
      input_row: 'red',
      verdict: 'SUPPORTED',
    });
  });
});

describe('CSV output', () => {
  it('has one header for all rows, answers and errors', () => {
    const { header, write } = rowWriter('csv', plain('id', 'claim', 'grounding_source', 'verdict'));
    const columns = { id: '1', claim: 'c, "d"', grounding_source: 's', verdict: 'old' };
    const rows = parse(header + write(rowOf(columns), good) + write(rowOf(columns), bad), { columns: true });
    const nothing = { error_code: '', error_message: '', other: '', row: '7' };
    expect(rows).toEqual([
      {
        id: '1',
        claim: 'c, "d"',
        input_verdict: 'old',
        verdict: 'SUPPORTED',
        confidence: '0.75',
        reasoning: 'It says "so",\nthere.',
        audit_trail: '[{"claim_span":"c","source_span":"s","match_type":"exact_match"}]',
        outcome: 'review',
        reason_codes: '["number_differs","negated"]',
        ...nothing,
      },
      {
        id: '1',
        claim: 'c, "d"',
        input_verdict: 'old',
        verdict: '',
        confidence: '',
        reasoning: '',
        audit_trail: '',
        outcome: '',
        reason_codes: '',
        ...nothing,
        error_code: 'invalid_request',
        error_message: 'claim must be a string.',
      },
    ]);
  });

  it('puts JSONL columns that the first row did not have into "other"', () => {
    const { header, write } = rowWriter('csv', plain('claim'));
    const row = write(rowOf({ claim: 'c', late: true, deep: { a: 1 } }), good);
    expect(parse(header + row, { columns: true })[0]).toMatchObject({ other: '{"late":true,"deep":{"a":1}}' });
  });

  it('names a column once, though the input has it under its own name and under that of the output', () => {
    const { header, write } = rowWriter('csv', plain('verdict', 'input_verdict', 'claim'));
    expect(header).toBe(
      'input_verdict,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row\n',
    );
    expect(write(rowOf({ verdict: 'old', input_verdict: 'older', claim: 'c' }), bad)).toMatch(/^older,c,,/);
  });

  it('begins with a byte order mark and uses another delimiter if set', () => {
    const { header, write } = rowWriter('csv', { ...plain('claim'), delimiter: ';', bom: true });
    expect(header).toBe(
      '\ufeffclaim;verdict;confidence;reasoning;audit_trail;outcome;reason_codes;error_code;error_message;other;row\n',
    );
    expect(write(rowOf({ claim: 'a;b,c' }), bad)).toBe('"a;b,c";;;;;;;invalid_request;claim must be a string.;;7\n');
  });

  const FORMULAS = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'];

  it.each(FORMULAS)('escapes a cell that starts a formula if set: %j', (formula) => {
    const columns = { [formula]: formula, claim: formula };
    const answer: RowResult = { body: { ...good.body, reasoning: formula } };
    for (const escapeFormulas of [true, false]) {
      const { header, write } = rowWriter('csv', { kind: CLAIMS, columns: [formula, 'claim'], escapeFormulas });
      const [names, row] = parse(header + write(rowOf(columns), answer)) as string[][];
      const shown = escapeFormulas ? `'${formula}` : formula;
      expect([names![0], row![0], row![1], row![4]]).toEqual([shown, shown, shown, shown]);
    }
  });

  it('leaves cells that start no formula as they are, and lets none begin behind another separator', () => {
    const columns = ['a', 'b'];
    const { write } = rowWriter('csv', { kind: CLAIMS, columns, escapeFormulas: true });
    const text = write(rowOf({ a: 'It is 5-3=2 @ home', b: 'x;=1+1' }), bad);
    expect(text).toMatch(/^It is 5-3=2 @ home,"x;=1\+1",/);
  });
});
