import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { copyModel, sealedWith } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, openEncoder, openModel, VERDICT_MODEL } from '../support/models.ts';
import { scorePairs } from '../support/score-pairs.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });
const named = (contradiction: string, entailment: string, neutral: string) => ({
  id2label: { 0: contradiction, 1: entailment, 2: neutral },
});

describe('openModelDirectory', () => {
  it.each([
    ['the model that decides', VERDICT_MODEL, 512],
    ['the model that selects evidence', COMPACT_MODEL, 512],
    ['BERT', fixture('foreign-bert'), 128],
    ['RoBERTa, which reads two tokens fewer than it has positions', fixture('foreign-roberta'), 128],
    ['DeBERTa', fixture('foreign-deberta'), 128],
  ])('knows how many tokens a pair may have: %s', async (_, dir, tokens) => {
    expect((await openModel(dir)).maxPairTokens).toBe(tokens);
  });

  it('takes the smaller of positions and declared length', async () => {
    const fewer = await sealedWith('tokenizer_config.json', (config) => ({ ...config, model_max_length: 100 }));
    expect((await openModel(fewer)).maxPairTokens).toBe(100);
    const unlimited = await sealedWith('tokenizer_config.json', (config) => ({ ...config, model_max_length: 1e30 }));
    expect((await openModel(unlimited)).maxPairTokens).toBe(128);
    const roberta = fixture('foreign-roberta');
    const offset = await sealedWith(
      'tokenizer_config.json',
      (config) => ({ ...config, model_max_length: 1e30 }),
      roberta,
    );
    expect((await openModel(offset)).maxPairTokens).toBe(128);
  });

  it('does not spend the memory of a long-context model on one pair', async () => {
    const dir = await sealedWith('config.json', (config) => ({ ...config, max_position_embeddings: 8192 }));
    await sealModel(dir);
    writeFileSync(join(dir, 'tokenizer_config.json'), '{"model_max_length":8192,"unk_token":"[UNK]"}');
    await sealModel(dir);
    expect((await openModel(dir)).maxPairTokens).toBe(512);
  });

  it('refuses a model without a maximum length', async () => {
    const dir = await sealedWith('config.json', ({ max_position_embeddings: _, ...config }) => config);
    writeFileSync(join(dir, 'tokenizer_config.json'), '{"model_max_length":1e30}');
    await sealModel(dir);
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/max_position_embeddings in config\.json or model_max_length/),
    );
  });

  it.each([
    ['unnamed labels', { id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } }, /config\.json: id2label/],
    ['two labels', { id2label: { 0: 'entailment', 1: 'not_entailment' } }, /config\.json: id2label/],
    ['an unknown label', named('contradiction', 'entailment', 'unrelated'), /"unrelated"/],
    ['no labels', { id2label: undefined }, /config\.json: .*id2label/s],
    ['no family', { model_type: undefined }, /config\.json: .*model_type/s],
    ['positions that are no number', { max_position_embeddings: 'many' }, /config\.json: .*max_position_embeddings/s],
  ])('refuses a config.json with %s', async (_, change, words) => {
    const dir = await sealedWith('config.json', (config) => ({ ...config, ...change }));
    await expect(openModel(dir)).rejects.toThrow(refusal(words));
  });

  it.each(['config.json', 'tokenizer.json', 'tokenizer_config.json'])(
    'refuses a sealed %s that is no JSON',
    async (file) => {
      const dir = copyModel();
      writeFileSync(join(dir, file), '{"a":');
      await sealModel(dir);
      await expect(openModel(dir)).rejects.toThrow(refusal(new RegExp(`${file}: expected JSON`)));
    },
  );

  it('reads the calibration file when there is one', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'calibration.json'), '{"thresholds":{"support":0.5}}');
    await sealModel(dir);
    expect((await openModel(dir)).calibration).toEqual({ thresholds: { support: 0.5 } });
    writeFileSync(join(dir, 'calibration.json'), '{"thresholds":{"support":0.6}}');
    await expect(openModel(dir)).rejects.toThrow(refusal(/calibration\.json: expected sha256/));
    rmSync(join(dir, 'calibration.json'));
    await expect(openModel(dir)).rejects.toThrow(
      refusal(/calibration\.json: listed in manifest\.json, but reading it failed with ENOENT/),
    );
  });

  it('knows what a model says of the languages it reads', async () => {
    expect((await openModel(COMPACT_MODEL)).languages).toEqual(['en']);
    expect((await openModel(fixture('foreign-bert'))).languages).toBeUndefined();
  });

  it('hashes the list of files as sha256sum prints it, sorted by path', async () => {
    const dir = fixture('foreign-bert');
    const { files } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    const lines = (files as { sha256: string; path: string }[]).map(({ sha256, path }) => `${sha256}  ${path}\n`);
    const [onnx, config, tokenizer, tokenizerConfig, special] = lines;
    const sorted = [config, onnx, special, tokenizer, tokenizerConfig].join('');
    expect((await openModel(dir)).sha256).toBe(createHash('sha256').update(sorted).digest('hex'));
  });
});

describe('labels of the model', () => {
  const pairOf = (encoder: Awaited<ReturnType<typeof openEncoder>>) => ({
    premise: encoder.verdict.tokenize('The plant opened in 2014.'),
    hypothesis: encoder.verdict.tokenize('The plant closed.'),
  });

  it('turn the scores with them when they are permuted', async () => {
    const plain = await openEncoder(fixture('foreign-bert'));
    const turned = await openEncoder(
      await sealedWith('config.json', (config) => ({ ...config, ...named('Neutral', 'CONTRADICTION', 'entailment') })),
    );
    const [before] = await scorePairs(plain, [pairOf(plain)]);
    const [after] = await scorePairs(turned, [pairOf(turned)]);
    await Promise.all([plain.close(), turned.close()]);
    expect(after!.neutral).toBeCloseTo(before!.contradiction, 12);
    expect(after!.contradiction).toBeCloseTo(before!.entailment, 12);
    expect(after!.entailment).toBeCloseTo(before!.neutral, 12);
  });
});
