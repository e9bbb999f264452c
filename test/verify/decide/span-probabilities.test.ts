import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { DEFAULT_CALIBRATION } from '../../../src/verify/decide/calibration.ts';
import { spanProbabilities } from '../../../src/verify/decide/policy.ts';
import { FEATURES } from '../../../src/verify/examine/features.ts';
import { PLAIN_CALIBRATION } from '../../support/fake-encoder.ts';
import { features } from '../support/examined-span.ts';

const anyFeatures = fc
  .array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map((values) => features(Object.fromEntries(FEATURES.map((name, i) => [name, values[i]!]))));

test.prop([anyFeatures, fc.constantFrom(PLAIN_CALIBRATION, DEFAULT_CALIBRATION)])(
  'probabilities never leave [0, 1] together',
  (given, calibration) => {
    const { entailed, contradicted } = spanProbabilities(given, calibration);
    expect(entailed).toBeGreaterThanOrEqual(0);
    expect(contradicted).toBeGreaterThanOrEqual(0);
    expect(entailed + contradicted).toBeLessThanOrEqual(1 + 1e-9);
  },
);
