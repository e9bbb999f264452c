import { chmodSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { type FileSeal, hashFile, loadUnchanged } from '../../../src/nli/models/sealed-files.ts';
import { openSessions } from '../../../src/nli/workers/onnx-session.ts';
import { copyModel, TINY } from '../support/model-copy.ts';
import { MODEL_FILE, openModel, sessionModel } from '../support/models.ts';
import { tinyGraph } from '../support/tiny-onnx.ts';

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

/** What a load finds before it begins. */
const loading = (dir: string, seals: readonly FileSeal[]) => loadUnchanged([{ dir, seals }], async () => 'loaded');

describe('seals', () => {
  it('knows every file that was hashed, the calibration too', async () => {
    const dir = copyModel();
    writeFileSync(join(dir, 'calibration.json'), '{}');
    const { files } = await sealModel(dir);
    const { seals } = await openModel(dir);
    expect(seals.map(({ path }) => path).sort()).toEqual([...files.map(({ path }) => path), 'calibration.json'].sort());
    for (const { path, bytes, mtimeNs, ctimeNs } of seals) {
      const now = statSync(join(dir, path), { bigint: true });
      expect([BigInt(bytes), mtimeNs, ctimeNs]).toEqual([now.size, now.mtimeNs, now.ctimeNs]);
    }
    await expect(loading(dir, seals)).resolves.toBe('loaded');
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
    await expect(loading(dir, seals)).rejects.toThrow(refusal(/model\.onnx: expected \d+ bytes, got \d+\.$/));
    const same = copyModel();
    const { seals: before } = await openModel(same);
    utimesSync(join(same, 'config.json'), new Date(), new Date(Date.now() + 5000));
    await expect(loading(same, before)).rejects.toThrow(
      refusal(/config\.json: the file was written to after it was checked/),
    );
    rmSync(join(same, 'config.json'));
    await expect(loading(same, before)).rejects.toThrow(
      refusal(/config\.json: .* but reading it now failed with ENOENT/),
    );
  });
});

describe('loadUnchanged', () => {
  const WEIGHTS = 'onnx/weights.bin';
  const TIME = new Date('2025-01-01T00:00:00Z');

  /** A sealed model with its weights in a file next to the graph, all files of one time, as an image or an archive has them. */
  async function withWeights() {
    const dir = copyModel();
    writeFileSync(join(dir, MODEL_FILE), tinyGraph({ ...TINY, location: 'weights.bin' }));
    writeFileSync(join(dir, WEIGHTS), Buffer.alloc(4));
    await sealModel(dir, MODEL_FILE);
    utimesSync(join(dir, WEIGHTS), TIME, TIME);
    const model = await sessionModel(dir);
    const open = () => openSessions({ models: { verdict: model }, provider: 'cpu', threads: 1 });
    return { model, open, weights: join(dir, WEIGHTS) };
  }

  /** Other weights of the same size and modification time, by rename. */
  function replace(weights: string): void {
    writeFileSync(`${weights}.new`, Buffer.alloc(4, 1));
    utimesSync(`${weights}.new`, TIME, TIME);
    renameSync(`${weights}.new`, weights);
  }

  it('refuses weights that were replaced after they were hashed, whatever their size and time', async () => {
    const { open, weights } = await withWeights();
    replace(weights);
    await expect(open()).rejects.toThrow(refusal(/onnx\/weights\.bin: expected sha256 \w{64}, got \w{64}\.$/));
  });

  it('refuses weights that were replaced in the same step of the clock of the file system', async () => {
    const { model, weights } = await withWeights();
    replace(weights);
    const { ctimeNs } = statSync(weights, { bigint: true });
    const sameTime = (recent: boolean) =>
      loadUnchanged(
        [{ ...model, seals: model.seals.map((seal) => (seal.path === WEIGHTS ? { ...seal, ctimeNs, recent } : seal)) }],
        async () => 'other weights',
      );
    await expect(sameTime(true)).rejects.toThrow(refusal(/weights\.bin: expected sha256/));
    // What the time says of a file that was not recent is believed: gigabytes are not hashed twice.
    expect(await sameTime(false)).toBe('other weights');
  });

  it('holds a file for recent until the clock of any file system has moved on', async () => {
    const { model, weights } = await withWeights();
    const { ctimeMs } = statSync(weights);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const isRecentAfter = async (ms: number) => {
      vi.setSystemTime(Math.floor(ctimeMs) + ms);
      return (await hashFile(model.dir, WEIGHTS)).seal.recent;
    };
    expect([await isRecentAfter(0), await isRecentAfter(1_999), await isRecentAfter(2_000)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('refuses weights that were written over in place, with their time put back', async () => {
    const { open, weights } = await withWeights();
    writeFileSync(weights, Buffer.alloc(4, 1));
    utimesSync(weights, TIME, TIME);
    await expect(open()).rejects.toThrow(refusal(/weights\.bin: expected sha256/));
  });

  it('takes weights with other rights, which it hashes again', async () => {
    const { open, weights } = await withWeights();
    chmodSync(weights, 0o400);
    expect((await open()).sessions.has('verdict')).toBe(true);
  });

  it.each(['stay', 'are put back'])(
    'refuses weights that are replaced while they are loaded and %s',
    async (ending) => {
      const { model, weights } = await withWeights();
      const load = async () => {
        renameSync(weights, `${weights}.hashed`);
        replace(weights);
        if (ending === 'are put back') renameSync(`${weights}.hashed`, weights);
      };
      await expect(loadUnchanged([model], load)).rejects.toThrow(
        refusal(/weights\.bin: the file was changed while it was loaded/),
      );
    },
  );

  it('gives what was loaded, and rejects as loading does', async () => {
    const { model } = await withWeights();
    expect(await loadUnchanged([model], async () => 'a session')).toBe('a session');
    await expect(loadUnchanged([model], () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  });
});
