import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { labelOrder, toScores } from '../../src/nli/batch.ts';
import { NLI_LABELS } from '../../src/nli/types.ts';

const permutations = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const letterCases = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name[0]!.toUpperCase()}${name.slice(1)} `,
];

describe('labelOrder', () => {
  it('finds the three labels in every order and letter case', () => {
    for (const order of permutations) {
      for (const spell of letterCases) {
        const id2label = Object.fromEntries(NLI_LABELS.map((label, i) => [String(order[i]), spell(label)]));
        expect(labelOrder(id2label)).toEqual(order);
      }
    }
  });

  it.each([
    ['numbered names', { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' }],
    ['two labels', { 0: 'entailment', 1: 'not_entailment' }],
    ['a label too many', { 0: 'entailment', 1: 'neutral', 2: 'contradiction', 3: 'other' }],
    ['a label twice', { 0: 'entailment', 1: 'Entailment', 2: 'contradiction' }],
    ['an unknown label', { 0: 'entailment', 1: 'neutral', 2: 'refuted' }],
    ['a label that is no text', { 0: 'entailment', 1: 'neutral', 2: null }],
    ['no labels', {}],
    ['ids that are no outputs', { 1: 'entailment', 2: 'neutral', 3: 'contradiction' }],
    ['ids that are no numbers', { a: 'entailment', b: 'neutral', c: 'contradiction' }],
  ])('refuses %s in a sentence that names the file', (_, id2label) => {
    expect(() => labelOrder(id2label)).toThrow(
      expect.objectContaining({
        code: 'invalid_model',
        message: expect.stringMatching(/^config\.json: .*id2label.*\.$/),
      }),
    );
  });
});

describe('toScores', () => {
  const logit = fc.float({ noNaN: true, noDefaultInfinity: true });

  it.prop([fc.tuple(logit, logit, logit), fc.constantFrom(...permutations)], { numRuns: 200 })(
    'gives a distribution over the labels that keeps the order of the logits, however large',
    (logits, order) => {
      const scores = toScores(Float32Array.of(9, ...logits), 1, [order[0]!, order[1]!, order[2]!]);
      const values = NLI_LABELS.map((label) => scores[label]);
      expect(values.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
      for (const [i, value] of values.entries()) {
        for (const [j, other] of values.entries()) {
          if (logits[order[i]!]! > logits[order[j]!]!) expect(value).toBeGreaterThanOrEqual(other);
        }
      }
    },
  );

  it('gives the softmax', () => {
    const scores = toScores(Float32Array.of(Math.log(1), Math.log(2), Math.log(5)), 0, [2, 0, 1]);
    expect(scores.entailment).toBeCloseTo(0.625, 6);
    expect(scores.neutral).toBeCloseTo(0.125, 6);
    expect(scores.contradiction).toBeCloseTo(0.25, 6);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses a logit of %s', (bad) => {
    for (const at of [0, 1, 2]) {
      const logits = Float32Array.of(0, 0, 0);
      logits[at] = bad;
      expect(() => toScores(logits, 0, [0, 1, 2])).toThrow(expect.objectContaining({ code: 'internal_error' }));
    }
  });

  it('refuses a row that is not there', () => {
    expect(() => toScores(Float32Array.of(0, 0, 0), 3, [0, 1, 2])).toThrow('not a finite number');
  });
});
