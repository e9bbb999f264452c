import { expect, it } from 'vitest';
import {
  closestOf,
  contradictionScore,
  strongestOpposition,
  strongestSupport,
  supportScore,
} from '../../../src/verify/examine/features.ts';
import type { ScoredPremise } from '../../../src/verify/read/premises.ts';
import { scores } from '../../support/fake-encoder.ts';
import { premise } from '../support/examined-span.ts';

const of = (...premises: ScoredPremise[]) => premises;

it('a premise speaks for or against a span by log-odds and two for all words in common', () => {
  const { entailment, contradiction } = scores('entailment', 0.9);
  expect(supportScore(premise(scores('entailment', 0.9), 0.5))).toBeCloseTo(
    Math.log(entailment / (1 - entailment)) + 1,
    9,
  );
  const against = Math.log(contradiction / (1 - contradiction));
  expect(contradictionScore(premise(scores('entailment', 0.9), 0.5))).toBeCloseTo(against + 1, 9);
  expect(supportScore(premise(scores('entailment', 1), 0))).toBe(supportScore(premise(scores('entailment', 0.999), 0)));
});

it('the deciding premise is the highest of all kinds', () => {
  const weak = premise(scores('neutral'), 0.2, [0]);
  const window = premise(scores('entailment'), 0.5, [0, 1]);
  const top: ScoredPremise = { ...premise(scores('contradiction'), 0.5, [0, 2]), kind: 'top_sentences' };
  const scored = of(weak, window, top);
  expect(strongestSupport(scored)).toBe(window);
  expect(strongestOpposition(scored)).toBe(top);
});

it('words in common outweigh a little more entailment by text about something else', () => {
  const [elsewhere, there] = [premise(scores('entailment', 0.9), 0, [0]), premise(scores('entailment', 0.8), 1, [1])];
  expect(strongestSupport(of(elsewhere, there))).toBe(there);
});

it('a single sentence decides before a window that says no more, and the earlier of equals', () => {
  const [first, second] = [premise(scores('entailment'), 1, [0]), premise(scores('entailment'), 1, [1])];
  const wide = premise(scores('entailment'), 1, [0, 1]);
  expect(strongestSupport(of(first, second, wide))).toBe(first);
});

it('the closest is the single sentence with most words in common, the more entailing among equals', () => {
  const near = premise(scores('neutral'), 0.7, [0]);
  const entailing = premise(scores('entailment'), 0.7, [1]);
  const far = premise(scores('entailment'), 0.6, [2]);
  const wide = premise(scores('entailment'), 1, [0, 1]);
  expect(closestOf(of(near, entailing, far, wide))).toBe(entailing);
});
