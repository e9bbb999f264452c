import { describe, expect, it } from 'vitest';
import type { AnswerBody, SentenceBody } from '../../../src/contract/answer.ts';
import type { Outcome, Verdict, VerifyResponse } from '../../../src/contract/verify.ts';
import type { ReasonCode } from '../../../src/contract/words.ts';
import { answerHeadline, claimHeadline } from '../../../src/web/try/words.ts';

const reasonsOf = (codes: readonly ReasonCode[]) => codes.map((code) => ({ code, expected: null, found: null }));

function headline(outcome: Outcome, ...sentences: (readonly [Verdict, Outcome, ...ReasonCode[]])[]): string {
  const of = (wanted: Verdict) => sentences.filter(([verdict]) => verdict === wanted).length;
  return answerHeadline({
    outcome,
    counts: { checked: sentences.length, supported: of('SUPPORTED'), unsupported: of('UNSUPPORTED') },
    sentences: sentences.map(([verdict, own, ...codes]) => ({ verdict, outcome: own, reasons: reasonsOf(codes) })),
  } as unknown as Pick<AnswerBody, 'outcome' | 'counts'> & { sentences: SentenceBody[] });
}

describe('the headline of an answer', () => {
  it.each([
    ['pass', [['SUPPORTED', 'pass']], 'The sources clearly support every factual statement.'],
    [
      'pass',
      [
        ['SUPPORTED', 'pass'],
        ['UNCERTAIN', 'pass', 'not_stated'],
      ],
      'The sources contradict nothing. Sentences that they do not settle pass, as you chose.',
    ],
    [
      'fail',
      [
        ['UNSUPPORTED', 'fail', 'number_differs'],
        ['UNCERTAIN', 'review', 'conflicting_passages'],
      ],
      'The sources contradict the answer. A number or an amount differs.',
    ],
    [
      'fail',
      [
        ['UNSUPPORTED', 'fail', 'number_differs'],
        ['UNSUPPORTED', 'fail', 'negated'],
      ],
      'The sources contradict the answer.',
    ],
    [
      'fail',
      [['UNCERTAIN', 'fail', 'not_stated']],
      'The sources do not settle all of the answer. It fails, as you chose. No source states this.',
    ],
    [
      'review',
      [['SUPPORTED', 'review', 'quotation_differs']],
      'The sources support the answer, but a quotation in it differs from them. Have a person review it.',
    ],
    [
      'review',
      [['SUPPORTED', 'review', 'words_not_in_source']],
      'The sources probably support the answer, but the confidence is too low to pass. Have a person review it.',
    ],
    ['review', [], 'The answer has no factual statement that a source could support.'],
  ] as const)('of %s with %j', (outcome, sentences, text) => {
    expect(headline(outcome, ...sentences)).toBe(text);
  });
});

it('the headline of a claim has the reason that all its parts share', () => {
  const of = (verdict: Verdict, ...codes: ReasonCode[][]) =>
    claimHeadline({
      verdict,
      detail: { outcome: 'pass', spans: codes.map((own) => ({ reasons: reasonsOf(own) })) },
    } as unknown as VerifyResponse);
  expect(of('SUPPORTED', ['words_not_in_source'])).toBe('The source supports the claim.');
  expect(of('UNCERTAIN', ['not_stated'], ['not_stated', 'conflicting_passages'])).toBe(
    'The source does not settle the claim. No source states this.',
  );
  expect(of('UNSUPPORTED', ['date_differs'], ['negated'])).toBe('The source contradicts the claim.');
  expect(claimHeadline({ verdict: 'UNCERTAIN' } as VerifyResponse)).toBe('The source does not settle the claim.');
});

it('the headline of a supported claim depends on its outcome', () => {
  const of = (outcome: Outcome) =>
    claimHeadline({ verdict: 'SUPPORTED', detail: { outcome } } as unknown as VerifyResponse);
  expect(of('review')).not.toBe(of('pass'));
});
