import { createHash } from 'node:crypto';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { canonicalSha256 } from '../src/canonical-sha256.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** RFC 8785 in the words of ECMAScript: keys by UTF-16 code units, everything else as JSON.stringify writes it. */
function sorted(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${sorted(inner)}`).join()}}`;
}

describe('the hash of a canonical form', () => {
  it('is that of the examples of RFC 8785', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    const text =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
    expect(JSON.parse(text)).toEqual(value);
    expect(canonicalSha256(value)).toBe(sha256(text));
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalSha256(keys)).toBe(sha256('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'));
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [5e-324, '5e-324'],
    [-1.7976931348623157e308, '-1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e21, '1e+21'],
    [999999999999999900000, '999999999999999900000'],
    [0.0000033333333333333333, '0.0000033333333333333333'],
  ])('of the number %d is that of %s', (number, text) => {
    expect(canonicalSha256(number)).toBe(sha256(text));
  });

  it.each([
    ['\ud800'],
    [{ a: ['x\udc00'] }],
    [{ '\ud83d': 1 }],
    [Number.NaN],
    [{ a: Number.POSITIVE_INFINITY }],
    [undefined],
  ])('is none for %j', (value) => {
    expect(() => canonicalSha256(value)).toThrow(TypeError);
  });

  property.prop([fc.jsonValue({ stringUnit: 'binary' })])('is that of any value with its keys in order', (value) => {
    expect(canonicalSha256(value)).toBe(sha256(sorted(value)));
  });

  it('takes __proto__ for a key like any other', () => {
    const value = JSON.parse('{"b":1,"__proto__":{"a":1}}');
    expect(canonicalSha256(value)).toBe(sha256('{"__proto__":{"a":1},"b":1}'));
  });
});
