import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CALIBRATION, loadCalibration } from '../../src/verify/calibration.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calibration-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(text: string): Promise<string> {
  const path = join(folder, 'mine.json');
  await writeFile(path, text);
  return path;
}

async function refusal(load: Promise<unknown>): Promise<{ code: string; message: string }> {
  return load.then(
    () => {
      throw new Error('expected a refusal');
    },
    (error) => error,
  );
}

describe('the calibration in use', () => {
  it('is the documented default when neither a file nor the model brings one', async () => {
    expect(await loadCalibration(undefined, undefined)).toBe(DEFAULT_CALIBRATION);
  });

  it("is the model's own, and a file goes before it", async () => {
    const own = { ...DEFAULT_CALIBRATION, name: 'own' };
    expect(await loadCalibration(undefined, own)).toEqual(own);
    const path = await fileWith(JSON.stringify({ ...own, name: 'mine' }));
    expect((await loadCalibration(path, own)).name).toBe('mine');
  });

  it('survives a journey through JSON', async () => {
    const path = await fileWith(JSON.stringify(DEFAULT_CALIBRATION));
    expect(await loadCalibration(path, undefined)).toEqual(DEFAULT_CALIBRATION);
  });
});

describe('a calibration that cannot be trusted', () => {
  const { thresholds, entailed } = DEFAULT_CALIBRATION;
  it.each([
    ['a threshold over 1', { ...DEFAULT_CALIBRATION, thresholds: { ...thresholds, entailed: 1.2 } }, 'thresholds'],
    ['a weight that is no number', { ...DEFAULT_CALIBRATION, entailed: { ...entailed, bias: '1' } }, 'bias'],
    [
      'an unknown feature',
      { ...DEFAULT_CALIBRATION, entailed: { bias: 0, curves: { dataset_name: [[0, 3]] } } },
      'dataset_name',
    ],
    [
      'a curve that turns back',
      {
        ...DEFAULT_CALIBRATION,
        entailed: {
          bias: 0,
          curves: {
            source_size: [
              [1, 0],
              [0, 1],
            ],
          },
        },
      },
      'must ascend',
    ],
    ['an unknown key', { ...DEFAULT_CALIBRATION, extra: 1 }, 'extra'],
    ['another policy version', { ...DEFAULT_CALIBRATION, policyVersion: '0' }, 'policyVersion'],
    ['nothing in it', {}, 'thresholds'],
    ['a list', [], 'object'],
    ['null', null, 'object'],
  ])('is refused by name of its fault: %s', async (_, value, named) => {
    const { code, message } = await refusal(loadCalibration(await fileWith(JSON.stringify(value)), undefined));
    expect(code).toBe('invalid_configuration');
    expect(message).toContain('mine.json');
    expect(message).toContain(named);
    expect((await refusal(loadCalibration(undefined, value))).code).toBe('invalid_configuration');
  });

  it('is refused when the file is missing or is not JSON, never replaced by a default', async () => {
    expect((await refusal(loadCalibration(join(folder, 'none.json'), undefined))).message).toContain(
      'CALIBRATION_FILE',
    );
    expect((await refusal(loadCalibration(await fileWith('{"bias": 1'), undefined))).message).toContain('JSON');
  });
});
