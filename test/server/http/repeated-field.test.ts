import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { repeatedField } from '../../../src/server/http/repeated-field.ts';

describe('a repeated field', () => {
  test.prop([fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))])(
    'is not seen where there is none',
    (object) => {
      expect(repeatedField(JSON.stringify(object, null, 1))).toBeUndefined();
    },
  );

  test.prop([fc.string(), fc.jsonValue(), fc.jsonValue()])(
    'is seen whatever its name and values',
    (name, first, second) => {
      const key = JSON.stringify(name);
      const json = `{ ${key}: ${JSON.stringify(first)} , ${key} :${JSON.stringify(second)}}`;
      expect(repeatedField(json)).toBe(name);
    },
  );
});
