import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Calibration, DEFAULT_CALIBRATION, loadCalibration } from '../../../src/verify/decide/calibration.ts';
import { scaled } from '../../../src/verify/decide/policy.ts';
import { byWords, fakeEncoder } from '../../support/fake-encoder.ts';

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

const ENCODER = fakeEncoder({ evidence: byWords });
const USE = { model: ENCODER.verdict.info, evidenceModel: ENCODER.evidence?.info };
const HASHES = { verdict: '00'.repeat(32), evidence: '11'.repeat(32) };
const FITTED: Calibration = { ...DEFAULT_CALIBRATION, name: 'own', models: HASHES };
const OTHER = 'ab'.repeat(32);

async function refusal(load: Promise<unknown>): Promise<{ code: string; message: string }> {
  return load.then(
    () => {
      throw new Error('expected a refusal');
    },
    (error) => error,
  );
}

describe('the calibration in use', () => {
  it('is the documented default without a file and without one of the model', async () => {
    expect(await loadCalibration(undefined, undefined, USE)).toBe(DEFAULT_CALIBRATION);
  });

  it("is the model's own unless a file is given", async () => {
    expect(await loadCalibration(undefined, FITTED, USE)).toEqual(FITTED);
    const path = await fileWith(JSON.stringify({ ...FITTED, name: 'mine' }));
    expect((await loadCalibration(path, FITTED, USE)).name).toBe('mine');
  });

  it('is the same after it was written as JSON', async () => {
    const path = await fileWith(JSON.stringify(DEFAULT_CALIBRATION));
    expect(await loadCalibration(path, undefined, USE)).toEqual(DEFAULT_CALIBRATION);
  });

  it('may be fitted with no model, or with no evidence model', async () => {
    for (const models of [null, { ...HASHES, evidence: null }]) {
      const given = { ...FITTED, models };
      expect(await loadCalibration(undefined, given, USE)).toEqual(given);
    }
    expect(await loadCalibration(undefined, FITTED, { ...USE, evidenceModel: undefined })).toEqual(FITTED);
  });
});

describe('a calibration fitted for something else', () => {
  const line = 'claim-verifier calibrate --input LABELED.jsonl --output calibration.json';

  it('as policy is refused with the file, both versions and the command that fits one', async () => {
    const old = { policyVersion: '3', name: 'old', entailed: { bias: 0, curves: { support: [[0, 1]] } } };
    const path = await fileWith(JSON.stringify(old));
    expect(await refusal(loadCalibration(path, FITTED, USE))).toMatchObject({
      code: 'invalid_configuration',
      message: `${path}: expected a calibration for policy version 4, got one for 3. Fit one: ${line}`,
    });
  });

  it.each([
    ['verdict', 'fake-nli 0', HASHES.verdict],
    ['evidence', 'fake-evidence 0', HASHES.evidence],
  ])('as %s model is refused: which file, both models, what to run', async (role, named, hash) => {
    const value = { ...FITTED, models: { ...HASHES, [role]: OTHER } };
    const path = await fileWith(JSON.stringify(value));
    const complaint = `fitted for the ${role} model ${OTHER}, but ${named} (${hash}) is in use. Fit one: ${line}`;
    expect(await refusal(loadCalibration(path, undefined, USE))).toMatchObject({
      code: 'invalid_configuration',
      message: `${path}: ${complaint}`,
    });
    const { message } = await refusal(loadCalibration(undefined, value, USE));
    expect(message).toBe(`calibration.json of the verdict model: ${complaint}`);
  });
});

describe('numbers within the bounds', () => {
  const bounded = fc.oneof(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.constantFrom(0, 5e-324, -1000, 1000));
  const slope = fc.double({ min: 0, max: 1000, noNaN: true });
  const { confidence } = DEFAULT_CALIBRATION;

  it.prop([slope, bounded, fc.double({ min: 0, max: 1, noNaN: true })])(
    'give a probability, whatever the value',
    async (given, offset, value) => {
      const SUPPORTED = { slope: given, offset };
      const calibration = { ...DEFAULT_CALIBRATION, confidence: { ...confidence, SUPPORTED } };
      const loaded = await loadCalibration(undefined, calibration, USE);
      const probability = scaled(value, loaded.confidence.SUPPORTED);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    },
  );
});

describe('a calibration that cannot be trusted', () => {
  const { thresholds, entailed, confidence } = DEFAULT_CALIBRATION;
  const weighing = (weights: object) => ({ ...DEFAULT_CALIBRATION, entailed: { bias: 0, weights } });
  const scaling = (SUPPORTED: object) => ({ ...DEFAULT_CALIBRATION, confidence: { ...confidence, SUPPORTED } });
  it.each([
    ['a threshold over 1', { ...DEFAULT_CALIBRATION, thresholds: { ...thresholds, entailed: 1.2 } }, 'thresholds'],
    ['a bias that is not a number', { ...DEFAULT_CALIBRATION, entailed: { ...entailed, bias: '1' } }, 'bias'],
    ['a weight that is too large', weighing({ passage_entailment: 1_000.5 }), 'passage_entailment'],
    ['a weight that is too small', weighing({ passage_entailment: -1_001 }), 'passage_entailment'],
    ['an unknown feature', weighing({ dataset_name: 1 }), 'dataset_name'],
    ['a negative slope', scaling({ slope: -0.1, offset: 0 }), 'slope'],
    ['an offset that is too large', scaling({ slope: 1, offset: 1_001 }), 'offset'],
    ['a slope without an offset', scaling({ slope: 1 }), 'offset'],
    ['a minimum confidence over 1', { ...DEFAULT_CALIBRATION, minConfidence: 1.01 }, 'minConfidence'],
    ['an unknown promise', { ...DEFAULT_CALIBRATION, without: ['taste'] }, 'without'],
    ['an invalid hash', { ...DEFAULT_CALIBRATION, models: { ...HASHES, verdict: 'abc' } }, '64 hex digits'],
    ['an unknown key', { ...DEFAULT_CALIBRATION, extra: 1 }, 'extra'],
    ['an empty object', {}, 'thresholds'],
    ['a list', [], 'object'],
    ['null', null, 'object'],
  ])('is refused by the name of its fault: %s', async (_, value, named) => {
    const { code, message } = await refusal(loadCalibration(await fileWith(JSON.stringify(value)), undefined, USE));
    expect(code).toBe('invalid_configuration');
    expect(message).toContain('mine.json');
    expect(message).toContain(named);
    expect((await refusal(loadCalibration(undefined, value, USE))).code).toBe('invalid_configuration');
  });

  it('is refused when the file is missing or is not JSON, never replaced by a default', async () => {
    expect((await refusal(loadCalibration(join(folder, 'none.json'), undefined, USE))).message).toContain(
      'CALIBRATION_FILE',
    );
    expect((await refusal(loadCalibration(await fileWith('{"bias": 1'), undefined, USE))).message).toContain('JSON');
  });
});
