import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyModel, editJson } from './support/model-copy.ts';
import {
  COMPACT_MODEL,
  fixture,
  type GoldenRow,
  goldenRows,
  openEncoder,
  openModel,
  VERDICT_MODEL,
} from './support/models.ts';

interface SealedManifest {
  files: { path: string; bytes: number; sha256: string }[];
}

function withGolden(rows: readonly object[], tolerance = 0.001): string {
  const dir = copyModel(fixture('foreign-bert'));
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(dir, 'golden.jsonl'), text);
  editJson(dir, 'manifest.json', (manifest) => {
    const { files } = manifest as unknown as SealedManifest;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const others = files.filter(({ path }) => path !== 'golden.jsonl');
    const sealed = [...others, { path: 'golden.jsonl', bytes: Buffer.byteLength(text), sha256 }];
    return { ...manifest, golden: { path: 'golden.jsonl', tolerance }, files: sealed };
  });
  return dir;
}

const rows = goldenRows(fixture('foreign-bert'));
const withRow = (index: number, change: (row: GoldenRow) => object) =>
  rows.map((row, i) => (i === index ? { ...row, ...change(row) } : row));
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('golden pairs at the start', () => {
  it('pass when ids and logits are those of the reference', async () => {
    await (await openEncoder(withGolden(rows), { workers: 2 })).close();
  });

  it.each([0, 1, 2])('make the start fail when a logit of pair %s is another', async (index) => {
    const dir = withGolden(withRow(index, ({ logits: [a, b, c] }) => ({ logits: [a, b + 0.01, c] })));
    await expect(openEncoder(dir)).rejects.toThrow(
      refusal(
        /foreign-bert\/onnx\/model\.onnx: expected logits [-\d.,]+ within 0\.001; got [-\d.,]+ for the golden pair "/,
      ),
    );
  });

  it('are compared within the tolerance of the manifest', async () => {
    const near = withRow(0, ({ logits: [a, b, c] }) => ({ logits: [a, b + 0.01, c] }));
    await (await openEncoder(withGolden(near, 0.02))).close();
  });

  it('make the start fail when a token id is another', async () => {
    const dir = withGolden(withRow(1, ({ input_ids }) => ({ input_ids: input_ids.with(-2, 5) })));
    await expect(openEncoder(dir)).rejects.toThrow(
      refusal(/foreign-bert\/tokenizer\.json: expected token ids 2,[\d,]+,5,3; got 2,[\d,]+,3 for the golden pair "/),
    );
  });

  it('are the first three of the file', async () => {
    const later = withRow(3, () => ({ logits: [9, 9, 9] }));
    await (await openEncoder(withGolden(later))).close();
  });

  it('are checked of the evidence model too', async () => {
    const dir = withGolden(withRow(0, () => ({ logits: [9, 9, 9] })));
    const options = { evidence: { dir }, candidates: 2 };
    await expect(openEncoder(COMPACT_MODEL, options)).rejects.toThrow(refusal(/expected logits 9,9,9 within/));
  });

  it('may be missing', async () => {
    const dir = withGolden(rows);
    editJson(dir, 'manifest.json', ({ golden: _, ...manifest }) => manifest);
    expect((await openModel(dir)).golden).toBeUndefined();
    await (await openEncoder(dir)).close();
  });

  it('lie in both bundled models', async () => {
    for (const dir of [COMPACT_MODEL, VERDICT_MODEL]) {
      const { golden } = await openModel(dir);
      expect(golden?.pairs).toHaveLength(3);
    }
  });
});
