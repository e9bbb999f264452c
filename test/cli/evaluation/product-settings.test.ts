import { describe, expect, it } from 'vitest';
import { productSettings } from '../../../src/cli/evaluation/judges.ts';
import type { VerifierInfo } from '../../../src/index.ts';

const model = (id: string) => ({ id, version: '1', sha256: 'f'.repeat(64), provider: 'cpu' });
const info = (given: object) =>
  ({
    ...{ model: model('large'), evidenceModel: model('small'), candidates: 4 },
    ...{ policyVersion: '3', calibration: 'mine', windowSentences: 3 },
    ...given,
  }) as VerifierInfo;

describe('productSettings', () => {
  it('names both models, the candidates and what was left out', () => {
    expect(productSettings(info({}), ['roles', 'dates'])).toEqual({
      model: 'large 1 (ffffffffffff, cpu)',
      'evidence model': 'small 1 (ffffffffffff, cpu)',
      candidates: '4',
      policy: '3',
      calibration: 'mine',
      'window of sentences': '3',
      without: 'roles, dates',
    });
  });

  it('says nothing of what is not there', () => {
    const settings = productSettings(info({ evidenceModel: undefined, candidates: 0 }), []);
    expect(Object.keys(settings)).not.toContain('evidence model');
    expect(Object.keys(settings)).not.toContain('without');
    expect(settings.candidates).toBe('all');
  });
});
