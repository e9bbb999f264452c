import type { NliScores } from '../../../src/nli/types.ts';
import {
  type ExaminedDocument,
  type ExaminedSpan,
  FEATURES,
  type Features,
} from '../../../src/verify/examine/features.ts';
import type { ScoredPremise } from '../../../src/verify/read/premises.ts';
import type { DocumentReads } from '../../../src/verify/score/score-span.ts';
import { scores } from '../../support/fake-encoder.ts';
import { compareSurface } from '../rules/support/compare-surface.ts';

const SPAN = { start: 0, end: 10 };
const NOTHING_FOUND = compareSurface('', '');

/** A premise with these sentences: a passage where there are several. */
export function premise(read: NliScores = scores('neutral'), coverage = 1, sentences = [0]): ScoredPremise {
  return { sentences, scores: read, coverage };
}

/** The passage and the sentences of the first document. */
export function documentReads(passage: ScoredPremise, ...sentences: readonly ScoredPremise[]): DocumentReads {
  return { number: 0, passage, sentences };
}

/** All features are zero except these. */
export function features(given: Partial<Features> = {}): Features {
  return { ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features), ...given };
}

/** A document of one neutral sentence, except for what is given. */
export function examinedDocument(given: Partial<ExaminedDocument> = {}): ExaminedDocument {
  const shown = { ...premise(), inContext: false };
  return {
    ...documentReads(premise(), premise()),
    range: { first: 0, end: 1 },
    support: shown,
    opposition: shown,
    closest: premise(),
    conflictingFacts: 0,
    titleWords: new Set(),
    names: new Set(),
    isReplaced: false,
    ...{
      objectionsInWords: new Set(),
      isOfNumbers: false,
      isUndated: false,
      deniesUnnamed: { support: false, opposition: false },
      isWithinLimit: false,
      isWithinException: false,
      isSaidByException: false,
    },
    isUnproven: false,
    isUnderivable: false,
    mayFollow: false,
    needsCalculation: false,
    copied: undefined,
    features: features(),
    ...given,
  };
}

/** A claim span of one document without findings, except for what is given. */
export function examinedSpan(given: Partial<ExaminedSpan> = {}): ExaminedSpan {
  return {
    hypothesis: { span: SPAN, text: 'x', normalised: 'x', asserts: true, foreign: false },
    documents: [examinedDocument()],
    surface: undefined,
    ...{ absentAmounts: 0, evidencePairs: 0 },
    sourceFindings: NOTHING_FOUND,
    ...given,
  };
}

/** A claim span in one document with these features. */
export function spanWith(given: Partial<Features>): ExaminedSpan {
  return examinedSpan({ documents: [examinedDocument({ features: features(given) })] });
}
