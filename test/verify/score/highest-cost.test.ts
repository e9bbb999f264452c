import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CrossEncoder, TextPlace } from '../../../src/nli/types.ts';
import { CANDIDATES } from '../../../src/verify/decision-constants.ts';
import { readClaim } from '../../../src/verify/read/read-claim.ts';
import { highestCost } from '../../../src/verify/score/highest-cost.ts';
import type { VerifyInput } from '../../../src/verify/verification.ts';
import { byWords, fakeEncoder, verifierOn } from '../../support/fake-encoder.ts';
import { anyText } from '../../text/arbitrary-text.ts';
import { examineDocuments, readTexts } from '../support/score-claim.ts';

interface Counted {
  /** The last that was announced before anything was submitted. */
  announcedMs: number;
  submittedMs: number;
}

/** What a request announces once its texts are read, and what the pairs cost that it then submits. */
async function countedOn(encoder: CrossEncoder, input: VerifyInput): Promise<Counted> {
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
  await verifierOn(listening).verify(input);
  return counted;
}

const SHORT = 'The mill closed in June. Its owner sold it.';
const LINE_ENDS = ['\n', '\r', '\r\n', '\f', '\v', '\u2028', '\u2029'];
const lines = (lineEnd: string, length: number) => {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `W${(i * 60).toString(36)} is x${i.toString(36)}${lineEnd}`;
  return text.slice(0, length);
};

describe('what a request announces is never less than what it submits', () => {
  it.each(LINE_ENDS)('in short lines that end in %j', async (lineEnd) => {
    const input = { claim: lines(lineEnd, 500), source: lines(lineEnd, 10_000) };
    for (const encoder of [fakeEncoder({ evidence: byWords }), fakeEncoder()]) {
      const { announcedMs, submittedMs } = await countedOn(encoder, input);
      expect(submittedMs).toBeGreaterThan(500);
      expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
    }
  });

  const text = fc.array(fc.oneof(anyText, fc.constantFrom(...LINE_ENDS)), { maxLength: 12 }).map((all) => all.join(''));
  it.prop([text, text, fc.boolean()], { numRuns: 150 })(
    'in texts as they come from anywhere, with one model and with two',
    async (claim, source, isAlone) => {
      const encoder = fakeEncoder(isAlone ? {} : { evidence: byWords });
      const { announcedMs, submittedMs } = await countedOn(encoder, { claim, source });
      expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
    },
  );

  const sentence = fc
    .array(fc.constantFrom('mill', 'river', 'old', 'town', 'land', 'June', 'owner', 'sold', 'near', 'work'), {
      minLength: 4,
      maxLength: 24,
    })
    .map((words) => `The ${words.join(' ')} closed. `);
  const page = fc.array(sentence, { minLength: 1, maxLength: 60 }).map((all) => all.join(''));

  it.prop([sentence, page], { numRuns: 60 })(
    'in ordinary texts, and at most 1.3 times as much',
    async (claim, source) => {
      const { announcedMs, submittedMs } = await countedOn(fakeEncoder({ evidence: byWords }), { claim, source });
      expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
      expect(announcedMs).toBeLessThanOrEqual(1.3 * submittedMs);
    },
  );

  it('for several documents, of which three are read, and at most 1.3 times as much where they share words', async () => {
    const documents = [SHORT, `${SHORT} The mill was old. It was sold.`, 'Hail fell.', `${SHORT} It was dry.`, SHORT];
    const encoder = fakeEncoder({ evidence: byWords });
    const { sources } = await examineDocuments('The mill closed.', documents, encoder);
    const announcedMs = highestCost(readClaim('The mill closed.', encoder).spans, { sources, encoder });
    const submittedMs = encoder.asked.reduce((sum, { phase, premise, hypothesis }) => {
      const model = encoder[phase]!;
      return sum + model.pairMs(`${premise} ${hypothesis}`.split(' ').length + model.overheadTokens);
    }, 0);
    expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
    expect(announcedMs).toBeLessThan(1.3 * submittedMs);
  });

  it('where a sentence has more tokens behind another one', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const { tokenize } = encoder.verdict;
    const spaced = (text: string, place?: TextPlace) => tokenize(place === 'continuation' ? `and then ${text}` : text);
    const input = { claim: 'It was sold.', source: 'Ada sold it. Rain fell. It was old. Bo left. It was cold.' };
    const { announcedMs, submittedMs } = await countedOn(
      { ...encoder, verdict: { ...encoder.verdict, tokenize: spaced } },
      input,
    );
    expect(submittedMs).toBeGreaterThan((await countedOn(encoder, input)).submittedMs);
    expect(announcedMs).toBeGreaterThanOrEqual(submittedMs);
  });
});

describe('what a request announces', () => {
  it.each([
    ['a sentence on one', 'The mill closed.', 'The mill closed in June.'],
    ['a sentence on two', 'The mill closed.', 'The mill closed in June. The mill was old.'],
    ['a sentence on three', 'The mill closed.', 'The mill closed in June. The mill was old. It was sold.'],
    ['two sentences on two', 'The mill closed. It was old.', 'The mill closed in June. The mill was old.'],
  ])('is exact where nothing is chosen: %s', async (_, claim, source) => {
    const { announcedMs, submittedMs } = await countedOn(fakeEncoder(), { claim, source });
    expect(announcedMs).toBeCloseTo(submittedMs, 9);
  });

  it('is no more for sentences beyond those that the evidence model ranks', async () => {
    const encoder = fakeEncoder({ evidence: byWords });
    const costOf = async (sentences: number) => {
      const input = {
        claim: 'The mill closed.',
        source: `The mill ${'of the town '.repeat(8)}closed. `.repeat(sentences),
      };
      const { claim, source } = await readTexts(input, encoder);
      return highestCost(claim.spans, { encoder, sources: source });
    };
    expect(await costOf(CANDIDATES - 1)).toBeLessThan(await costOf(CANDIDATES));
    expect(await costOf(CANDIDATES)).toBe(await costOf(CANDIDATES + 1));
  });

  it('is nothing for a claim that asserts nothing', async () => {
    const counted = await countedOn(fakeEncoder(), { claim: 'Thank you!', source: 'Ada sold it.' });
    expect(counted).toEqual({ announcedMs: 0, submittedMs: 0 });
  });
});
