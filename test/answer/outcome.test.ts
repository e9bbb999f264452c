import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type DecidedSentence, decideAnswer, type OutcomePolicy, sentenceOutcome } from '../../src/answer/outcome.ts';
import { QUOTATION_STATUSES, type QuotationStatus } from '../../src/contract/answer.ts';
import { OUTCOMES, VERDICTS, type Verdict } from '../../src/contract/verify.ts';

const REVIEW = { uncertain: 'review', minConfidence: 0.5 } as const;

/** A decided sentence with quotations of these statuses; without a verdict one that is not checked. */
function sentence(
  verdict: Verdict | null,
  { confidence = 0.9, quoted = [] as readonly QuotationStatus[], policy = REVIEW as OutcomePolicy } = {},
): DecidedSentence {
  const quotations = quoted.map((status) => ({ start: 0, end: 4, text: 'some', status, places: [], differences: [] }));
  const outcome = sentenceOutcome({ verdict, confidence: verdict && confidence, quotations }, policy);
  return { check_required: verdict !== null, verdict, outcome };
}

describe('the outcome of a sentence', () => {
  it.each([
    [null, 0.9, null],
    ['SUPPORTED', 0.5, 'pass'],
    ['SUPPORTED', 0.49, 'review'],
    ['UNCERTAIN', 0.9, 'review'],
    ['UNSUPPORTED', 0.1, 'fail'],
  ] as const)('of %s with %d is %s', (verdict, confidence, outcome) => {
    expect(sentence(verdict, { confidence }).outcome).toBe(outcome);
  });

  it.each(OUTCOMES)('is %s where it is UNCERTAIN and the caller says so, and of no other verdict', (uncertain) => {
    const policy = { ...REVIEW, uncertain };
    expect(VERDICTS.map((verdict) => sentence(verdict, { policy }).outcome)).toEqual(['pass', 'fail', uncertain]);
    expect(sentence('SUPPORTED', { policy, confidence: 0.1 }).outcome).toBe('review');
  });

  it('is at best review with a quotation that is not as the sources have it', () => {
    const passing = QUOTATION_STATUSES.filter(
      (status) => sentence('SUPPORTED', { quoted: [status] }).outcome === 'pass',
    );
    expect(passing).toEqual(['verbatim', 'not_found']);
    const four = [
      { start: 0, end: 9, text: 'we saw it all', status: 'not_found', places: [], differences: [] },
    ] as const;
    const outcome = sentenceOutcome({ verdict: 'SUPPORTED', confidence: 0.9, quotations: four }, REVIEW);
    expect(outcome).toBe('review');
    const policy = { ...REVIEW, uncertain: 'pass' } as const;
    expect(sentence('UNCERTAIN', { quoted: ['altered'], policy }).outcome).toBe('review');
    expect(sentence('UNSUPPORTED', { quoted: ['altered'] }).outcome).toBe('fail');
  });
});

describe('a whole answer', () => {
  it.each([
    [[], 'UNCERTAIN', 'review'],
    [[sentence(null)], 'UNCERTAIN', 'review'],
    [[sentence('SUPPORTED'), sentence(null)], 'SUPPORTED', 'pass'],
    [[sentence('SUPPORTED', { confidence: 0.49 }), sentence('SUPPORTED')], 'SUPPORTED', 'review'],
    [[sentence('SUPPORTED'), sentence('UNCERTAIN')], 'UNCERTAIN', 'review'],
    [[sentence('SUPPORTED'), sentence('UNCERTAIN'), sentence('UNSUPPORTED')], 'UNSUPPORTED', 'fail'],
    [[sentence('UNSUPPORTED', { confidence: 0.1 }), sentence('SUPPORTED')], 'UNSUPPORTED', 'fail'],
  ] as const)('of %j is %s: %s', (sentences, verdict, outcome) => {
    expect(decideAnswer(sentences)).toMatchObject({ verdict, outcome });
  });

  it('counts every checked sentence by its verdict, and those that pass', () => {
    const sentences = [
      sentence(null),
      sentence('SUPPORTED'),
      sentence('SUPPORTED', { confidence: 0.1 }),
      sentence('UNSUPPORTED', { confidence: 0.1 }),
      sentence('UNCERTAIN'),
    ];
    expect(decideAnswer(sentences).counts).toEqual({
      ...{ sentences: 5, checked: 4, supported: 2, unsupported: 1, uncertain: 1, passed: 1 },
    });
  });

  it('scores the share of the checked sentences that pass, and nothing where none is checked', () => {
    const scoreOf = (...sentences: DecidedSentence[]) => decideAnswer(sentences).grounding_score;
    expect(scoreOf(sentence('SUPPORTED'), sentence('UNCERTAIN'), sentence(null), sentence('SUPPORTED'))).toBe(2 / 3);
    expect(scoreOf(sentence('UNSUPPORTED'))).toBe(0);
    expect(scoreOf(sentence(null))).toBeNull();
  });

  const policies = fc.record({
    uncertain: fc.constantFrom(...OUTCOMES),
    minConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const judged = fc.record({
    verdict: fc.constantFrom(null, ...VERDICTS),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    quoted: fc.subarray([...QUOTATION_STATUSES]),
  });
  property.prop([fc.array(judged), policies])(
    'passes nothing with a sentence that is contradicted, too unsure or misquoted, unless the caller lets UNCERTAIN pass',
    (all, policy) => {
      const sentences = all.map(({ verdict, ...rest }) => sentence(verdict, { ...rest, policy }));
      const { outcome, counts } = decideAnswer(sentences);
      const doubtful = all.filter(
        ({ verdict, confidence, quoted }) =>
          verdict === 'UNSUPPORTED' ||
          (verdict === 'SUPPORTED' && confidence < policy.minConfidence) ||
          (verdict !== null && quoted.includes('altered')),
      );
      if (outcome === 'pass') expect(doubtful).toEqual([]);
      expect(counts.supported + counts.unsupported + counts.uncertain).toBe(counts.checked);
      expect(counts.passed).toBeLessThanOrEqual(counts.checked);
    },
  );
});
