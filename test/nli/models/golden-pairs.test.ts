import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModelDirectory } from '../../../src/nli/models/directory.ts';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { copyModel, editJson, FLOAT, twoGraphs } from '../support/model-copy.ts';
import { COMPACT_MODEL, fixture, goldenRows, MODEL_FILE, openModel, VERDICT_MODEL } from '../support/models.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('golden pairs of a model directory', () => {
  const PAIR = { premise: 'It rains.', hypothesis: 'It is wet.', input_ids: [1, 2, 3], logits: [1, 2, 3] };
  const FLOATS = { ...PAIR, logits_float: [4, 5, 6] };

  async function withGolden(lines: readonly unknown[], dir?: string): Promise<string> {
    const model = dir ?? copyModel();
    writeFileSync(join(model, 'golden.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    editJson(model, 'manifest.json', (m) => ({ ...m, golden: { path: 'golden.jsonl', tolerance: 0.02 } }));
    await sealModel(model);
    return model;
  }

  it('are the first three, and none where the manifest names none', async () => {
    const { golden } = await openModel(await withGolden([PAIR, PAIR, PAIR, { no: 'pair' }]));
    expect(golden).toEqual({
      tolerance: 0.02,
      pairs: Array(3).fill({
        premise: 'It rains.',
        hypothesis: 'It is wet.',
        inputIds: [1, 2, 3],
        logits: { cpu: [1, 2, 3], cuda: [1, 2, 3] },
      }),
    });
    expect((await openModel(fixture('foreign-bert'))).golden).toBeUndefined();
  });

  it('have the logits of the graph that the provider takes', async () => {
    const dir = await withGolden([FLOATS], await twoGraphs());
    const logits = async (file?: string) => (await openModelDirectory(dir, file)).golden!.pairs[0]!.logits;
    expect(await logits()).toEqual({ cpu: [1, 2, 3], cuda: [4, 5, 6] });
    expect(await logits(FLOAT)).toEqual({ cpu: [4, 5, 6], cuda: [4, 5, 6] });
    expect(await logits(MODEL_FILE)).toEqual({ cpu: [1, 2, 3], cuda: [1, 2, 3] });
    const unnamed = await withGolden([FLOATS]);
    editJson(unnamed, 'manifest.json', ({ graphs: _, ...manifest }) => manifest);
    const { golden } = await openModel(unnamed);
    expect(golden!.pairs[0]!.logits).toEqual({ cpu: [1, 2, 3], cuda: [1, 2, 3] });
  });

  it.each([
    [VERDICT_MODEL, 0.3],
    [COMPACT_MODEL, 0.001],
  ])('come with both bundled models: %s within %d', async (dir, tolerance) => {
    const { golden } = await openModel(dir);
    expect(golden?.tolerance).toBe(tolerance);
    const rows = goldenRows(dir).slice(0, 3);
    expect(golden?.pairs.map(({ logits }) => logits.cpu)).toEqual(rows.map(({ logits }) => logits));
    expect(golden?.pairs.map(({ inputIds }) => inputIds)).toEqual(rows.map((row) => row.input_ids));
  });

  it.each<[string, unknown[], RegExp]>([
    ['that lack logits', [PAIR, { ...PAIR, logits: [1, 2] }], /golden\.jsonl:2: .*logits/s],
    ['that are none', [], /golden\.jsonl: expected golden pairs as JSON lines, got an empty file/],
  ])('are refused %s', async (_, lines, words) => {
    await expect(openModel(await withGolden(lines))).rejects.toThrow(refusal(words));
  });

  it('are refused when they are no JSON or not sealed', async () => {
    const dir = await withGolden([PAIR]);
    writeFileSync(join(dir, 'golden.jsonl'), '{');
    await sealModel(dir);
    await expect(openModel(dir)).rejects.toThrow(refusal(/golden\.jsonl:1: expected JSON/));
    const unsealed = copyModel();
    editJson(unsealed, 'manifest.json', (m) => ({ ...m, golden: { path: 'golden.jsonl', tolerance: 1 } }));
    await expect(openModel(unsealed)).rejects.toThrow(refusal(/manifest\.json does not list golden\.jsonl/));
  });
});
