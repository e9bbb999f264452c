import { expect, it } from 'vitest';
import {
  closestOf,
  decidingOpposition,
  decidingSupport,
  oppositionOf,
  supportOf,
} from '../../src/verify/choose-deciding.ts';
import type { ScoredHypothesis } from '../../src/verify/score-premises.ts';
import { scores } from '../support/fake-encoder.ts';
import { premise } from './support/examined-span.ts';

const NOTHING: ScoredHypothesis = {
  sentences: [],
  windows: [],
  digest: undefined,
  sourceCoverage: 1,
  sourceSentences: 9,
  evidence: [],
};
const of = (given: Partial<ScoredHypothesis>): ScoredHypothesis => ({ ...NOTHING, ...given });

it('a premise speaks for or against a span by log-odds and two for all words in common', () => {
  const { entailment, contradiction } = scores('entailment', 0.9);
  expect(supportOf(premise(scores('entailment', 0.9), 0.5))).toBeCloseTo(
    Math.log(entailment / (1 - entailment)) + 1,
    9,
  );
  const against = Math.log(contradiction / (1 - contradiction));
  expect(oppositionOf(premise(scores('entailment', 0.9), 0.5))).toBeCloseTo(against + 1, 9);
  expect(supportOf(premise(scores('entailment', 1), 0))).toBe(supportOf(premise(scores('entailment', 0.999), 0)));
});

it('the deciding premise is the highest of sentences, windows and digest', () => {
  const weak = premise(scores('neutral'), 0.2, [0]);
  const [window, digest] = [premise(scores('entailment'), 0.5, [0, 1]), premise(scores('contradiction'), 0.5, [0, 2])];
  const scored = of({ sentences: [weak], windows: [window], digest });
  expect(decidingSupport(scored)).toBe(window);
  expect(decidingOpposition(scored)).toBe(digest);
});

it('words in common outweigh a little more entailment by text about something else', () => {
  const [elsewhere, there] = [premise(scores('entailment', 0.9), 0, [0]), premise(scores('entailment', 0.8), 1, [1])];
  expect(decidingSupport(of({ sentences: [elsewhere, there] }))).toBe(there);
});

it('a single sentence decides before a window that says no more, and the earlier of equals', () => {
  const [first, second] = [premise(scores('entailment'), 1, [0]), premise(scores('entailment'), 1, [1])];
  const wide = premise(scores('entailment'), 1, [0, 1]);
  expect(decidingSupport(of({ sentences: [first, second], windows: [wide] }))).toBe(first);
});

it('the closest is the single sentence with most words in common, the more entailing among equals', () => {
  const near = premise(scores('neutral'), 0.7, [0]);
  const entailing = premise(scores('entailment'), 0.7, [1]);
  const far = premise(scores('entailment'), 0.6, [2]);
  const wide = premise(scores('entailment'), 1, [0, 1]);
  expect(closestOf(of({ sentences: [near, entailing, far], windows: [wide] }))).toBe(entailing);
});
