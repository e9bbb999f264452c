import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../src/contract/verify.ts';
import { groupBy } from '../../src/evaluation/labelled-rows.ts';
import { halvesOf } from '../../src/evaluation/split.ts';
import { PACKAGE_ROOT } from '../../src/package.ts';

interface Row {
  readonly id: string;
  readonly set: string;
  readonly group: string;
  readonly category: string;
  readonly label: string;
  readonly claim: string;
  readonly grounding_source: string;
  readonly why: string;
  readonly format?: string;
}

const rowsOf = <T = Row>(set: string) =>
  readFileSync(join(PACKAGE_ROOT, `test/regression/${set}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const numbers = <T>(of: (value: T) => string, values: readonly T[]) =>
  Object.fromEntries([...groupBy(values, of)].map(([name, { length }]) => [name, length]));

/** Rows by label and by half, as test/regression/README.md gives them. */
const SETS = {
  tables: { SUPPORTED: 86, UNSUPPORTED: 59, UNCERTAIN: 35, tuning: 90, reporting: 90 },
  derived: { SUPPORTED: 81, UNSUPPORTED: 45, UNCERTAIN: 22, tuning: 74, reporting: 74 },
  records: { SUPPORTED: 38, UNSUPPORTED: 34, UNCERTAIN: 16, tuning: 44, reporting: 44 },
  'tables-public': { SUPPORTED: 72, UNSUPPORTED: 56, UNCERTAIN: 32, tuning: 84, reporting: 76 },
  'derived-public': { SUPPORTED: 54, UNSUPPORTED: 42, UNCERTAIN: 24, tuning: 64, reporting: 56 },
  'records-public': { SUPPORTED: 54, UNSUPPORTED: 42, UNCERTAIN: 24, tuning: 60, reporting: 60 },
  'tables-everyday': { SUPPORTED: 95, UNSUPPORTED: 70, UNCERTAIN: 35, tuning: 85, reporting: 115 },
  'derived-everyday': { SUPPORTED: 105, UNSUPPORTED: 67, UNCERTAIN: 28, tuning: 75, reporting: 125 },
  'records-everyday': { SUPPORTED: 96, UNSUPPORTED: 70, UNCERTAIN: 34, tuning: 105, reporting: 95 },
};

describe.each(Object.entries(SETS))('%s.jsonl', (set, expected) => {
  const rows = rowsOf(set);

  it('has a claim, a source, a label, a category and a reason in every row, with unique ids', () => {
    const texts = ({ claim, grounding_source, category, why, group }: Row) => [
      claim,
      grounding_source,
      category,
      why,
      group,
    ];
    expect(rows.filter((row) => row.set !== set || texts(row).some((text) => !text?.trim()))).toEqual([]);
    expect(rows.filter(({ label }) => !VERDICTS.includes(label as never))).toEqual([]);
    expect(rows.filter(({ claim }) => claim.length > 500)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ claim, grounding_source: source }) => `${claim}\0${source}`)).size).toBe(rows.length);
  });

  it('has at most five rows per source', () => {
    const sources = [...groupBy(rows, ({ group }) => group).values()];
    expect(sources.filter((some) => some.length > 5)).toEqual([]);
    expect(sources.filter((some) => new Set(some.map(({ grounding_source: source }) => source)).size > 1)).toEqual([]);
    expect(new Set(rows.map(({ grounding_source: source }) => source)).size).toBe(sources.length);
  });

  it('has the documented number of rows for each label and half', () => {
    const halves = halvesOf(rows.map(({ grounding_source: source }) => ({ set, source })));
    expect({ ...numbers(({ label }) => label, rows), ...numbers((half) => half, halves) }).toEqual(expected);
  });
});

it.each([
  ['records', { json: 69, jsonl: 9, csv: 10 }],
  ['records-public', { json: 84, jsonl: 20, csv: 16 }],
  ['records-everyday', { json: 130, jsonl: 35, csv: 35 }],
])('%s.jsonl has sources that parse in the format of the row', (set, expected) => {
  const formats = rowsOf(set).map(({ format, grounding_source: source }) => {
    if (format === 'json') JSON.parse(source);
    if (format === 'jsonl') for (const line of source.split('\n')) JSON.parse(line);
    return format;
  });
  expect(numbers((format) => format ?? 'none', formats)).toEqual(expected);
});

describe('missing-reasons.jsonl', () => {
  interface MissingReason extends Pick<Row, 'id' | 'set' | 'group' | 'label' | 'claim' | 'why'> {
    readonly reason: string;
    readonly must: string;
    readonly half: string;
    readonly sources: readonly { readonly id: string; readonly text: string }[];
  }
  const rows = rowsOf<MissingReason>('missing-reasons');

  it('has at least ten rows where each reason must appear and ten where it must not, half of them in each half', () => {
    const counts = numbers(({ reason, must, half }) => `${reason}, ${must}, ${half}`, rows);
    expect(Object.keys(counts)).toHaveLength(4 * 2 * 2);
    expect(Object.entries(counts).filter(([, count]) => count < 5)).toEqual([]);
  });

  it('names the half that the split gives to the joined sources', () => {
    const joined = rows.map(({ set, sources }) => ({ set, source: sources.map(({ text }) => text).join('\n\n') }));
    expect(rows.map(({ half }) => half)).toEqual(halvesOf(joined));
  });

  it('has at most five rows per source, with a label and a reason each, and unique ids', () => {
    expect(rows.filter(({ label, why, claim }) => !VERDICTS.includes(label as never) || !why || !claim)).toEqual([]);
    expect([...groupBy(rows, ({ group }) => group).values()].filter((some) => some.length > 5)).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
