import { describe, expect, it } from 'vitest';
import { calibrationSchema } from '../../../src/verify/decide/calibration.ts';
import { type RiskBasis, riskInForce, withRisk } from '../../../src/verify/decide/risk.ts';
import { PLAIN_CALIBRATION } from '../../support/fake-encoder.ts';
import { FAKE_EVIDENCE, FAKE_INFO } from '../../support/fake-verifier.ts';

const BASIS: RiskBasis = { model: FAKE_INFO.model, evidenceModel: FAKE_EVIDENCE, version: '4.0.0' };
const RISK = { max_wrong: 0.05, coverage: 0.4, rows: 240 };
const CALIBRATION = withRisk({ ...PLAIN_CALIBRATION, minConfidence: 0.8 }, RISK, BASIS);

describe('a stated risk', () => {
  it('is in force for the calibration, models and version that it was measured with, also from a file', () => {
    expect(riskInForce(CALIBRATION, BASIS)).toEqual(RISK);
    expect(riskInForce(calibrationSchema.parse(JSON.parse(JSON.stringify(CALIBRATION))), BASIS)).toEqual(RISK);
    expect(riskInForce(PLAIN_CALIBRATION, BASIS)).toBeUndefined();
  });

  it.each([
    ['another threshold', { ...CALIBRATION, minConfidence: 0.7 }, BASIS],
    ['a rule left out', { ...CALIBRATION, without: ['facts_differ' as const] }, BASIS],
    ['another verdict model', CALIBRATION, { ...BASIS, model: { ...BASIS.model, sha256: '0'.repeat(64) } }],
    ['another graph of it', CALIBRATION, { ...BASIS, model: { ...BASIS.model, graph: 'onnx/other.onnx' } }],
    ['no evidence model', CALIBRATION, { ...BASIS, evidenceModel: undefined }],
    ['another version', CALIBRATION, { ...BASIS, version: '4.0.1' }],
  ])('is not in force with %s', (_, calibration, basis) => {
    expect(riskInForce(calibration, basis)).toBeUndefined();
  });
});
