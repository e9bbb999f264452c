import { describe, expect, it } from 'vitest';
import { answerGroups, disagreeingGroup } from '../../../scripts/refit/answer-figures.ts';
import { answerRow } from '../../../scripts/refit/measure-answers.ts';
import type { AnswerRow, DisagreeingRow, SentenceRow } from '../../../scripts/refit/rows.ts';

const options = { minConfidence: 0.7, resamples: 10 };

function sentence(label: SentenceRow['label'], verdict: SentenceRow['verdict'], passes = false): SentenceRow {
  return { label, verdict, confidence: 0.8, passes };
}

const ANSWERS: AnswerRow[] = [
  { id: 'rag-01', outcome: 'pass', sentences: [sentence('SUPPORTED', 'SUPPORTED', true)] },
  { id: 'rag-02', outcome: 'review', sentences: [sentence('SUPPORTED', 'SUPPORTED')] },
  { id: 'rag-03', outcome: 'pass', sentences: [sentence('UNCERTAIN', 'SUPPORTED', true)] },
  {
    id: 'rag-04',
    outcome: 'fail',
    sentences: [sentence('SUPPORTED', 'UNSUPPORTED'), sentence('UNSUPPORTED', 'UNSUPPORTED')],
  },
];

describe('answerGroups', () => {
  it('counts sentences and whole answers, of all and of the reporting half', () => {
    const groups = answerGroups('rag', ANSWERS, options);
    expect(groups['rag/all']).toMatchObject({
      rows: 4,
      figures: {
        sentencesRight: { value: 0.6 },
        trueUnsupported: { value: 0.333333 },
        falsePass: { value: 0.5 },
        rightPass: { value: 0.5 },
        rightAnswersPass: { count: 1, of: 2 },
        wrongAnswersPass: { count: 1, of: 2 },
      },
    });
    expect(groups.rag).toMatchObject({ rows: 1, figures: { sentencesRight: { value: 0.5 } } });
  });
});

describe('answerRow', () => {
  const found = (text: string, verdict: 'SUPPORTED' | null) => ({
    ...{ text, verdict, confidence: verdict && 0.91239 },
    outcome: verdict && ('pass' as const),
  });

  it('finds labeled sentences by their text, however the answer was cut, and leaves out those to skip', () => {
    const labelled = [
      { text: 'Here you are:', label: 'SKIP' },
      { text: 'It is open', label: 'SUPPORTED' },
    ];
    const body = {
      outcome: 'pass' as const,
      sentences: [found('Here you are:', null), found('It is open.\n', 'SUPPORTED')],
    };
    expect(answerRow({ id: 'a', sentences: labelled }, body)).toEqual({
      id: 'a',
      outcome: 'pass',
      sentences: [{ label: 'SUPPORTED', verdict: 'SUPPORTED', confidence: 0.9124, passes: true }],
    });
  });

  it('refuses a labeled sentence without a verdict', () => {
    const sentences = [{ text: 'It is open.', label: 'SUPPORTED' }];
    const body = { outcome: 'review' as const, sentences: [found('It is open.', null)] };
    expect(() => answerRow({ id: 'a', sentences }, body)).toThrow('answer a');
  });
});

describe('disagreeingGroup', () => {
  it('counts reported disagreements and pairs about other subjects', () => {
    const of = (label: DisagreeingRow['label'], verdict: DisagreeingRow['verdict'], reported: boolean) => ({
      ...{ id: 'd', label, verdict, reported },
      confidence: 0.5,
    });
    const rows = [
      of('disagree', 'UNCERTAIN', true),
      of('disagree', 'SUPPORTED', false),
      of('other_subject', 'SUPPORTED', false),
    ];
    expect(disagreeingGroup(rows).figures).toEqual({
      reported: { count: 1, of: 2 },
      disagreeingSupported: { count: 1, of: 2 },
      othersSupported: { count: 1, of: 1 },
    });
  });
});
