import { expect, it } from 'vitest';
import { ANSWER_LIMITS } from '../../../src/contract/answer-request.ts';
import { MAX_LENGTHS } from '../../../src/contract/verify.ts';
import { DEFAULT_INFO } from '../../../src/web/try/service-info.ts';

it('starts with the limits of the contract until the service returns its limits', () => {
  expect(DEFAULT_INFO.limits).toEqual({
    claim_characters: MAX_LENGTHS.claim,
    grounding_source_characters: MAX_LENGTHS.grounding_source,
    answer_characters: ANSWER_LIMITS.answerLength,
    sources: ANSWER_LIMITS.sources,
    sources_characters: ANSWER_LIMITS.sourcesLength,
  });
});
