import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchFiles } from '../../../src/nli/models/sealed-files.ts';
import { copyModel } from '../support/model-copy.ts';
import { MODEL_FILE, openModel } from '../support/models.ts';

/** A copy of a model under watch, and what the watch has told. */
async function watched() {
  const dir = copyModel();
  const { seals } = await openModel(dir);
  const told: string[] = [];
  const end = watchFiles([{ dir, seals: seals.filter(({ path }) => path === MODEL_FILE) }], 5, (message) =>
    told.push(message),
  );
  onTestFinished(end);
  return { file: join(dir, MODEL_FILE), told, end };
}

const untilTold = async (told: readonly string[]) => {
  for (let i = 0; i < 400 && told.length === 0; i++) await wait(5);
};

describe('files that are mapped', () => {
  it('are missed once, with their name, when they are written over', async () => {
    const { file, told } = await watched();
    writeFileSync(file, 'other weights');
    await untilTold(told);
    await wait(30);
    expect(told).toEqual([expect.stringMatching(/model\.onnx: expected \d+ bytes, got 13/)]);
  });

  it('are missed when they keep their size', async () => {
    const { file, told } = await watched();
    utimesSync(file, 1, 1);
    await untilTold(told);
    expect(told).toEqual([expect.stringMatching(/model\.onnx: the file was written to after it was checked/)]);
  });

  it('may go: what is mapped stays', async () => {
    const { file, told } = await watched();
    renameSync(file, `${file}.old`);
    await wait(50);
    rmSync(`${file}.old`);
    await wait(50);
    expect(told).toEqual([]);
  });

  it('are not looked at any more when the watch has ended', async () => {
    const { file, told, end } = await watched();
    end();
    writeFileSync(file, 'other weights');
    await wait(50);
    expect(told).toEqual([]);
  });
});
