import { expect, it } from 'vitest';
import { toClaimDetail, toClaimResult } from '../src/claim-bodies.ts';
import type { Verdict } from '../src/contract/verify.ts';
import type { ReasonCode } from '../src/contract/words.ts';
import { FAKE_INFO, fakeVerification } from './support/fake-verifier.ts';

const INFO = { ...FAKE_INFO, minConfidence: { value: 0.7, answers: 0.6, from: 'calibration' } } as const;
const decided = (verdict: Verdict, confidence: number, codes: readonly (readonly ReasonCode[])[] = []) => {
  const reasonsOf = (one: readonly ReasonCode[]) => one.map((code) => ({ code, expected: null, found: null }));
  const spans = codes.map((one) => ({ claim: { start: 0, end: 4 }, source: null, reasons: reasonsOf(one) }));
  return { ...fakeVerification({ claim: 'Bees', source: 'Bees' }), verdict, confidence, spans };
};

it.each([
  ['SUPPORTED', 0.7, 'pass'],
  ['SUPPORTED', 0.69, 'review'],
  ['UNCERTAIN', 0.99, 'review'],
  ['UNSUPPORTED', 0.34, 'fail'],
] as const)('a claim that is %s with confidence %s has the outcome %s in rows and in detail', (...of) => {
  const [verdict, confidence, outcome] = of;
  expect(toClaimResult(decided(verdict, confidence), INFO).outcome).toBe(outcome);
  expect(toClaimDetail(decided(verdict, confidence), INFO).outcome).toBe(outcome);
});

it('names each reason code once, in the order of the parts of the claim', () => {
  const verification = decided('UNSUPPORTED', 0.9, [
    ['negated', 'number_differs'],
    [],
    ['number_differs', 'not_stated'],
  ]);
  const codes = ['negated', 'number_differs', 'not_stated'];
  expect(toClaimResult(verification, INFO).reason_codes).toEqual(codes);
  expect(toClaimDetail(verification, INFO).reason_codes).toEqual(codes);
});

it('gives a row the four fields first', () => {
  expect(Object.keys(toClaimResult(decided('SUPPORTED', 0.9), INFO))).toEqual([
    ...['verdict', 'confidence', 'reasoning', 'audit_trail'],
    ...['outcome', 'reason_codes'],
  ]);
});
