import { ANSWER_LIMITS, MAX_CLAIMS, MAX_LENGTHS } from '../index.ts';

/** What one call may hold. Lengths are Unicode code points. */
export const LIMITS = {
  claim: MAX_LENGTHS.claim,
  grounding_source: MAX_LENGTHS.grounding_source,
  claims: MAX_CLAIMS,
  answer: ANSWER_LIMITS.answerLength,
  sources: ANSWER_LIMITS.sources,
  /** Of the texts of all sources together. */
  sourcesLength: ANSWER_LIMITS.sourcesLength,
} as const;
