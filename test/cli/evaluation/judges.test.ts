import { describe, expect, it } from 'vitest';
import { toJudgement } from '../../../src/cli/evaluation/judges.ts';
import type { Verification } from '../../../src/index.ts';

describe('toJudgement', () => {
  it('keeps the fields that reports measure and show, and no timings', () => {
    const verification = {
      ...{ verdict: 'UNCERTAIN', confidence: 0.7, reasoning: 'Because.', auditTrail: [] },
      probabilities: { SUPPORTED: 0.2, UNSUPPORTED: 0.1, UNCERTAIN: 0.7 },
      timings: { textMs: 1 },
    } as unknown as Verification;
    expect(toJudgement(verification)).toEqual({
      ...{ verdict: 'UNCERTAIN', confidence: 0.7, reasoning: 'Because.', auditTrail: [], supported: 0.2 },
    });
  });
});
