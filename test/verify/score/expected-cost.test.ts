import { describe, expect, it } from 'vitest';
import type { CrossEncoder } from '../../../src/nli/types.ts';
import { expectedCostMs } from '../../../src/verify/score/highest-cost.ts';
import { ALL_PAIRS, byWords, fakeEncoder, verifierOn } from '../../support/fake-encoder.ts';

const sentence = 'The trust that owns the old mill sold most of its land to the town in June, and has kept the rest.';
const sourceOf = (times: number) =>
  Array.from({ length: times }, (_, i) => `${sentence.slice(0, -1)}, plot ${i} apart.`).join(' ');
const LIMITS = { candidates: 6, maxVerdictPairs: 60, windowSentences: 3 };

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
  const limits = options.evidence ? LIMITS : ALL_PAIRS;
  await verifierOn(listening, { limits }).verify({ claim, source });
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
    ['a thousand tiny sentences', sentence, 'I am. '.repeat(1_000)],
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
  const input = { claim: sentence, source: sourceOf(50) };
  const both = fakeEncoder({ evidence: byWords });

  it('grows with the candidates, up to that of all pairs', () => {
    const costs = [2, 6, 20, 0].map((candidates) =>
      expectedCostMs(input, both, { ...LIMITS, candidates, maxVerdictPairs: 1_000 }),
    );
    expect(costs.toSorted((a, b) => a - b)).toEqual(costs);
    expect(costs[3]).toBe(expectedCostMs(input, fakeEncoder(), ALL_PAIRS));
  });

  it('counts no more candidates than a span of a long claim may have', () => {
    const long = { ...input, claim: sourceOf(12) };
    const ample = { ...LIMITS, maxVerdictPairs: 1_000 };
    expect(expectedCostMs(long, both, LIMITS)).toBe(expectedCostMs(long, both, { ...ample, candidates: 2 }));
    expect(expectedCostMs(long, both, LIMITS)).toBeLessThan(expectedCostMs(long, both, ample));
  });

  it('of texts without a stop is that of one pair', () => {
    const cost = expectedCostMs({ claim: 'x'.repeat(5), source: 'y'.repeat(5) }, both, LIMITS);
    expect(cost).toBe((1 + 1 + both.verdict.overheadTokens) * both.verdict.msPerToken);
  });
});
