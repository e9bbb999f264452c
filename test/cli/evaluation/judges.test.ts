import { describe, expect, it } from 'vitest';
import { judgeAnswer, toJudgement } from '../../../src/cli/evaluation/judges.ts';
import type { Verification, Verifier } from '../../../src/index.ts';

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

describe('judgeAnswer', () => {
  it('sends the source with its format, and gives the least probability of support and confidence of the verdict', async () => {
    const sentence = (verdict: string, confidence: number, code: string) => ({
      verdict,
      confidence,
      reasons: [{ code }],
    });
    const source = { id: '1', text: '{"a": 1}', format: 'json' } as const;
    const verifyAnswer: Verifier['verifyAnswer'] = (body, options) => {
      expect(body).toEqual({ answer: 'One. Two.', sources: [source] });
      for (const supported of [0.9, 0.2])
        options!.onDecision!({} as never, { probabilities: { SUPPORTED: supported } } as never);
      const sentences = [sentence('SUPPORTED', 0.5, 'x'), sentence('UNCERTAIN', 0.7, 'not_settled'), { verdict: null }];
      return Promise.resolve({ verdict: 'UNCERTAIN', sentences } as never);
    };
    const judged = await judgeAnswer({ verifyAnswer }, { claim: 'One. Two.', source }, new AbortController().signal);
    expect(judged).toEqual({
      ...{ verdict: 'UNCERTAIN', confidence: 0.7, reasoning: 'not_settled', auditTrail: [], supported: 0.2 },
    });
  });
});
