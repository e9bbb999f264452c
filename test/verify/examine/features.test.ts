import { describe, expect, it } from 'vitest';
import { closestOf, decidingSentence, FEATURES, featuresOf } from '../../../src/verify/examine/features.ts';
import { logOdds } from '../../../src/verify/score/scoring.ts';
import { scores } from '../../support/fake-encoder.ts';
import { documentReads, premise } from '../support/examined-span.ts';

const PASSAGE = premise({ entailment: 0.6, neutral: 0.3, contradiction: 0.1 }, 0.9, [0, 1, 2]);
const BEST = premise({ entailment: 0.2, neutral: 0.7, contradiction: 0.1 }, 0.8, [0]);
const ENTAILING = premise({ entailment: 0.7, neutral: 0.2, contradiction: 0.1 }, 0.3, [1]);
const OPPOSING = premise({ entailment: 0.05, neutral: 0.15, contradiction: 0.8 }, 0.5, [2]);
const READS = documentReads(PASSAGE, BEST, ENTAILING, OPPOSING);
const WORDS = { matchingFacts: 2, conflictingFacts: 1, absentNames: 0 };

describe('the features of a document', () => {
  it('have the values that their names say', () => {
    expect(featuresOf(READS, WORDS)).toEqual({
      passage_entailment: logOdds(0.6),
      passage_neutral: logOdds(0.3),
      passage_contradiction: logOdds(0.1),
      sentence_entailment: logOdds(0.7),
      sentence_contradiction: logOdds(0.8),
      facts_matching: 2,
      facts_conflicting: 1,
      names_absent: 0,
    });
  });

  it('are all there, in the order of the calibration file', () => {
    expect(Object.keys(featuresOf(READS, WORDS))).toEqual([...FEATURES]);
  });

  it('count facts and names up to three', () => {
    const many = { matchingFacts: 4, conflictingFacts: 9, absentNames: 3 };
    expect(featuresOf(READS, many)).toMatchObject({ facts_matching: 3, facts_conflicting: 3, names_absent: 3 });
  });

  it('are bounded where the model is certain', () => {
    const certain = premise({ entailment: 1, neutral: 0, contradiction: 0 });
    const { passage_entailment, passage_neutral } = featuresOf(documentReads(certain, certain), WORDS);
    expect(passage_entailment).toBeCloseTo(6.9, 1);
    expect(passage_neutral).toBeCloseTo(-6.9, 1);
  });
});

describe('the deciding sentence', () => {
  it('is the strongest single sentence where it carries the side alone, with its own scores', () => {
    expect(decidingSentence(READS, 'entailment')).toEqual({ ...ENTAILING, inContext: false });
    expect(decidingSentence(READS, 'contradiction')).toEqual({ ...OPPOSING, inContext: false });
  });

  it('is otherwise the best-ranked sentence with the scores of the passage', () => {
    const weak = premise(scores('entailment', 0.49), 0.3, [1]);
    const reads = documentReads(PASSAGE, BEST, weak);
    expect(decidingSentence(reads, 'entailment')).toEqual({ ...BEST, scores: PASSAGE.scores, inContext: true });
    expect(decidingSentence(reads, 'contradiction')).toEqual({ ...BEST, scores: PASSAGE.scores, inContext: true });
    const strong = { ...weak, scores: scores('entailment', 0.5) };
    expect(decidingSentence(documentReads(PASSAGE, BEST, strong), 'entailment')).toEqual({
      ...strong,
      inContext: false,
    });
  });

  it('of a document of one sentence is that sentence, never in context', () => {
    expect(decidingSentence(documentReads(BEST, BEST), 'entailment')).toEqual({ ...BEST, inContext: false });
  });
});

it('the closest is the sentence with most words in common, the more entailing among equals', () => {
  const near = premise(scores('neutral'), 0.7, [0]);
  const entailing = premise(scores('entailment'), 0.7, [1]);
  const far = premise(scores('entailment', 1), 0.69, [2]);
  expect(closestOf([near, far])).toBe(near);
  expect(closestOf([near, entailing, far])).toBe(entailing);
});
