import { describe, expect, it } from 'vitest';
import { CITATION_STATUSES, QUOTATION_STATUSES, REASON_CODES } from '../../../src/index.ts';
import { citationWords, quotationText, reasonText } from '../../../src/web/try/words.ts';

const inWords = (code: string) => code.replaceAll('_', ' ');

describe('the words of the answer mode', () => {
  it('have a sentence of their own for every code of the service', () => {
    const reasons = REASON_CODES.map(reasonText);
    const citations = CITATION_STATUSES.map((status) => citationWords({ status }).meaning);
    const quotations = QUOTATION_STATUSES.map((status) => quotationText({ status }));
    const texts = [...reasons, ...citations, ...quotations];
    expect(texts.filter((text) => !/^.+ .+\.$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    const codes = [...REASON_CODES, ...CITATION_STATUSES, ...QUOTATION_STATUSES].map(inWords);
    expect(texts.filter((text) => codes.includes(text.slice(0, -1).toLowerCase()))).toEqual([]);
  });
});
