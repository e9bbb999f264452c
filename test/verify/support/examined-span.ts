import type { NliScores } from '../../../src/nli/types.ts';
import { type ExaminedSpan, FEATURES, type Features } from '../../../src/verify/examine/features.ts';
import type { ScoredPremise } from '../../../src/verify/read/premises.ts';
import { scores } from '../../support/fake-encoder.ts';
import { compareSurface } from '../rules/support/compare-surface.ts';

const SPAN = { start: 0, end: 10 };
export const NOTHING_FOUND = compareSurface('', '');

/** A premise of one sentence, the first unless told otherwise; of several it is a window. */
export function premise(read: NliScores = scores('neutral'), coverage = 1, sentences = [0]): ScoredPremise {
  return { kind: sentences.length === 1 ? 'sentence' : 'window', sentences, scores: read, coverage };
}

/** All features zero but the given ones. */
export function features(given: Partial<Features> = {}): Features {
  return { ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features), ...given };
}

/** A claim span of which nothing is known but what is given. */
export function examinedSpan(given: Partial<ExaminedSpan> = {}): ExaminedSpan {
  return {
    hypothesis: { span: SPAN, text: 'x', normalised: 'x', asserts: true, foreign: false },
    support: premise(),
    opposition: premise(),
    closest: premise(),
    premises: [premise()],
    sharesSubject: () => true,
    sharesNames: () => true,
    surface: undefined,
    copied: undefined,
    besidePremise: async () => NOTHING_FOUND,
    findings: { closest: NOTHING_FOUND, source: NOTHING_FOUND },
    features: features(),
    ...given,
  };
}
