import { describe, expect, it } from 'vitest';
import type { QuotationBody, ReasonBody, SentenceBody } from '../../../src/contract/answer.ts';
import { differingWords, expectedPlaces } from '../../../src/web/try/sentence-places.ts';

const ANSWER = '😀 First. He said "a big dog and a big cat" to 63 people.';
const place = (words: string, from = 0) => {
  const start = ANSWER.indexOf(words, from);
  return { start, end: start + words.length, text: words };
};
const SENTENCE = place('He said "a big dog and a big cat" to 63 people.');

function wordsOf(
  reasons: readonly ReasonBody[],
  quotations: readonly QuotationBody[] = [],
  outcome: SentenceBody['outcome'] = 'review',
): string[] {
  const rest = {
    check_required: true,
    verdict: 'UNCERTAIN',
    confidence: 0.5,
    evidence: [],
    citation: null,
  } as const;
  const sentence: SentenceBody = { ...SENTENCE, ...rest, outcome, reasons, quotations };
  return differingWords(sentence).map(({ start, end }) => ANSWER.slice(start, end));
}

const reason = (code: ReasonBody['code'], found: ReasonBody['found']): ReasonBody => ({ code, expected: null, found });

describe('differingWords', () => {
  it('are what the reasons found, by offsets in UTF-16 units', () => {
    expect(wordsOf([reason('number_differs', place('63')), reason('not_stated', null)])).toEqual(['63']);
  });

  it('are not the whole sentence, words elsewhere or a statement that a source does not assert', () => {
    expect(wordsOf([reason('contradicted', SENTENCE), reason('name_differs', place('First'))])).toEqual([]);
    expect(wordsOf([reason('not_asserted', place('He said'))])).toEqual([]);
    expect(wordsOf([reason('quotation_differs', place('He said'))])).toEqual([]);
  });

  it('are not words missing in the sources if the sentence passes', () => {
    const nowhere = [reason('words_not_in_source', place('63'))];
    expect(wordsOf(nowhere)).toEqual(['63']);
    expect(wordsOf(nowhere, [], 'pass')).toEqual([]);
  });

  it('are the differing words of an altered quotation, each at its place', () => {
    const quotation = (differences: QuotationBody['differences']): QuotationBody => ({
      ...place('a big dog and a big cat'),
      status: 'altered',
      places: [],
      differences,
    });
    const differences = [
      { expected: 'small', found: 'big dog' },
      { expected: 'lost', found: '' },
      { expected: 'old', found: 'big' },
    ];
    const quotations = [quotation(differences)];
    expect(wordsOf([], quotations)).toEqual(['big dog', 'big']);
    const second = differingWords({ ...SENTENCE, reasons: [], quotations } as unknown as SentenceBody)[1];
    expect(second?.start).toBe(ANSWER.lastIndexOf('big'));
  });

  it('are alone where the other text has nothing in their place, on either side', () => {
    const text = 'He said "a small dog, never a cat"';
    const altered: QuotationBody = {
      ...place('a big dog and a big cat'),
      status: 'altered',
      places: [{ source_id: 's', start: 9, end: 33, text: text.slice(9, 33) }],
      differences: [
        { expected: 'small', found: 'big' },
        { expected: 'never', found: '' },
        { expected: '', found: 'and' },
      ],
    };
    const rest = { check_required: true, verdict: 'UNCERTAIN', confidence: 0.5, evidence: [], citation: null } as const;
    const reasons = [reason('words_not_in_source', place('63'))];
    const sentence: SentenceBody = { ...SENTENCE, ...rest, outcome: 'review', reasons, quotations: [altered] };
    const found = differingWords(sentence).map(({ start, end, isAlone }) => [ANSWER.slice(start, end), isAlone]);
    expect(found).toEqual([
      ['63', true],
      ['big', false],
      ['and', true],
    ]);
    const expected = expectedPlaces(sentence).map(({ start, end, isAlone }) => [text.slice(start, end), isAlone]);
    expect(expected).toEqual([
      ['small', false],
      ['never', true],
    ]);
  });
});
