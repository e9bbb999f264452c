import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealModel } from '../../src/nli/manifest.ts';
import { assertUnchanged } from '../../src/nli/model-directory.ts';
import { copyModel } from './support/model-copy.ts';
import { MODEL_FILE, openModel } from './support/models.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('assertUnchanged', () => {
  it('knows every file that was hashed, the calibration too', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'calibration.json'), '{}');
    const { files } = await sealModel(dir);
    const { seals } = await openModel(dir);
    expect(seals.map(({ path }) => path).sort()).toEqual([...files.map(({ path }) => path), 'calibration.json'].sort());
    for (const { path, bytes, mtimeNs } of seals) {
      const now = statSync(join(dir, path), { bigint: true });
      expect([BigInt(bytes), mtimeNs]).toEqual([now.size, now.mtimeNs]);
    }
    await expect(assertUnchanged(dir, seals)).resolves.toBeUndefined();
  });

  it('refuses a file that was written to, or is gone', async () => {
    const dir = copyModel();
    const graph = join(dir, MODEL_FILE);
    // A time that utimes can give back to the nanosecond.
    const time = new Date('2025-01-01T00:00:00Z');
    utimesSync(graph, time, time);
    const { seals } = await openModel(dir);
    writeFileSync(graph, Buffer.alloc(statSync(graph).size + 1));
    utimesSync(graph, time, time);
    await expect(assertUnchanged(dir, seals)).rejects.toThrow(refusal(/model\.onnx: expected \d+ bytes, got \d+\.$/));
    const same = copyModel();
    const { seals: before } = await openModel(same);
    utimesSync(join(same, 'config.json'), new Date(), new Date(Date.now() + 5000));
    await expect(assertUnchanged(same, before)).rejects.toThrow(
      refusal(/config\.json: was written to after it was checked/),
    );
    rmSync(join(same, 'config.json'));
    await expect(assertUnchanged(same, before)).rejects.toThrow(refusal(/config\.json: .* but ENOENT now/));
  });
});
