import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { joinTokens, pairKey, tokenizedText } from '../../src/nli/tokenizer.ts';

const anyIds = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 300_000 })), {
  maxLength: 6,
});
const read = (ids: readonly number[]) => tokenizedText(Int32Array.from(ids), 0);

describe('keys of ids', () => {
  it.prop([anyIds, anyIds], { numRuns: 300 })(
    'are equal exactly when the ids are, in vocabularies over 65,536 too',
    (a, b) => {
      expect(read(a).key === read(b).key).toBe(a.join() === b.join());
    },
  );

  it('tell apart ids that differ by a multiple of 65,536, and halves of surrogate pairs', () => {
    const keys = [[5], [65_541], [0xd800], [0xdc00], [0xfffd], [0xd800, 0xdc00]].map((ids) => read(ids).key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('stand for ids that begin inside a larger buffer', () => {
    const ids = Int32Array.of(9, 1, 2, 3).subarray(1);
    expect(tokenizedText(ids, 0).key).toBe(read([1, 2, 3]).key);
  });

  it.prop([anyIds, anyIds, anyIds, anyIds], { numRuns: 300 })(
    'of two pairs are equal exactly when premise and hypothesis are',
    (premise, hypothesis, otherPremise, otherHypothesis) => {
      const key = pairKey({ premise: read(premise), hypothesis: read(hypothesis) });
      const other = pairKey({ premise: read(otherPremise), hypothesis: read(otherHypothesis) });
      const same = premise.join() === otherPremise.join() && hypothesis.join() === otherHypothesis.join();
      expect(key === other).toBe(same);
    },
  );

  it('differ when one token moves from premise to hypothesis', () => {
    const left = pairKey({ premise: read([1, 2]), hypothesis: read([3]) });
    expect(pairKey({ premise: read([1]), hypothesis: read([2, 3]) })).not.toBe(left);
  });
});

describe('joinTokens', () => {
  it('puts ids, keys and unknown tokens one after the other', () => {
    const joined = joinTokens([tokenizedText(Int32Array.of(1, 2), 1), tokenizedText(Int32Array.of(3), 2), read([])]);
    expect(joined).toEqual(tokenizedText(Int32Array.of(1, 2, 3), 3));
  });

  it('makes an empty text of no parts', () => {
    expect(joinTokens([])).toEqual(read([]));
  });
});
