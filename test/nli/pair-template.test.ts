import { describe, expect, it } from 'vitest';
import { learnPairTemplate, pairIds, pairLength, type TemplateSource } from '../../src/nli/pair-template.ts';
import { createTokenizer, tokenizedText } from '../../src/nli/tokenizer.ts';
import { sealedWith } from './support/model-copy.ts';
import { fixture, openModel } from './support/models.ts';

const encode = (text: string) => [...text].map((char) => 100 + char.charCodeAt(0));
const refusal = expect.objectContaining({
  code: 'invalid_model',
  message: expect.stringMatching(/^tokenizer\.json: cannot determine how it joins/),
});

function source(
  pair: (a: number[], b: number[]) => number[],
  types?: (a: number[], b: number[]) => number[],
): TemplateSource {
  return {
    encode,
    encodePair: (premise, hypothesis) => {
      const [a, b] = [encode(premise), encode(hypothesis)];
      return { ids: pair(a, b), types: types?.(a, b) };
    },
  };
}

describe('learnPairTemplate', () => {
  it('learns one separator and the types of both sides', () => {
    const template = learnPairTemplate(
      source(
        (a, b) => [1, ...a, 2, ...b, 2],
        (a, b) => [0, ...a.map(() => 0), 0, ...b.map(() => 1), 1],
      ),
    );
    expect(template).toEqual({ before: [1], between: [2], after: [2], types: [[0], 0, [0], 1, [1]], overhead: 3 });
    expect(pairIds(template, [7, 8], [9])).toEqual([1, 7, 8, 2, 9, 2]);
  });

  it('learns two separators, as RoBERTa has, and takes missing types for zeros', () => {
    const template = learnPairTemplate(source((a, b) => [0, ...a, 2, 2, ...b, 2]));
    expect(template).toEqual({
      before: [0],
      between: [2, 2],
      after: [2],
      types: [[0], 0, [0, 0], 0, [0]],
      overhead: 4,
    });
    const pair = { premise: tokenizedText(Int32Array.of(7), 0), hypothesis: tokenizedText(Int32Array.of(8, 9), 0) };
    expect(pairLength(template, pair)).toBe(7);
  });

  it('learns a template with nothing around the texts', () => {
    expect(learnPairTemplate(source((a, b) => [...a, 5, ...b]))).toMatchObject({ before: [], between: [5], after: [] });
  });

  it.each<[string, TemplateSource]>([
    ['puts the hypothesis first', source((a, b) => [1, ...b, 2, ...a, 2])],
    ['loses a token of a text in a pair', source((a, b) => [1, ...a.slice(1), 2, ...b, 2])],
    ['leaves one text out', source((a) => [1, ...a, 2])],
    ['joins other texts in another way', source((a, b) => [1, ...a, ...(a.length < 10 ? [2, 2] : [2]), ...b, 2])],
    ['puts nothing between the texts', source((a, b) => [1, ...a, ...b, 2])],
    ['gives no id to a token', source((a, b) => [1, ...a, 2, ...b, Number.NaN])],
    ['reads every text as nothing', { encode: () => [], encodePair: () => ({ ids: [1, 2], types: undefined }) }],
  ])('refuses a tokenizer that %s', (_, tokenizer) => {
    expect(() => learnPairTemplate(tokenizer)).toThrow(refusal);
  });
});

describe('templates of the families', () => {
  const learn = async (name: string) => createTokenizer(await openModel(fixture(name))).template;

  it('are read from their own tokenizers', async () => {
    expect(await learn('foreign-bert')).toMatchObject({ before: [2], between: [3], after: [3], overhead: 3 });
    expect(await learn('foreign-roberta')).toMatchObject({ before: [0], between: [2, 2], after: [2], overhead: 4 });
    expect(await learn('foreign-deberta')).toMatchObject({ before: [1], between: [2], after: [2], overhead: 3 });
  });

  it('have the second type for the hypothesis where the model knows two', async () => {
    expect((await learn('foreign-bert')).types).toEqual([[0], 0, [0], 1, [1]]);
  });

  it('have the first type alone where the model knows one', async () => {
    expect((await learn('foreign-roberta')).types).toEqual([[0], 0, [0, 0], 0, [0]]);
    const one = await sealedWith('config.json', (config) => ({ ...config, type_vocab_size: 1 }));
    expect(createTokenizer(await openModel(one)).template.types).toEqual([[0], 0, [0], 0, [0]]);
  });
});
