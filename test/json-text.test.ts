import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isTooComplex, repeatedField } from '../src/json-text.ts';

const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;
const BOUNDS = { depth: MAX_DEPTH, values: MAX_VALUES };

describe('a repeated field', () => {
  test.prop([fc.jsonValue({ maxDepth: 5 })])('is not seen where there is none', (value) => {
    expect(repeatedField(JSON.stringify(value, null, 1))).toBeUndefined();
  });

  test.prop([fc.string(), fc.jsonValue(), fc.jsonValue()])(
    'is seen whatever its name and values',
    (name, first, second) => {
      const key = JSON.stringify(name);
      const json = `{ ${key}: ${JSON.stringify(first)} , ${key} :${JSON.stringify(second)}}`;
      expect(repeatedField(json)).toBe(name);
    },
  );

  test.prop([
    fc.string(),
    fc.jsonValue(),
    fc.constantFrom('[%]', '[{}, 1, %]', '{"a": %}', '{"a": {}, "b": ["c", %]}'),
  ])('is seen at any depth', (name, value, around) => {
    const key = JSON.stringify(name);
    const [before, after] = around.split('%');
    expect(repeatedField(`${before}{${key}: [], ${key}: ${JSON.stringify(value)}}${after}`)).toBe(name);
  });
});

describe('a JSON text too complex to be parsed', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const many = (values: number) =>
    `[${Array(values - 1)
      .fill('{}')
      .join()}]`;

  it.each([
    ['as deep as allowed', nested(MAX_DEPTH), false],
    ['one deeper', nested(MAX_DEPTH + 1), true],
    ['deeper, with objects', '{"a":['.repeat(MAX_DEPTH), true],
    ['with as many values as allowed', many(MAX_VALUES / 2 + 1), false],
    ['with more', many(MAX_VALUES / 2 + 2), true],
    ['with more numbers', `[${'1,'.repeat(MAX_VALUES)}1]`, true],
    ['with marks in a string only', JSON.stringify(`[{",\\"`.repeat(MAX_VALUES)), false],
    ['that ends within a string', '"[,\\"', false],
  ])('is seen: %s', (_name, json, expected) => {
    expect(isTooComplex(json, BOUNDS)).toBe(expected);
  });

  test.prop([fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', 'a') })])(
    'is looked for in any text without failing',
    (text) => {
      expect(isTooComplex(text, BOUNDS)).toBe(false);
    },
  );

  test.prop([fc.jsonValue({ maxDepth: 6 })])('is seen by its own depth and values, one less of either', (value) => {
    const json = JSON.stringify(value, null, 1);
    const bounds = { depth: depthOf(value), values: valuesOf(value) };
    expect(isTooComplex(json, bounds)).toBe(false);
    if (bounds.depth > 0) expect(isTooComplex(json, { ...bounds, depth: bounds.depth - 1 })).toBe(true);
    if (bounds.values > 0) expect(isTooComplex(json, { ...bounds, values: bounds.values - 1 })).toBe(true);
  });
});

function partsOf(value: unknown): unknown[] | undefined {
  return typeof value === 'object' && value !== null ? Object.values(value) : undefined;
}

function depthOf(value: unknown): number {
  const parts = partsOf(value);
  return parts === undefined ? 0 : 1 + Math.max(0, ...parts.map(depthOf));
}

/** Opening brackets, and the commas between parts. */
function valuesOf(value: unknown): number {
  const parts = partsOf(value);
  return parts === undefined ? 0 : parts.map(valuesOf).reduce((sum, one) => sum + one, Math.max(1, parts.length));
}
