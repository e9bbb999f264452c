import { describe, expect, it } from 'vitest';
import type { NliScores, Pair } from '../../../src/nli/types.ts';
import { scoreInParts } from '../../../src/verify/score/score-span.ts';

const pairs = Array.from({ length: 300 }, (_, i): Pair => {
  const text = { ids: Int32Array.of(i), unknownTokens: 0, key: `${i}` };
  return { premise: text, hypothesis: text };
});
const scoreOf = ({ premise }: Pair): NliScores => ({ entailment: premise.ids[0]!, neutral: 0, contradiction: 0 });

describe('scoreInParts', () => {
  it('puts at most 128 pairs to the model between two pauses, and gives their scores in order', async () => {
    const sizes: number[] = [];
    let sinceRest = 0;
    const score = (part: readonly Pair[]) => {
      sinceRest += part.length;
      return Promise.resolve(part.map(scoreOf));
    };
    const pause = async () => {
      sizes.push(sinceRest);
      sinceRest = 0;
    };
    expect(await scoreInParts(pairs, score, pause)).toEqual(pairs.map(scoreOf));
    expect([...sizes, sinceRest]).toEqual([0, 128, 128, 44]);
  });

  it('puts all of them to the model before it waits for an answer', async () => {
    let asked = 0;
    const score = (part: readonly Pair[]) => {
      asked += part.length;
      return new Promise<never>(() => undefined);
    };
    void scoreInParts(pairs, score, () => Promise.resolve());
    await new Promise(setImmediate);
    expect(asked).toBe(pairs.length);
  });

  it('rejects when a part fails, however the others end', async () => {
    const score = () => Promise.reject(new Error('The worker exited.'));
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    await expect(scoreInParts(pairs, score, pause)).rejects.toThrow('The worker exited.');
  });

  it('rejects when the client disconnects in between, and no failed part is left unhandled', async () => {
    const score = () => Promise.reject(new Error('The request ended.'));
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      if (pauses === 2) throw new Error('The client disconnected.');
    };
    await expect(scoreInParts(pairs, score, pause)).rejects.toThrow('The client disconnected.');
    await new Promise(setImmediate);
  });
});
