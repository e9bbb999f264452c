import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../../src/cli/evaluation/judge-rows.ts';
import type { Verifier } from '../../../src/index.ts';

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
      ...{ verdict: 'UNCERTAIN', confidence: 0.7, supported: 0.2 },
    });
  });
});
