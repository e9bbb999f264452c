import { describe, expect, it } from 'vitest';
import { productSettings } from '../../../src/cli/evaluation/judge-rows.ts';
import type { VerifierInfo } from '../../../src/index.ts';

const model = (id: string) => ({ id, version: '1', sha256: 'f'.repeat(64), provider: 'cpu' });
const info = (given: object) =>
  ({
    ...{ model: model('large'), evidenceModel: model('small') },
    ...{ policyVersion: '4', calibration: 'mine' },
    ...given,
  }) as VerifierInfo;

describe('productSettings', () => {
  it('names both models and what was left out', () => {
    expect(productSettings(info({}), ['roles', 'dates'])).toEqual({
      model: 'large 1 (ffffffffffff, cpu)',
      'evidence model': 'small 1 (ffffffffffff, cpu)',
      policy: '4',
      calibration: 'mine',
      without: 'roles, dates',
    });
  });

  it('says nothing of what is not there', () => {
    const settings = productSettings(info({ evidenceModel: undefined }), []);
    expect(Object.keys(settings)).not.toContain('evidence model');
    expect(Object.keys(settings)).not.toContain('without');
  });
});
