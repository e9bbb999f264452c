import { describe, expect, it } from 'vitest';
import type { CrossEncoder } from '../../../src/nli/types.ts';
import { expectedCostMs } from '../../../src/verify/score/highest-cost.ts';
import { byWords, fakeEncoder, verifierOn } from '../../support/fake-encoder.ts';

const sentence = 'The trust that owns the old mill sold most of its land to the town in June, and has kept the rest.';
const sourceOf = (times: number) =>
  Array.from({ length: times }, (_, i) => `${sentence.slice(0, -1)}, plot ${i} apart.`).join(' ');

/** What a request announced when it was admitted, over what its pairs cost. */
async function announcedOverSpent(claim: string, source: string, options: { evidence: boolean }) {
  const encoder = fakeEncoder(options.evidence ? { evidence: byWords } : {});
  let announced = 0;
  const listening: CrossEncoder = {
    ...encoder,
    admit: (costMs, signal) => {
      announced = costMs;
      return encoder.admit(costMs, signal);
    },
  };
  await verifierOn(listening).verify({ claim, source });
  const spent = encoder.asked.map(({ phase, premise, hypothesis }) => {
    const model = encoder[phase]!;
    return (`${premise} ${hypothesis}`.split(' ').length + model.overheadTokens) * model.msPerToken;
  });
  return announced / spent.reduce((sum, ms) => sum + ms, 0);
}

describe('a request announces about the model time that its pairs cost', () => {
  it.each([
    ['a sentence', sentence, sourceOf(1)],
    ['a page', `${sentence} ${sentence}`, sourceOf(60)],
    ['a long claim', sourceOf(4), sourceOf(80)],
    ['a thousand tiny sentences', sentence, 'It sold land. '.repeat(700)],
    ['Chinese', '工厂在六月关闭。', '工厂在六月关闭。没有人受伤。'.repeat(40)],
  ])('%s', async (_, claim, source) => {
    for (const evidence of [true, false]) {
      const ratio = await announcedOverSpent(claim, source, { evidence });
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    }
  });
});

describe('the expected cost', () => {
  const both = fakeEncoder({ evidence: byWords });
  const costOf = (claim: string, source: string, encoder = both) =>
    expectedCostMs({ claim, sources: [source] }, encoder);

  it('is finite without sources, as of a sentence of a draft that is not checked', () => {
    expect(Number.isFinite(expectedCostMs({ claim: sentence, sources: [] }, both))).toBe(true);
  });

  it('grows with the sentences of the source and of the claim', () => {
    const costs = [1, 2, 5, 50, 200].map((times) => costOf(sentence, sourceOf(times)));
    expect(costs.toSorted((a, b) => a - b)).toEqual(costs);
    expect(costOf(`${sentence} ${sentence}`, sourceOf(50))).toBe(2 * costOf(sentence, sourceOf(50)));
  });

  it('of a source with more sentences than are ranked is no more', () => {
    expect(costOf(sentence, sourceOf(6))).toBeLessThan(0.9 * costOf(sentence, sourceOf(24)));
    expect(costOf(sentence, sourceOf(300)) / costOf(sentence, sourceOf(100))).toBeCloseTo(1, 1);
  });

  it('counts two sentences of each of two more sources', () => {
    const claimOn = (sources: number) =>
      expectedCostMs({ claim: sentence, sources: Array<string>(sources).fill(sourceOf(30)) }, both);
    const [one, two, three, four] = [1, 2, 3, 4].map(claimOn);
    expect(two! - one!).toBeGreaterThan(0);
    expect(three! - two!).toBeCloseTo(two! - one!, 6);
    expect(four).toBeCloseTo(three!, 6);
  });

  it('counts no ranking where all sentences of a short source are read', () => {
    expect(costOf(sentence, sourceOf(2))).toBe(costOf(sentence, sourceOf(2), fakeEncoder()));
    expect(costOf(sentence, sourceOf(3))).toBeLessThan(costOf(sentence, sourceOf(3), fakeEncoder()));
  });

  it('of texts without a stop is that of one pair', () => {
    const cost = costOf('x'.repeat(5), 'y'.repeat(5));
    expect(cost).toBe((1 + 1 + both.verdict.overheadTokens) * both.verdict.msPerToken);
  });
});
