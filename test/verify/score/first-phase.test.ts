import { describe, expect, it } from 'vitest';
import { singleSentences } from '../../../src/verify/read/premises.ts';
import { sentencesPerSpan } from '../../../src/verify/score/scoring.ts';
import { byWords, type FakeEncoder, fakeEncoder, type ReadPair, scores } from '../../support/fake-encoder.ts';
import { scoreClaim } from '../support/score-claim.ts';

describe('sentences a span', () => {
  const limits = { candidates: 6, maxVerdictPairs: 45, windowSentences: 3 };

  it('are the candidates until their pairs, with windows and top sentences, are more than a request may have', () => {
    expect([1, 5, 6, 7].map((spans) => sentencesPerSpan(spans, limits))).toEqual([6, 6, 4, 3]);
  });

  it('are never fewer than two', () => {
    expect([9, 20, 500].map((spans) => sentencesPerSpan(spans, limits))).toEqual([2, 2, 2]);
    expect(sentencesPerSpan(1, { ...limits, maxVerdictPairs: 1 })).toBe(2);
  });

  it('are all where no number of candidates is set', () => {
    expect(sentencesPerSpan(3, { ...limits, candidates: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});

const CLAIM = 'Hi! The red mill closed. Ada sold the blue land.';
const SENTENCES = [
  'Rain fell on the hills.',
  'The red mill closed in June.',
  'Snow fell.',
  'The mill never closed.',
  'Hail fell.',
  'Ada sold the blue land.',
  'Sun shone on the land.',
  'Ada lost the land.',
];
const INPUT = { claim: CLAIM, source: SENTENCES.join(' ') };
const pairsOf = ({ asked }: FakeEncoder, phase: string) =>
  asked.filter((pair) => pair.phase === phase).map(({ premise, hypothesis }) => `${premise} / ${hypothesis}`);

describe('the first phase', () => {
  it('asks the evidence model of every asserting span and every sentence: nothing stays unread', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { scored, pairs } = await scoreClaim(INPUT, encoder, { candidates: 3 });
    const asserting = ['the red mill closed .', 'ada sold the blue land .'];
    const expected = asserting.flatMap((hypothesis) =>
      SENTENCES.map((sentence) => `${sentence.toLowerCase().replace('.', ' .')} / ${hypothesis}`),
    );
    expect(pairsOf(encoder, 'evidence').sort()).toEqual(expected.sort());
    expect(pairs.evidence).toBe(16);
    expect(scored.map(({ evidence }) => evidence.length)).toEqual([8, 8]);
  });

  it("keeps what the evidence model read, in the source's order", async () => {
    const read: ReadPair = (premise, hypothesis) =>
      scores('entailment', premise.startsWith('hail') ? 0.9 : hypothesis.startsWith('ada') ? 0.3 : 0.4);
    const { scored } = await scoreClaim(INPUT, fakeEncoder({ evidence: read }), { candidates: 3 });
    const entailments = scored.map(({ evidence }) => evidence.map((one) => one.scores.entailment));
    expect(entailments).toEqual([
      [0.4, 0.4, 0.4, 0.4, 0.9, 0.4, 0.4, 0.4],
      [0.3, 0.3, 0.3, 0.3, 0.9, 0.3, 0.3, 0.3],
    ]);
  });

  it('is skipped when there are no more sentences than candidates', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { scored, pairs } = await scoreClaim(INPUT, encoder, { candidates: SENTENCES.length });
    expect(pairsOf(encoder, 'evidence')).toEqual([]);
    expect(pairs).toMatchObject({ evidence: 0, cut: 0 });
    expect(singleSentences(scored[0]!.premises).map(({ sentences }) => sentences[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const oneMore = fakeEncoder({ evidence: byWords });
    await scoreClaim(INPUT, oneMore, { candidates: SENTENCES.length - 1 });
    expect(pairsOf(oneMore, 'evidence')).toHaveLength(16);
  });

  it('is skipped when there is no evidence model, or all pairs are asked for', async () => {
    const alone = fakeEncoder();
    const { scored, pairs } = await scoreClaim(INPUT, alone, { candidates: 3 });
    expect(scored.map((one) => singleSentences(one.premises).length)).toEqual([8, 8]);
    const both = fakeEncoder({ evidence: byWords });
    expect((await scoreClaim(INPUT, both, { candidates: 0 })).pairs).toEqual(pairs);
    expect(pairsOf(both, 'evidence')).toEqual([]);
  });

  it('shares the pairs of a request among its spans and counts the candidates that were cut', async () => {
    const claim = 'The red mill closed. Ada sold the blue land. Rain fell. Hail fell.';
    const shared = await scoreClaim({ ...INPUT, claim }, fakeEncoder({ evidence: byWords }), {
      candidates: 6,
      maxVerdictPairs: 24,
    });
    expect(shared.scored.map((one) => singleSentences(one.premises).length)).toEqual([3, 3, 3, 3]);
    expect(shared.pairs.cut).toBe(4 * 3);
    expect(shared.pairs.verdict).toBeLessThanOrEqual(24);
    const ample = await scoreClaim({ ...INPUT, claim }, fakeEncoder({ evidence: byWords }), { candidates: 6 });
    expect(ample.scored.map((one) => singleSentences(one.premises).length)).toEqual([6, 6, 6, 6]);
    expect(ample.pairs.cut).toBe(0);
  });

  it('counts as cut no more than the source has', async () => {
    const { scored, pairs } = await scoreClaim(INPUT, fakeEncoder({ evidence: byWords }), {
      candidates: 50,
      maxVerdictPairs: 1,
    });
    expect(scored.map((one) => singleSentences(one.premises).length)).toEqual([2, 2]);
    expect(pairs.cut).toBe(2 * 6);
  });
});
