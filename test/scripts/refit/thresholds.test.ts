import { describe, expect, it } from 'vitest';
import type { AnswerRow, ClaimRow } from '../../../scripts/refit/rows.ts';
import { passesAt } from '../../../scripts/refit/thresholds.ts';

type Verdict = ClaimRow['verdict'];

const claim = (label: ClaimRow['label'], verdict: Verdict, confidence: number): ClaimRow => ({
  ...{ id: 'c', source: 0, supported: confidence },
  ...{ label, verdict, confidence },
});
const answer = (...sentences: [label: ClaimRow['label'], verdict: Verdict, confidence: number][]): AnswerRow => ({
  ...{ id: 'a', outcome: 'review' },
  sentences: sentences.map(([label, verdict, confidence]) => ({ label, verdict, confidence, passes: false })),
});

describe('passesAt', () => {
  it('counts claims and whole answers at each confidence', () => {
    const claims = [
      claim('SUPPORTED', 'SUPPORTED', 0.95),
      claim('SUPPORTED', 'UNCERTAIN', 0.95),
      claim('UNSUPPORTED', 'SUPPORTED', 0.65),
    ];
    const answers = [
      answer(['SUPPORTED', 'SUPPORTED', 0.9], ['SUPPORTED', 'SUPPORTED', 0.7]),
      answer(['SUPPORTED', 'SUPPORTED', 0.9], ['UNCERTAIN', 'SUPPORTED', 0.5]),
    ];
    const [half, , seven, eight] = passesAt(claims, answers);
    expect(half).toEqual({
      ...{ minConfidence: 0.5, passRight: 0.5, truePass: 0.5 },
      rightAnswersPass: { count: 1, of: 1 },
      wrongAnswersPass: { count: 1, of: 1 },
    });
    expect(seven).toMatchObject({ passRight: 1, rightAnswersPass: { count: 1 }, wrongAnswersPass: { count: 0 } });
    expect(eight).toMatchObject({ rightAnswersPass: { count: 0 } });
  });
});
