import { describe, expect, it } from 'vitest';
import { RequestScorer } from '../../src/nli/onnx-cross-encoder.ts';
import { boundedCache, pairKey, tokenizedText } from '../../src/nli/tokenizer.ts';
import type { NliScores, Pair, ScoreStore } from '../../src/nli/types.ts';

const ONE_MODEL = 'aa'.repeat(32);
const OTHER_MODEL = 'bb'.repeat(32);

const pairOf = (...ids: number[]): Pair => {
  const text = tokenizedText(Int32Array.from(ids), 0);
  return { premise: text, hypothesis: text };
};
const scoresOf = (entailment: number): NliScores => ({ entailment, neutral: 1 - entailment, contradiction: 0 });

class MapStore implements ScoreStore {
  readonly kept = new Map<string, NliScores>();
  get = (sha256: string, key: string) => this.kept.get(`${sha256}/${key}`);
  set = (sha256: string, key: string, scores: NliScores) => void this.kept.set(`${sha256}/${key}`, scores);
}

/** A scorer whose model gives 1/id, with what it was asked and how many pairs it did not need. */
function scorerOn(modelSha256: string, cache = boundedCache<NliScores>(100), store?: ScoreStore) {
  const asked: Pair[] = [];
  let cached = 0;
  const scorer = new RequestScorer({
    modelSha256,
    cache,
    store,
    run: async (pairs) => {
      asked.push(...pairs);
      return pairs.map(({ premise }) => scoresOf(1 / premise.ids[0]!));
    },
    onCached: (pairs) => {
      cached += pairs;
    },
  });
  return { scorer, asked, cached: () => cached };
}

describe('the cache of scores', () => {
  it('answers an equal pair of a later request of the same model', async () => {
    const cache = boundedCache<NliScores>(100);
    await scorerOn(ONE_MODEL, cache).scorer.score([pairOf(2)]);
    const later = scorerOn(ONE_MODEL, cache);
    expect(await later.scorer.score([pairOf(2), pairOf(4)])).toEqual([scoresOf(0.5), scoresOf(0.25)]);
    expect([later.asked, later.cached()]).toEqual([[pairOf(4)], 1]);
  });

  it('never answers with the score of another model for the same ids', async () => {
    const cache = boundedCache<NliScores>(100);
    await scorerOn(ONE_MODEL, cache).scorer.score([pairOf(2)]);
    const other = scorerOn(OTHER_MODEL, cache);
    await other.scorer.score([pairOf(2)]);
    expect([other.asked, other.cached()]).toEqual([[pairOf(2)], 0]);
  });
});

describe('the store of scores', () => {
  it('is given every score read, by the whole hash of the model', async () => {
    const store = new MapStore();
    await scorerOn(ONE_MODEL, boundedCache<NliScores>(0), store).scorer.score([pairOf(2), pairOf(4), pairOf(2)]);
    expect([...store.kept]).toEqual([
      [`${ONE_MODEL}/${pairKey(pairOf(2))}`, scoresOf(0.5)],
      [`${ONE_MODEL}/${pairKey(pairOf(4))}`, scoresOf(0.25)],
    ]);
  });

  it('answers what it has without the model', async () => {
    const store = new MapStore();
    store.set(ONE_MODEL, pairKey(pairOf(2)), scoresOf(0.125));
    const { scorer, asked, cached } = scorerOn(ONE_MODEL, boundedCache<NliScores>(100), store);
    expect(await scorer.score([pairOf(2), pairOf(4)])).toEqual([scoresOf(0.125), scoresOf(0.25)]);
    expect([asked, cached()]).toEqual([[pairOf(4)], 1]);
  });

  it('is asked after the cache', async () => {
    const cache = boundedCache<NliScores>(100);
    await scorerOn(ONE_MODEL, cache).scorer.score([pairOf(2)]);
    const store = new MapStore();
    store.set(ONE_MODEL, pairKey(pairOf(2)), scoresOf(0.125));
    expect(await scorerOn(ONE_MODEL, cache, store).scorer.score([pairOf(2)])).toEqual([scoresOf(0.5)]);
  });

  it('does not take another model’s', async () => {
    const store = new MapStore();
    store.set(OTHER_MODEL, pairKey(pairOf(2)), scoresOf(0.125));
    expect(await scorerOn(ONE_MODEL, boundedCache<NliScores>(100), store).scorer.score([pairOf(2)])).toEqual([
      scoresOf(0.5),
    ]);
  });
});
