import { describe, expect, it } from 'vitest';
import type { NliScores } from '../../../src/nli/types.ts';
import { chooseCandidates } from '../../../src/verify/score/score-span.ts';
import { scores } from '../../support/fake-encoder.ts';
import { premise } from '../support/examined-span.ts';

const neutral = scores('neutral');

/** Which of the sentences with these scores and coverages are chosen. */
function chosen(read: readonly NliScores[], coverage: readonly number[], count: number): number[] {
  const sentences = read.map((one, i) => premise(one, coverage[i], [i]));
  return chooseCandidates(sentences, count).map((sentence) => sentence.sentences[0]!);
}

describe('the candidates of a span', () => {
  it('are the best by entailment, by contradiction of its words, and by words in common, in turn', () => {
    const read: NliScores[] = [neutral, neutral, scores('entailment'), neutral, scores('contradiction'), neutral];
    const coverage = [0, 0, 0.1, 0, 0.2, 0.3];
    expect(chosen(read, coverage, 1)).toEqual([2]);
    expect(chosen(read, coverage, 2)).toEqual([2, 4]);
    expect(chosen(read, coverage, 3)).toEqual([2, 4, 5]);
  });

  it('are chosen by words in common before entailment by text about something else', () => {
    expect(chosen([scores('entailment', 0.9), neutral], [0, 0.5], 1)).toEqual([1]);
    expect(chosen([scores('entailment', 0.9), neutral], [0, 0.4], 1)).toEqual([0]);
  });

  it('do not lose what contradicts the span to many that repeat its words', () => {
    const read = Array.from({ length: 20 }, (_, i) => (i === 15 ? scores('contradiction') : neutral));
    const coverage = read.map((_, i) => (i === 15 ? 0.5 : 0.9));
    expect(chosen(read, coverage, 3)).toContain(15);
  });

  it('do not lose what entails the span in other words', () => {
    const read = Array.from({ length: 20 }, (_, i) => (i === 15 ? scores('entailment', 0.99) : neutral));
    const coverage = read.map((_, i) => (i < 2 ? 0.2 : 0));
    expect(chosen(read, coverage, 3)).toContain(15);
  });

  it('are not chosen for a contradiction that shares no word', () => {
    const read = Array.from({ length: 9 }, (_, i) => (i === 7 ? scores('contradiction') : neutral));
    expect(chosen(read, [0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0, 0.1], 3)).not.toContain(7);
  });

  it('are the first of the source where all are equal, and never more than there are', () => {
    const equal = [neutral, neutral, neutral, neutral, neutral];
    expect(chosen(equal, [0.5, 0.5, 0.5, 0.5, 0.5], 3)).toEqual([0, 1, 2]);
    expect(chosen(equal, [0, 0, 0, 0, 0], 9)).toEqual([0, 1, 2, 3, 4]);
    expect(chosen([], [], 3)).toEqual([]);
  });

  it('are as many as asked, none twice, where one sentence is first in every ranking', () => {
    const read = [scores('entailment', 0.5), neutral, neutral, neutral];
    expect(chosen(read, [0.9, 0, 0, 0.2], 3)).toEqual([0, 1, 3]);
  });
});
