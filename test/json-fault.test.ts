import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { brokenAt } from '../src/json-fault.ts';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": x}', 1, 7],
    ['Acme', 1, 1],
    ['{"a": 1,\n "b" 2}', 2, 6],
    ['{"a": 1,}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['[1, 2,]', 1, 7],
    ['[1 2]', 1, 4],
    ['{"a": 01}', 1, 8],
    ['{"a": 1} {', 1, 10],
    ['{"a": "x\ny"}', 1, 9],
    ['{"a": "\\x"}', 1, 8],
    ['[1}', 1, 3],
    ['{"a": NaN}', 1, 7],
    ['{"a": trueish}', 1, 7],
  ])('of %j is line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(brokenAt(text)).toEqual({ line, column, isEnd: false });
  });

  it.each([
    ['', 1, 1],
    ['{"a": [1, 2', 1, 12],
    ['{"a": "b', 1, 9],
    ['{\n"a":\n', 3, 1],
  ])('of %j is its end, line %i, column %i', (text, line, column) => {
    expect(brokenAt(text)).toEqual({ line, column, isEnd: true });
  });

  test.prop([fc.json(), fc.nat(), fc.constantFrom('', 'x', '"', '}', ',', '\\', '1')])(
    'is none of the text before it, and is found wherever the parser refuses',
    (json, place, put) => {
      const at = place % (json.length + 1);
      const text = json.slice(0, at) + put + json.slice(at + 1);
      let isBroken = false;
      try {
        JSON.parse(text);
      } catch {
        isBroken = true;
      }
      const fault = brokenAt(text);
      if (isBroken && !fault.isEnd) {
        // What appears before the fault is right so far: cut there, only its end is wrong.
        expect(brokenAt(text.slice(0, fault.column - 1))).toMatchObject({ isEnd: true });
      }
      if (!isBroken) expect(fault).toMatchObject({ isEnd: true });
    },
  );
});
