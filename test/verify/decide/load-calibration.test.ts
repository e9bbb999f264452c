import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Calibration, DEFAULT_CALIBRATION, loadCalibration } from '../../../src/verify/decide/calibration.ts';
import { probabilityOf } from '../../../src/verify/decide/policy.ts';
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

/** Both fake models with six candidates. */
const ENCODER = fakeEncoder({ evidence: byWords });
const USE = { model: ENCODER.verdict.info, evidenceModel: ENCODER.evidence?.info, candidates: 6 };
const HASHES = { verdict: '00'.repeat(32), evidence: '11'.repeat(32) };
const FITTED: Calibration = { ...DEFAULT_CALIBRATION, name: 'own', models: HASHES, candidates: 6 };
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
  it('is the documented default when neither a file nor the model brings one', async () => {
    const { calibration, notices } = await loadCalibration(undefined, undefined, USE);
    expect(calibration).toBe(DEFAULT_CALIBRATION);
    expect(notices).toEqual([]);
  });

  it("is the model's own, and a file goes before it", async () => {
    expect(await loadCalibration(undefined, FITTED, USE)).toEqual({ calibration: FITTED, notices: [] });
    const path = await fileWith(JSON.stringify({ ...FITTED, name: 'mine' }));
    expect((await loadCalibration(path, FITTED, USE)).calibration.name).toBe('mine');
  });

  it('survives a journey through JSON', async () => {
    const path = await fileWith(JSON.stringify(DEFAULT_CALIBRATION));
    expect((await loadCalibration(path, undefined, USE)).calibration).toEqual(DEFAULT_CALIBRATION);
  });

  it('of no model in particular goes with any, whatever its number of candidates', async () => {
    const anyModel = { ...FITTED, models: null, candidates: 3 };
    expect(await loadCalibration(undefined, anyModel, USE)).toEqual({ calibration: anyModel, notices: [] });
  });
});

describe('a calibration fitted for something else', () => {
  const line = 'claim-verifier calibrate --input LABELLED.jsonl --output calibration.json';

  it('of policy is refused: which file, which version, what to run', async () => {
    const path = await fileWith(JSON.stringify({ ...FITTED, policyVersion: '2', entailed: 'of an old shape' }));
    expect(await refusal(loadCalibration(path, FITTED, USE))).toMatchObject({
      code: 'invalid_configuration',
      message: `${path}: expected a calibration for policy version 3, got one for 2. Fit one: ${line}`,
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

  it('as number of candidates is used, with a notice', async () => {
    const four = await loadCalibration(undefined, { ...FITTED, candidates: 4 }, USE);
    expect(four.calibration.candidates).toBe(4);
    expect(four.notices).toEqual([
      'calibration.json of the verdict model: fitted with 4 candidates a span, but EVIDENCE_CANDIDATES gives 6 candidates a span.',
    ]);
    const alone = { ...USE, evidenceModel: undefined, candidates: 0 };
    expect((await loadCalibration(undefined, FITTED, alone)).notices).toEqual([
      'calibration.json of the verdict model: fitted with 6 candidates a span, but EVIDENCE_CANDIDATES gives all pairs.',
    ]);
    const allPairs = { ...FITTED, models: { ...HASHES, evidence: null }, candidates: 0 };
    expect((await loadCalibration(undefined, allPairs, USE)).notices).toEqual([
      'calibration.json of the verdict model: fitted with all pairs, but EVIDENCE_CANDIDATES gives 6 candidates a span.',
    ]);
    expect((await loadCalibration(undefined, allPairs, alone)).notices).toEqual([]);
  });
});

/** The default with a curve of the confidence in SUPPORTED. */
function withConfidence(probability: [number, number][]): Calibration {
  return {
    ...DEFAULT_CALIBRATION,
    confidence: { ...DEFAULT_CALIBRATION.confidence, SUPPORTED: { bias: 0, curves: { probability } } },
  };
}

describe('numbers within the bounds', () => {
  const bounded = fc.oneof(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.constantFrom(0, 5e-324, -1000, 1000));
  const curve = fc
    .uniqueArray(fc.tuple(bounded, bounded), { minLength: 1, maxLength: 4, selector: ([x]) => x + 0 })
    .map((points) => points.toSorted(([a], [b]) => a - b));

  it.prop([bounded, curve, bounded, fc.array(bounded)])(
    'give a probability, whatever the value',
    async (bias, points, value, near) => {
      const { calibration } = await loadCalibration(undefined, withConfidence(points), USE);
      const model = { bias, curves: calibration.confidence.SUPPORTED.curves };
      for (const x of [value, ...near, ...points.map(([at]) => at)]) {
        const probability = probabilityOf({ probability: x }, model);
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe('a calibration that cannot be trusted', () => {
  const { thresholds, entailed } = DEFAULT_CALIBRATION;
  const turnsBack = {
    source_size: [
      [1, 0],
      [0, 1],
    ],
  };
  it.each([
    ['a threshold over 1', { ...DEFAULT_CALIBRATION, thresholds: { ...thresholds, entailed: 1.2 } }, 'thresholds'],
    ['a weight that is no number', { ...DEFAULT_CALIBRATION, entailed: { ...entailed, bias: '1' } }, 'bias'],
    [
      'an unknown feature',
      { ...DEFAULT_CALIBRATION, entailed: { bias: 0, curves: { dataset_name: [[0, 3]] } } },
      'dataset_name',
    ],
    ['a curve that turns back', { ...DEFAULT_CALIBRATION, entailed: { bias: 0, curves: turnsBack } }, 'must ascend'],
    [
      'confidence from a sign nobody gives',
      {
        ...DEFAULT_CALIBRATION,
        confidence: { ...DEFAULT_CALIBRATION.confidence, SUPPORTED: { bias: 0, curves: { mood: [[0, 3]] } } },
      },
      'mood',
    ],
    ['a weight that overflows', { ...DEFAULT_CALIBRATION, entailed: { ...entailed, bias: 1e308 } }, 'entailed.bias'],
    [
      'a weight just beyond the bound',
      { ...DEFAULT_CALIBRATION, entailed: { ...entailed, bias: -1000.1 } },
      'must be from -1000 to 1000',
    ],
    [
      'a height that overflows',
      withConfidence([
        [0, -1e308],
        [1, 0],
      ]),
      'confidence.SUPPORTED.curves.probability[0][1]',
    ],
    [
      'a value that overflows',
      withConfidence([
        [-1.7e308, 0],
        [0, 0],
      ]),
      'confidence.SUPPORTED.curves.probability[0][0]',
    ],
    [
      'too many points',
      withConfidence(Array.from({ length: 300_000 }, (_, i) => [i, 1])),
      'confidence.SUPPORTED.curves.probability',
    ],
    ['an objection nobody makes', { ...DEFAULT_CALIBRATION, without: ['taste'] }, 'without'],
    ['a hash that is none', { ...DEFAULT_CALIBRATION, models: { ...HASHES, verdict: 'abc' } }, '64 hex digits'],
    ['an unknown key', { ...DEFAULT_CALIBRATION, extra: 1 }, 'extra'],
    ['nothing in it', {}, 'thresholds'],
    ['a list', [], 'object'],
    ['null', null, 'object'],
  ])('is refused by name of its fault: %s', async (_, value, named) => {
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
