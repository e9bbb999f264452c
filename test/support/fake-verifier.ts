import type { Verification, Verifier, VerifierInfo, VerifyInput } from '../../src/index.ts';
import { IDLE_STATS } from './idle-stats.ts';

const info: VerifierInfo = {
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
  policyVersion: '1',
  calibration: 'default',
  windowSentences: 3,
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
        claimSpan: { start: 0, end: claim.length },
        sourceSpan: found ? { start, end: start + claim.length } : undefined,
        matchType: found ? 'exact_match' : 'insufficient_evidence',
      },
    ],
    scores: { probabilities: { SUPPORTED: 0.9, UNSUPPORTED: 0.05, UNCERTAIN: 0.05 } },
    matrix: {
      claimSpans: [{ start: 0, end: claim.length }],
      sourceSpans: [{ start: 0, end: source.length }],
      scores: [[{ entailment: 0.75, neutral: 0.125, contradiction: 0.125 }]],
    },
    timings: { textMs: 1, tokenizeMs: 2.25, queueMs: 3, inferenceMs: 4, policyMs: 0.04 },
    pairs: { scored: 12, skipped: 3 },
  };
}

/** A verifier without a model. Give `verify` to fail, to wait or to look at what arrives. */
export function fakeVerifier(verify: Verifier['verify'] = async (input) => fakeVerification(input)): Verifier {
  return { info, verify, fault: undefined, stats: IDLE_STATS, close: async () => undefined };
}
