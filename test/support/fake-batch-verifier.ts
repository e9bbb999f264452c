import type { Verdict } from '../../src/contract/verify.ts';
import type { Verifier } from '../../src/verifier.ts';
import type { Verification, VerifierInfo, VerifyInput } from '../../src/verify/verification.ts';
import { fakeAnswers } from './fake-answers.ts';
import { NOT_FAKED } from './idle-stats.ts';

const FAKE_INFO: VerifierInfo = {
  model: {
    id: 'fake',
    version: '1',
    sha256: 'f'.repeat(64),
    graph: 'onnx/model.onnx',
    languages: ['en'],
    provider: 'cpu',
    providerFallback: undefined,
    maxPairTokens: 512,
    workers: 1,
    threadsPerWorker: 1,
  },
  evidenceModel: undefined,
  policyVersion: 'fake-1',
  calibration: 'default',
  minConfidence: { value: 0, answers: 0, from: 'not measured' },
  notices: [],
};

export interface FakeBatchVerifier extends Verifier {
  /** Most calls that were unanswered at the same time. */
  readonly mostInFlight: () => number;
  readonly calls: () => number;
}

/**
 * Says SUPPORTED when the source holds the claim, UNSUPPORTED when it holds "not", else UNCERTAIN.
 * `before` runs inside each call: to wait, to throw, to count.
 */
export function fakeBatchVerifier(
  before: (input: VerifyInput, call: number) => unknown = () => undefined,
): FakeBatchVerifier {
  let inFlight = 0;
  let mostInFlight = 0;
  let calls = 0;
  return {
    ...NOT_FAKED,
    ...fakeAnswers(),
    info: FAKE_INFO,
    mostInFlight: () => mostInFlight,
    calls: () => calls,
    async verify(input) {
      calls += 1;
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      try {
        await before(input, calls);
        return fakeVerification(input);
      } finally {
        inFlight -= 1;
      }
    },
    verifyMany({ claims, source }) {
      return Promise.all(claims.map((claim) => this.verify({ claim, source })));
    },
  };
}

function fakeVerification(input: VerifyInput): Verification {
  const at = input.source.indexOf(input.claim);
  const verdict: Verdict = at >= 0 ? 'SUPPORTED' : input.source.includes('not') ? 'UNSUPPORTED' : 'UNCERTAIN';
  const probabilities = { SUPPORTED: 0.1, UNSUPPORTED: 0.1, UNCERTAIN: 0.1, [verdict]: 0.8 };
  return {
    verdict,
    confidence: 0.8,
    reasoning: `The fake says ${verdict}.`,
    auditTrail: [
      {
        claim_span: input.claim,
        source_span: at >= 0 ? input.claim : '',
        match_type: at >= 0 ? 'exact_match' : 'insufficient_evidence',
      },
    ],
    spans: [
      {
        claim: { start: 0, end: input.claim.length },
        source: at >= 0 ? { start: at, end: at + input.claim.length } : null,
        reasons: reasonsFor(verdict),
      },
    ],
    probabilities,
    timings: { textMs: 0, tokenizeMs: 0, queueMs: 0, inferenceMs: 0, policyMs: 0 },
    pairs: { evidence: 0, verdict: 1 },
  };
}

function reasonsFor(verdict: Verdict): Verification['spans'][number]['reasons'] {
  if (verdict === 'SUPPORTED') return [];
  return [{ code: verdict === 'UNSUPPORTED' ? 'contradicted' : 'not_stated', expected: null, found: null }];
}
