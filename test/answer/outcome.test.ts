import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../src/answer/answer-body.ts';
import { type DecidedSentence, decideAnswer } from '../../src/answer/answer-verifier.ts';
import { VERDICTS, type Verdict } from '../../src/verify/verification.ts';

const REVIEW = { uncertain: 'review', minConfidence: 0.5 } as const;
const unchecked: DecidedSentence = { check_required: false, verdict: null, confidence: null };

function sentence(verdict: Verdict, confidence = 0.9): DecidedSentence {
  return { check_required: true, verdict, confidence };
}

describe('the verdict of a whole answer', () => {
  it.each([
    [[], 'UNCERTAIN', 'review'],
    [[unchecked], 'UNCERTAIN', 'review'],
    [[sentence('SUPPORTED'), unchecked], 'SUPPORTED', 'pass'],
    [[sentence('SUPPORTED', 0.5)], 'SUPPORTED', 'pass'],
    [[sentence('SUPPORTED', 0.49), sentence('SUPPORTED')], 'UNCERTAIN', 'review'],
    [[sentence('SUPPORTED'), sentence('UNCERTAIN')], 'UNCERTAIN', 'review'],
    [[sentence('SUPPORTED'), sentence('UNCERTAIN'), sentence('UNSUPPORTED')], 'UNSUPPORTED', 'fail'],
    [[sentence('UNSUPPORTED', 0.1), sentence('SUPPORTED')], 'UNSUPPORTED', 'fail'],
  ] as const)('of %j is %s: %s', (sentences, verdict, outcome) => {
    expect(decideAnswer(sentences, REVIEW)).toMatchObject({ verdict, outcome });
  });

  it('counts every sentence once, a SUPPORTED one of too little confidence as uncertain', () => {
    const sentences = [
      unchecked,
      sentence('SUPPORTED'),
      sentence('SUPPORTED', 0.1),
      sentence('UNSUPPORTED', 0.1),
      sentence('UNCERTAIN'),
    ];
    expect(decideAnswer(sentences, REVIEW).counts).toEqual({
      ...{ sentences: 5, checked: 4, supported: 1, unsupported: 1, uncertain: 2 },
    });
  });

  it.each(OUTCOMES)('is %s where it is UNCERTAIN and the caller says so', (uncertain) => {
    const outcomes = VERDICTS.map((verdict) => decideAnswer([sentence(verdict)], { ...REVIEW, uncertain }).outcome);
    expect(outcomes).toEqual(['pass', 'fail', uncertain]);
  });

  const judged = fc.oneof(
    fc.constant(unchecked),
    fc.record({
      check_required: fc.constant(true),
      verdict: fc.constantFrom(...VERDICTS),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );
  property.prop([fc.array(judged), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...OUTCOMES)])(
    'passes nothing with a checked sentence that is not surely SUPPORTED, unless the caller lets UNCERTAIN pass',
    (sentences, minConfidence, uncertain) => {
      const { outcome, counts } = decideAnswer(sentences, { uncertain, minConfidence });
      const doubtful = sentences.filter(
        ({ check_required, verdict, confidence }) =>
          check_required && (verdict !== 'SUPPORTED' || confidence! < minConfidence),
      );
      if (outcome === 'pass' && uncertain !== 'pass') expect(doubtful).toEqual([]);
      if (outcome === 'pass') expect(doubtful.filter(({ verdict }) => verdict === 'UNSUPPORTED')).toEqual([]);
      expect(counts.supported + counts.unsupported + counts.uncertain).toBe(counts.checked);
    },
  );
});
