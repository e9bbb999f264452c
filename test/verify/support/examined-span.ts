import type { NliScores } from '../../../src/nli/types.ts';
import type { ExaminedSpan } from '../../../src/verify/examine.ts';
import { FEATURES, type Features } from '../../../src/verify/features.ts';
import type { ScoredPremise } from '../../../src/verify/premises.ts';
import { compareSurface } from '../../../src/verify/rules/index.ts';
import { scores } from '../../support/fake-encoder.ts';

const SPAN = { start: 0, end: 10 };
const NOTHING_FOUND = compareSurface('', '');

/** A premise of one sentence. */
export function premise(read: NliScores = scores('neutral'), coverage = 1): ScoredPremise {
  return { sentences: [0], span: SPAN, scores: read, coverage };
}

/** All features zero but the given ones. */
export function features(given: Partial<Features> = {}): Features {
  return { ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features), copy_share: 1, ...given };
}

/** A claim span of which nothing is known but what is given. */
export function examinedSpan(given: Partial<ExaminedSpan> = {}): ExaminedSpan {
  return {
    hypothesis: {
      span: SPAN,
      text: 'x',
      asserts: true,
      tokens: { ids: Int32Array.of(1), unknownTokens: 0, key: '1' },
    },
    support: premise(),
    opposition: premise(),
    surface: undefined,
    unreadable: false,
    dangling: false,
    findings: { premise: NOTHING_FOUND, source: NOTHING_FOUND },
    features: features(),
    ...given,
  };
}

export { NOTHING_FOUND };
