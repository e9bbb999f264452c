import type { MatchType, Verification, VerifyInput } from '../../../src/index.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';

export const CLAIM = 'It opened in 1998. It employs 63 people. It sells tea.';
export const SOURCE =
  'The museum opened in 1998 near the port. It employs 43 people. <img src=x onerror=alert(1)> Free for all.';

const TRAIL: readonly (readonly [claim: string, source: string, match: MatchType])[] = [
  ['It opened in 1998.', 'opened in 1998', 'paraphrase_match'],
  ['It employs 63 people.', 'It employs 43 people.', 'contradiction'],
  ['It sells tea.', '', 'insufficient_evidence'],
];

function spanOf(text: string, part: string) {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
}

function verification(input: VerifyInput): Verification {
  const { claim, source } = input;
  return {
    ...fakeVerification(input),
    verdict: 'UNSUPPORTED',
    confidence: 0.876,
    reasoning: '1. The first part is there.\n2. The second is contradicted.',
    auditTrail: TRAIL.map(([claim_span, source_span, match_type]) => ({ claim_span, source_span, match_type })),
    spans: TRAIL.map(([part, words]) => ({
      claim: spanOf(claim, part),
      source: words === '' ? null : spanOf(source, words),
      reasons: [],
    })),
  };
}

/** Answers CLAIM against SOURCE with a pair of each kind. */
export const scriptedVerifier = fakeVerifier(async (input) => verification(input));
