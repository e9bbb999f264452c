import { describe, expect, it } from 'vitest';
import type { Outcome, Verdict } from '../../../src/contract/verify.ts';
import { QUOTATIONS } from '../../../src/contract/words.ts';
import { CITATION_STATUSES, QUOTATION_STATUSES, REASON_CODES } from '../../../src/index.ts';
import { CITATIONS, claimWords, matchWords, reasoningSteps, reasonText } from '../../../src/web/try/words.ts';

const inWords = (code: string) => code.replaceAll('_', ' ');

describe('the words of the answer mode', () => {
  it('have a sentence for every code of the service', () => {
    const reasons = REASON_CODES.map(reasonText);
    const citations = CITATION_STATUSES.map((status) => CITATIONS[status].meaning);
    const quotations = QUOTATION_STATUSES.map((status) => QUOTATIONS[status]);
    const texts = [...reasons, ...citations, ...quotations];
    expect(texts.filter((text) => !/^.+ .+\.$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    const codes = [...REASON_CODES, ...CITATION_STATUSES, ...QUOTATION_STATUSES].map(inWords);
    expect(texts.filter((text) => codes.includes(text.slice(0, -1).toLowerCase()))).toEqual([]);
  });
});

describe('the words of the claim mode', () => {
  it('show the steps of the reasoning without scores and names of the API, and change no quoted text', () => {
    const reasoning = [
      '1. "A" is contradicted: it differs. Quoted: "call f (), 2." (entailment 0.01, neutral 0.01, contradiction 0.98)',
      '2. "B" is supported. Quoted: "b" (read with the sentences around it: entailment 0.90, neutral 0.05, contradiction 0.05)',
      '3. The source does not settle it: UNCERTAIN, confidence 0.41.',
    ].join('\n');
    expect(reasoningSteps({ reasoning })).toEqual([
      '"A" is contradicted: it differs. Quoted: "call f (), 2."',
      '"B" is supported. Quoted: "b" (read with the sentences around it)',
      'The source does not settle it.',
    ]);
  });

  it.each([
    ['SUPPORTED', 'pass', 'for'],
    ['SUPPORTED', 'review', 'open'],
    ['UNSUPPORTED', 'fail', 'against'],
    ['UNCERTAIN', 'review', 'open'],
  ] as const)('give %s with the outcome %s the tone %s', (verdict: Verdict, outcome: Outcome, tone) => {
    const response = { verdict, detail: { outcome } } as Parameters<typeof claimWords>[0];
    expect(claimWords(response).tone).toBe(tone);
  });

  it('name a calculation, whatever the models read at its places', () => {
    const kinds = ['paraphrase_match', 'contradiction', 'insufficient_evidence'] as const;
    expect(kinds.map((kind) => matchWords(kind, true).label)).toEqual([
      'calculated',
      'calculated value differs',
      matchWords('insufficient_evidence').label,
    ]);
  });
});
