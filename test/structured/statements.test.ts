import { describe, expect, it } from 'vitest';
import { readStructured } from '../../src/structured/statements.ts';
import type { StructuredFormat } from '../../src/structured/value.ts';

function read(value: unknown): [statement: string, pointer: string, place: string][] {
  return readText(typeof value === 'string' ? value : JSON.stringify(value), 'json');
}

function readText(text: string, format: StructuredFormat): [statement: string, pointer: string, place: string][] {
  const structured = readStructured(text, format);
  return structured.spans.map((span) => {
    const { pointer, span: place } = structured.place(span);
    return [structured.text.slice(span.start, span.end), pointer, text.slice(place.start, place.end)];
  });
}

const statements = (value: unknown) => read(value).map(([statement]) => statement);

describe('a record', () => {
  it('is one statement for each object, with the names above it as the subject', () => {
    expect(read('{"deployment": {"id": "d-17", "status": "failed", "owner": {"name": "Ann", "team": "a/b"}}}')).toEqual(
      [
        ['deployment: id: d-17; status: failed', '/deployment', '"id": "d-17", "status": "failed"'],
        ['deployment d-17 owner: name: Ann; team: a/b', '/deployment/owner', '"name": "Ann", "team": "a/b"'],
      ],
    );
  });

  it('says booleans, null and what is empty in words, and takes codes and dates as prose writes them', () => {
    const record = {
      is_live: true,
      hasErrors: false,
      owner: null,
      tags: [],
      note: ' ',
      meta: {},
      state: 'IN_PROGRESS',
    };
    expect(statements({ ...record, at: '2024-05-03T10:15:00Z', day: '2024-12-31', odd: '2024-13-01' })).toEqual([
      'live: yes; has errors: no; owner: none; tags: none; note: none; meta: none; state: in progress; ' +
        'at: May 3, 2024 at 10:15 UTC; day: December 31, 2024; odd: 2024-13-01',
    ]);
  });

  it('gives numbers the unit of their name or of their object, and groups long ones unless they are codes', () => {
    const record = { duration_ms: 42, temp_c: 3.5, plan_c: 3, minutes: 240, total: 12.5, currency: 'EUR' };
    expect(statements({ ...record, rows: 1204331, account_id: 1204331 })).toEqual([
      'duration: 42 ms; temp: 3.5 °C; plan c: 3; minutes: 240 minutes; total: 12.5 EUR; currency: EUR; ' +
        'rows: 1,204,331; account id: 1204331',
    ]);
    expect(statements({ free_mib: 2048 })).toEqual(['free: 2048 MiB']);
    expect(statements('[1e400, 0.10, -0]')).toEqual(['number of entries: 3', '1e400, 0.10, -0']);
  });

  it('counts the items of an array, and how many have each value that some share', () => {
    const pods = [
      { name: 'a', phase: 'Running', ready: true },
      { name: 'b', phase: 'Running', ready: false, node: 'n1' },
      { name: 'c', phase: 'Pending', ready: false },
    ];
    expect(statements({ pods })).toEqual([
      'number of pods: 3',
      'phase: Running for 2 of the 3 pods, Pending for 1 of the 3 pods',
      'ready: yes for 1 of the 3 pods, no for 2 of the 3 pods',
      'node: none for 2 of the 3 pods, n1 for 1 of the 3 pods',
      'pod: name: a; phase: Running; ready: yes',
      'pod: name: b; phase: Running; ready: no; node: n1',
      'pod: name: c; phase: Pending; ready: no',
    ]);
    expect(read({ pods }).slice(0, 1)).toEqual([['number of pods: 3', '/pods', JSON.stringify(pods)]]);
  });

  it('names the item of an array that a value below it belongs to', () => {
    const items = [
      { flight: 'TV 411', legs: [{ to: 'LIS' }] },
      { flight: 'TV 415', legs: [{ to: 'OPO' }] },
    ];
    expect(statements({ items }).filter((statement) => statement.includes('leg:'))).toEqual([
      'TV 411 leg: to: LIS',
      'TV 415 leg: to: OPO',
    ]);
  });

  it('has long texts in sentences of their own, each with its place behind escapes', () => {
    const text =
      'The gate \\"B\\u0031\\" is closed for repairs until the end of the month. Passengers of all flights are asked to use gate C2 instead of it.';
    expect(read(`{"id": 7, "message": "${text}"}`)).toEqual([
      ['id: 7', '/id', '"id": 7'],
      [
        '7 message: The gate "B1" is closed for repairs until the end of the month.',
        '/message',
        '"message": "The gate \\"B\\u0031\\" is closed for repairs until the end of the month.',
      ],
      [
        'Passengers of all flights are asked to use gate C2 instead of it.',
        '/message',
        'Passengers of all flights are asked to use gate C2 instead of it.',
      ],
    ]);
  });

  it('has names with odd characters in its pointers, and U+FFFD for a lone surrogate', () => {
    expect(read('{"a/b": {"m~n": 1, "\\ud800": "x\\udfff"}}')).toEqual([
      ['a b: m~n: 1; \uFFFD: x\uFFFD', '/a~1b', '"m~n": 1, "\\ud800": "x\\udfff"'],
    ]);
  });

  it.each([
    ['5', ['5']],
    ['null', ['none']],
    ['""', ['none']],
    ['[]', ['number of entries: 0']],
    ['{}', []],
    ['[[1, 2], [3]]', ['number of entries: 2', '1, 2', '3']],
  ])('may be any value: %s', (text, expected) => {
    expect(statements(text)).toEqual(expected);
  });

  it('makes statements of rows and lines too', () => {
    expect(readText('name,amount\nAnn,12\nBob,\n', 'csv')).toEqual([
      ['number of entries: 2', '', 'name,amount\nAnn,12\nBob,\n'],
      ['name: Ann; amount: 12', '/0', 'Ann,12'],
      ['name: Bob; amount: none', '/1', 'Bob,'],
    ]);
    expect(readText('{"a": 1}\n{"a": 2}\n', 'jsonl').slice(1)).toEqual([
      ['a: 1', '/0/a', '"a": 1'],
      ['a: 2', '/1/a', '"a": 2'],
    ]);
  });

  it('grows by a bounded share of its text, however deep and long the names are', () => {
    const name = 'n'.repeat(500);
    const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ [name]: inner, v: 1 }), 1);
    const wide = Array.from({ length: 5_000 }, () => [{}, { a: 1 }]);
    for (const value of [deep, { [name]: wide }]) {
      const text = JSON.stringify(value);
      expect(readStructured(text, 'json').text.length).toBeLessThan(20 * text.length);
    }
  });
});
