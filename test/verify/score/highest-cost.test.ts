import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CrossEncoder, TextPlace } from '../../../src/nli/types.ts';
import { withoutPause } from '../../../src/text/pausing.ts';
import { pausingHighestCost } from '../../../src/verify/score/highest-cost.ts';
import type { SelectionLimits } from '../../../src/verify/score/scoring.ts';
import type { VerifyInput } from '../../../src/verify/verification.ts';
import { ALL_PAIRS, byWords, fakeEncoder, verifierOn } from '../../support/fake-encoder.ts';
import { anyText } from '../../text/arbitrary-text.ts';
import { readTexts } from '../support/score-claim.ts';

interface Counted {
  /** The last that was announced before anything was submitted. */
  announcedMs: number;
  submittedMs: number;
}

/** What a request announces once its texts are read, and what the pairs cost that it then submits. */
async function countedOn(encoder: CrossEncoder, limits: SelectionLimits, input: VerifyInput): Promise<Counted> {
  const counted: Counted = { announcedMs: Number.NaN, submittedMs: 0 };
  const listening: CrossEncoder = {
    ...encoder,
    admit: (costMs, caller) => {
      const turn = encoder.admit(costMs, caller);
      return {
        ...turn,
        reserve: (maxMs) => {
          if (counted.submittedMs === 0) counted.announcedMs = maxMs;
          turn.reserve(maxMs);
        },
        score: (phase, pairs) => {
          const model = encoder[phase]!;
          for (const { premise, hypothesis } of pairs)
            counted.submittedMs += model.pairMs(premise.ids.length + hypothesis.ids.length + model.overheadTokens);
          return turn.score(phase, pairs);
        },
        end: () => turn.end(),
      };
    },
  };
  await verifierOn(listening, { limits }).verify(input);
  return counted;
}

const LINE_ENDS = ['\n', '\r', '\r\n', '\f', '\v', '\u2028', '\u2029'];
const TWO_PHASES: SelectionLimits = { candidates: 6, maxVerdictPairs: 64, windowSentences: 3 };
const lines = (lineEnd: string, length: number) => {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `W${(i * 60).toString(36)} is x${i.toString(36)}${lineEnd}`;
  return text.slice(0, length);
};

describe('what a request announces is never less than what it submits', () => {
  it.each(LINE_ENDS)('in short lines that end in %j', async (lineEnd) => {
    const input = { claim: lines(lineEnd, 500), source: lines(lineEnd, 10_000) };
    for (const [encoder, limits] of [
      [fakeEncoder({ evidence: byWords }), TWO_PHASES],
      [fakeEncoder(), ALL_PAIRS],
    ] as const) {
      const { announcedMs, submittedMs } = await countedOn(encoder, limits, input);
      expect(submittedMs).toBeGreaterThan(1_000);
      expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
      expect(announcedMs).toBeLessThan(2 * submittedMs);
    }
  });

  const text = fc.array(fc.oneof(anyText, fc.constantFrom(...LINE_ENDS)), { maxLength: 12 }).map((all) => all.join(''));
  const limits = fc.record({
    candidates: fc.integer({ min: 0, max: 4 }),
    maxVerdictPairs: fc.integer({ min: 1, max: 40 }),
    windowSentences: fc.integer({ min: 1, max: 5 }),
  });

  it.prop([text, text, limits, fc.boolean()], { numRuns: 150 })(
    'in texts as they come from anywhere, with one model and with two',
    async (claim, source, limits, isAlone) => {
      const encoder = fakeEncoder(isAlone ? {} : { evidence: byWords });
      const { announcedMs, submittedMs } = await countedOn(encoder, limits, { claim, source });
      expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
    },
  );

  it('where a sentence has more tokens behind another one', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { tokenize } = encoder.verdict;
    const spaced = (text: string, place?: TextPlace) => tokenize(place === 'continuation' ? `and then ${text}` : text);
    const input = { claim: 'It was sold.', source: 'Ada sold it. Rain fell. It was old. Bo left. It was cold.' };
    const { announcedMs, submittedMs } = await countedOn(
      { ...encoder, verdict: { ...encoder.verdict, tokenize: spaced } },
      ALL_PAIRS,
      input,
    );
    expect(submittedMs).toBeGreaterThan((await countedOn(encoder, ALL_PAIRS, input)).submittedMs);
    expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
  });
});

describe('what a request announces', () => {
  it.each([
    ['a sentence on one', 'The mill closed.', 'The mill closed in June.'],
    ['a sentence on two', 'The mill closed.', 'The mill closed in June. The mill was old.'],
    ['a sentence on three', 'The mill closed.', 'The mill closed in June. The mill was old. It was sold.'],
  ])('is exact where nothing is chosen: %s', async (_, claim, source) => {
    const { announcedMs, submittedMs } = await countedOn(fakeEncoder(), ALL_PAIRS, { claim, source });
    expect(announcedMs).toBe(submittedMs);
  });

  it('is that of the longest sentences that the first phase may read, where it reads some of them only', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const input = { claim: 'The mill closed.', source: 'The mill closed in June. Nobody was hurt. Rain fell.' };
    const { claim, source } = await readTexts(input, encoder);
    const scoring = { source, encoder, limits: { ...TWO_PHASES, candidates: 1 }, perSpan: 1 };
    const costs = [1, 2, 3, undefined].map((most) =>
      withoutPause(
        pausingHighestCost(claim.spans, {
          ...scoring,
          nearest: most === undefined ? undefined : { most, to: () => [0] },
        }),
      ),
    );
    expect(costs[0]).toBeLessThan(costs[1]!);
    expect(costs[1]).toBeLessThan(costs[2]!);
    expect(costs[2]).toBe(costs[3]);
  });

  it('is nothing for a claim that asserts nothing', async () => {
    const counted = await countedOn(fakeEncoder(), ALL_PAIRS, { claim: 'Thank you!', source: 'Ada sold it.' });
    expect(counted).toEqual({ announcedMs: 0, submittedMs: 0 });
  });
});
