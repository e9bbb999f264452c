import { expect, it } from 'vitest';
import { fitAnswerMinConfidence } from '../../../scripts/refit/fit-answers.ts';
import type { AnswerRow, SentenceRow } from '../../../scripts/refit/rows.ts';

function answer(label: SentenceRow['label'], confidence: number): AnswerRow {
  return {
    id: `${label} ${confidence}`,
    outcome: 'review',
    sentences: [{ label, verdict: 'SUPPORTED', confidence, passes: false }],
  };
}

function answers({ right, wrong }: Record<'right' | 'wrong', readonly number[]>): AnswerRow[] {
  return [
    ...right.map((confidence) => answer('SUPPORTED', confidence)),
    ...wrong.map((confidence) => answer('UNSUPPORTED', confidence)),
  ];
}

it('is the greatest confidence that lets right answers pass and no wrong one', () => {
  const rows = answers({ right: [0.62, 0.7, 0.9], wrong: [0.3, 0.55] });
  expect(fitAnswerMinConfidence(rows)).toBe(0.62);
});

it('lets a wrong answer pass only for three times the share of right ones', () => {
  const one = answers({ right: [0.5, 0.5, 0.8], wrong: [0.6, 0.1, 0.1] });
  expect(fitAnswerMinConfidence(one)).toBe(0.8);
  const another = answers({ right: [0.5, 0.5, 0.8], wrong: [0.6, 0.1, 0.1, 0.1, 0.1] });
  expect(fitAnswerMinConfidence(another)).toBe(0.5);
});

it('is never below even odds', () => {
  expect(fitAnswerMinConfidence(answers({ right: [0.42, 0.44], wrong: [0.3] }))).toBe(1);
  expect(fitAnswerMinConfidence(answers({ right: [0.42, 0.5], wrong: [0.3] }))).toBe(0.5);
});
