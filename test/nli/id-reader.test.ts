import { describe, expect, it } from 'vitest';
import type { PairTemplate } from '../../src/nli/pair-template.ts';
import { idReader } from '../../src/nli/tokenizer.ts';

const template: PairTemplate = { before: [1], between: [2], after: [2], types: [[0], 0, [0], 1, [1]], overhead: 3 };
const base = { template, special: [0, 1, 2, 3], unknown: [3, undefined], harmless: 50 };
const reading = (vocabulary: Partial<typeof base>, raw: (number | undefined)[]) => {
  const { ids, unknownTokens } = idReader({ ...base, ...vocabulary })(raw);
  return { ids: [...ids], unknownTokens };
};

describe('idReader', () => {
  it('keeps text and counts unknown tokens', () => {
    expect(reading({}, [7, 3, 8, 3])).toEqual({ ids: [7, 3, 8, 3], unknownTokens: 2 });
  });

  it('puts the unknown token in place of every special one', () => {
    expect(reading({}, [7, 1, 2, 0])).toEqual({ ids: [7, 3, 3, 3], unknownTokens: 3 });
  });

  it('guards the tokens of the template that the tokenizer does not call special', () => {
    expect(reading({ special: [] }, [7, 2])).toEqual({ ids: [7, 3], unknownTokens: 1 });
  });

  it('does not let a separator through that is also named as the unknown token', () => {
    expect(reading({ unknown: [2] }, [7, 2, 3])).toEqual({ ids: [7, 50, 50], unknownTokens: 2 });
  });

  it('counts a token without an id as unknown, never as the first of the vocabulary', () => {
    expect(reading({ unknown: [] }, [7, undefined])).toEqual({ ids: [7, 50], unknownTokens: 1 });
  });
});
