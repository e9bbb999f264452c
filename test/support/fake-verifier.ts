import type { ModelInfo, Verification, Verifier, VerifierInfo, VerifyInput } from '../../src/index.ts';
import { fakeAnswers } from './fake-answers.ts';
import { NOT_FAKED } from './idle-stats.ts';

/** One model that reads every pair. */
export const FAKE_INFO: VerifierInfo = {
  model: {
    id: 'fake-nli',
    version: '0.0.1',
    sha256: 'ab'.repeat(32),
    graph: 'onnx/model.onnx',
    languages: ['en'],
    providerFallback: undefined,
    provider: 'cpu',
    maxPairTokens: 512,
    workers: 1,
    threadsPerWorker: 1,
  },
  evidenceModel: undefined,
  policyVersion: '1',
  calibration: 'default',
  minConfidence: { value: 0, answers: 0, from: 'not measured' },
  notices: [],
};

/** SUPPORTED by the whole source when it holds the claim word for word, else UNCERTAIN. */
export function fakeVerification({ claim, source }: VerifyInput): Verification {
  const start = source.indexOf(claim);
  const found = start >= 0;
  return {
    verdict: found ? 'SUPPORTED' : 'UNCERTAIN',
    confidence: found ? 0.97 : 0.51,
    reasoning: '1. A fake looked.',
    auditTrail: [
      {
        claim_span: claim,
        source_span: found ? claim : '',
        match_type: found ? 'exact_match' : 'insufficient_evidence',
      },
    ],
    spans: [
      {
        claim: { start: 0, end: claim.length },
        source: found ? { start, end: start + claim.length } : null,
        reasons: found ? [] : [{ code: 'not_stated', expected: null, found: null }],
      },
    ],
    probabilities: { SUPPORTED: 0.9, UNSUPPORTED: 0.05, UNCERTAIN: 0.05 },
    timings: { textMs: 1, tokenizeMs: 2.25, queueMs: 3, inferenceMs: 4, policyMs: 0.04 },
    pairs: { evidence: 12, verdict: 5 },
  };
}

/** A model that ranks sentences for the other. */
export const FAKE_EVIDENCE: ModelInfo = {
  ...FAKE_INFO.model,
  id: 'fake-compact',
  version: '0.0.2',
  sha256: 'cd'.repeat(32),
  graph: 'onnx/small.onnx',
  maxPairTokens: 256,
};

/** A verifier without a model. Give `verify` or `answers` to fail, to wait or to look at what arrives. */
export function fakeVerifier(
  verify: Verifier['verify'] = async (input) => fakeVerification(input),
  answers = fakeAnswers(),
): Verifier {
  const verifyMany: Verifier['verifyMany'] = ({ claims, source }, ...rest) =>
    Promise.all(claims.map((claim) => verify({ claim, source }, ...rest)));
  return { ...NOT_FAKED, info: FAKE_INFO, verify, verifyMany, ...answers };
}
