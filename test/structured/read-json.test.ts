import { describe, expect, it } from 'vitest';
import { JSON_BOUNDS, readJson, readJsonLines } from '../../src/structured/read-json.ts';
import { type Collection, isCollection, pointerTo, StructuredFault, type Value } from '../../src/structured/value.ts';

/** The places of all scalars, as they are written. */
function written(text: string, value: Value): string[] {
  if (!isCollection(value)) return [text.slice(value.start, value.end)];
  return value.members.flatMap(({ value: one }) => written(text, one));
}

function faultOf(read: (text: string) => unknown, text: string): [string, number] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof StructuredFault) return [error.message, error.line];
    throw error;
  }
  throw new Error('expected a fault');
}

describe('a JSON text', () => {
  it('keeps every scalar as written, with its place', () => {
    const text = '\uFEFF { "a": 1e400, "b": [0.10, -0, true], "c": "x\\u00e9 \\ud800", "d": {"e": null} }\n';
    expect(written(text, readJson(text))).toEqual(['1e400', '0.10', '-0', 'true', '"x\\u00e9 \\ud800"', 'null']);
    const { members } = readJson(text) as Collection;
    expect(members.map(({ name, nameSpan }) => [name, text.slice(nameSpan!.start, nameSpan!.end)])).toEqual([
      ['a', '"a"'],
      ['b', '"b"'],
      ['c', '"c"'],
      ['d', '"d"'],
    ]);
    expect(members[2]!.value).toMatchObject({ kind: 'string', written: 'xé \ud800' });
  });

  it('has the last of several values of one name, in its own place', () => {
    const text = '{"a": 1, "b": 2, "a": 3}';
    expect(written(text, readJson(text))).toEqual(['2', '3']);
    expect((readJson('{"__proto__": 1}') as Collection).members.map(({ name }) => name)).toEqual(['__proto__']);
  });

  it.each([
    ['', 'must be JSON, got a text that ends too early at line 1, column 1', 1],
    ['{"a": 1,\n "b": }', 'must be JSON, got a fault at line 2, column 7', 2],
    ['[1, 2', 'must be JSON, got a text that ends too early at line 1, column 6', 1],
    ['[1] // one', 'must be JSON, got a fault at line 1, column 5', 1],
    ['{"a": 1} {"b": 2}', 'must be JSON, got a fault at line 1, column 10', 1],
  ])('is refused with the position of its fault: %s', (text, message, line) => {
    expect(faultOf(readJson, text)).toEqual([message, line]);
  });

  it('is refused before it is parsed where it is too deep or has too many values', () => {
    const { depth, values } = JSON_BOUNDS;
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(readJson(nested(depth))).toMatchObject({ kind: 'array' });
    const [message] = faultOf(readJson, nested(depth + 1));
    expect(message).toBe(`must have at most ${values} values, nested at most ${depth} deep, got more`);
    expect(faultOf(readJson, nested(10_000_000))[0]).toBe(message);
    expect(faultOf(readJson, `[${'0,'.repeat(values)}0]`)[0]).toBe(message);
    expect((readJson(`[${'0,'.repeat(values - 2)}0]`) as Collection).members).toHaveLength(values - 1);
  });
});

describe('JSON Lines', () => {
  it('are one array of the values of the lines that are not blank', () => {
    const text = '\uFEFF{"a": 1}\r\n\n  \n[2]\n3';
    expect(written(text, readJsonLines(text))).toEqual(['1', '2', '3']);
    expect(readJsonLines(text).members.map(({ name }) => name)).toEqual(['0', '1', '2']);
    expect(readJsonLines('\n').members).toEqual([]);
  });

  it('are refused with the line of the first fault', () => {
    expect(faultOf(readJsonLines, '{"a": 1}\n\n{"a": }\n')).toEqual([
      'must be JSON, got a fault at line 3, column 7',
      3,
    ]);
  });
});

it('a pointer escapes the marks of RFC 6901 and has no half of a surrogate pair', () => {
  expect(['a/b', 'm~n', '', 'é', '\ud800'].map((name) => pointerTo('/x', name))).toEqual([
    '/x/a~1b',
    '/x/m~0n',
    '/x/',
    '/x/é',
    '/x/\uFFFD',
  ]);
});
