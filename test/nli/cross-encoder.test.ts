import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CrossEncoder, Pair } from '../../src/nli/types.ts';
import { IDLE_STATS } from '../support/idle-stats.ts';
import { sealedWith, sealedWithGraph } from './support/model-copy.ts';
import { COMPACT_MODEL, fixture, openEncoder, openModel } from './support/models.ts';
import { scorePairs } from './support/score-pairs.ts';
import { tinyGraph } from './support/tiny-onnx.ts';

const TWO = { input_ids: 'int64', attention_mask: 'int64' } as const;

async function opened(...args: Parameters<typeof openEncoder>): Promise<CrossEncoder> {
  const encoder = await openEncoder(...args);
  onTestFinished(() => encoder.close());
  return encoder;
}
const pairOf = (encoder: CrossEncoder, premise: string, hypothesis: string): Pair => ({
  premise: encoder.verdict.tokenize(premise),
  hypothesis: encoder.verdict.tokenize(hypothesis),
});

describe('a cross-encoder', () => {
  it('reports its models and provider', async () => {
    const encoder = await opened(COMPACT_MODEL, { workers: 2, provider: 'auto' });
    const manifest = JSON.parse(readFileSync(join(COMPACT_MODEL, 'manifest.json'), 'utf8'));
    expect(encoder.verdict.info).toEqual({
      id: manifest.name,
      version: manifest.version,
      sha256: (await openModel(COMPACT_MODEL)).sha256,
      graph: 'onnx/model.onnx',
      languages: manifest.languages,
      provider: 'cpu',
      providerFallback: expect.stringMatching(/\S/),
      maxPairTokens: 512,
      workers: 2,
      threadsPerWorker: 1,
    });
    expect([encoder.verdict.maxContentTokens, encoder.verdict.overheadTokens]).toEqual([509, 3]);
    expect(encoder.verdict.msPerToken).toBeGreaterThan(0);
    expect(encoder.fault).toBeUndefined();
  });

  it('counts no warm-up among what it scored', async () => {
    expect((await opened(fixture('foreign-bert'))).stats).toEqual(IDLE_STATS);
  });

  it('reads a pair as long as the model allows, and no longer', async () => {
    const encoder = await opened(fixture('foreign-roberta'));
    expect(encoder.verdict.maxContentTokens).toBe(124);
    const word = encoder.verdict.tokenize('a');
    const premise = encoder.verdict.join(Array(encoder.verdict.maxContentTokens - 1).fill(word));
    await expect(scorePairs(encoder, [{ premise, hypothesis: word }])).resolves.toHaveLength(1);
    await expect(scorePairs(encoder, [{ premise, hypothesis: encoder.verdict.join([word, word]) }])).rejects.toThrow(
      'A pair of 129 tokens reached a model that reads 128. This is a bug.',
    );
  });

  it('scores nothing for nothing', async () => {
    const encoder = await opened(fixture('foreign-bert'));
    expect(await scorePairs(encoder, [])).toEqual([]);
  });

  it('scores equal pairs of a request once', async () => {
    const encoder = await opened(fixture('foreign-bert'));
    const [one, other] = [pairOf(encoder, 'It rains.', 'It snows.'), pairOf(encoder, 'It snows.', 'It rains.')];
    const scores = await scorePairs(encoder, [one, other, one, one]);
    expect(scores[2]).toEqual(scores[0]);
    expect(scores[1]).not.toEqual(scores[0]);
    expect(encoder.stats.phases.verdict).toMatchObject({ scoredPairs: 2, cachedPairs: 2 });
  });

  it('scores a pair once that its request asks about again before it is answered', async () => {
    const encoder = await opened(fixture('foreign-bert'));
    const [one, other] = [pairOf(encoder, 'It rains.', 'It snows.'), pairOf(encoder, 'It snows.', 'It rains.')];
    const permit = encoder.admit(100);
    const [first, second] = await Promise.all([permit.score('verdict', [one]), permit.score('verdict', [other, one])]);
    expect(second[1]).toEqual(first[0]);
    expect(second[0]).not.toEqual(first[0]);
    expect(encoder.stats.phases.verdict).toMatchObject({ scoredPairs: 2, cachedPairs: 1 });
    expect(permit.timings.inferenceMs).toBeGreaterThan(0);
    permit.end();
  });

  it('remembers scores across requests when it has a cache, and not otherwise', async () => {
    for (const [scoreCachePairs, cachedPairs] of [
      [10, 1],
      [0, 0],
    ] as const) {
      const encoder = await opened(fixture('foreign-bert'), { scoreCachePairs });
      const pair = pairOf(encoder, 'It rains.', 'It snows.');
      const [first, second] = [await scorePairs(encoder, [pair]), await scorePairs(encoder, [pair])];
      expect(second).toEqual(first);
      expect(encoder.stats.phases.verdict).toMatchObject({ cachedPairs, scoredPairs: 2 - cachedPairs });
    }
  });

  it('refuses at once when its queue is full, and serves on', async () => {
    const encoder = await opened(fixture('foreign-bert'), { maxQueueMs: 1e-3 });
    const request = (id: number) =>
      scorePairs(
        encoder,
        Array.from({ length: 600 }, (_, i) => pairOf(encoder, `It rains ${i} times.`, `It snows ${id} times.`)),
      );
    const outcomes = await Promise.allSettled([request(1), request(2), request(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(outcomes[1]).toMatchObject({
      reason: { code: 'service_unavailable', details: { retry_after_seconds: expect.any(Number) } },
    });
    expect(encoder.stats.refused).toEqual({ over_share: 2, queue_full: 0 });
    expect(await request(2)).toHaveLength(600);
  });

  it('drops what a client that disconnected still waits for, and caches none of it', async () => {
    const encoder = await opened(fixture('foreign-bert'), { scoreCachePairs: 1000 });
    const controller = new AbortController();
    const pairs = Array.from({ length: 600 }, (_, i) => pairOf(encoder, `It rains ${i} times.`, 'It snows.'));
    const answer = scorePairs(encoder, pairs, { signal: controller.signal });
    controller.abort(new Error('disconnected'));
    await expect(answer).rejects.toThrow('disconnected');
    // All but those of the batch that its one thread was given.
    expect(encoder.stats.droppedEntries).toBeGreaterThanOrEqual(300);
    expect(await scorePairs(encoder, pairs)).toHaveLength(600);
    expect(encoder.stats.phases.verdict.cachedPairs).toBe(0);
  });

  it('has no first phase when one model reads everything', async () => {
    const encoder = await opened(fixture('foreign-bert'));
    expect(encoder.evidence).toBeUndefined();
    const permit = encoder.admit(1);
    await expect(permit.score('evidence', [pairOf(encoder, 'It rains.', 'It snows.')])).rejects.toThrow(
      'Pairs of the phase evidence have no model. This is a bug.',
    );
    permit.end();
  });

  it('refuses everything once it is closed, and says so', async () => {
    const encoder = await openEncoder(fixture('foreign-bert'));
    const pair = pairOf(encoder, 'It rains.', 'It snows.');
    await encoder.close();
    expect(encoder.fault).toBe('The service is shutting down.');
    await expect(scorePairs(encoder, [pair])).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a model that loads and cannot be used', () => {
  const refusal = (words: RegExp) =>
    expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

  it('is refused at start when it gives two logits', async () => {
    const dir = await sealedWithGraph(tinyGraph({ inputs: TWO, output: 'float32', columns: 2 }));
    await expect(openEncoder(dir)).rejects.toThrow(refusal(/logits of shape \d+,3; got float32 of shape \d+,2/));
  });

  it('is refused at start when it reads fewer tokens than it declares', async () => {
    const claims = { max_position_embeddings: 200 };
    const longer = await sealedWith('config.json', (config) => ({ ...config, ...claims }), fixture('foreign-bert'));
    const edited = await sealedWith(
      'tokenizer_config.json',
      (config) => ({ ...config, model_max_length: 200 }),
      longer,
    );
    await expect(openEncoder(edited)).rejects.toThrow(
      refusal(/model\.onnx: cannot run a pair of 200 tokens, the longest it is declared to read; .+/),
    );
  });

  it('is refused at start when it asks for position ids', async () => {
    const dir = await sealedWithGraph(
      tinyGraph({ inputs: { ...TWO, position_ids: 'int64' }, output: 'float32', columns: 3 }),
    );
    await expect(openEncoder(dir)).rejects.toThrow(refusal(/position_ids \(int64\)/));
  });

  it('is no other than one in half precision or 32-bit integers, which run', async () => {
    const inputs = { input_ids: 'int32', attention_mask: 'int32' } as const;
    const encoder = await opened(await sealedWithGraph(tinyGraph({ inputs, output: 'float16', columns: 3 })));
    const scores = await scorePairs(encoder, [pairOf(encoder, 'It rains.', 'It snows.')]);
    // CONTRADICTION and NEUTRAL get the greatest id, ENTAILMENT its negative.
    expect(scores).toEqual([{ entailment: 0, neutral: 0.5, contradiction: 0.5 }]);
  });
});
