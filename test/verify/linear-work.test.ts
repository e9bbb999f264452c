import { fc } from '@fast-check/vitest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CrossEncoder, NliModel } from '../../src/nli/types.ts';
import { toMatrixBody, toResponseBody } from '../../src/verify/response.ts';
import type { VerifyInput } from '../../src/verify/types.ts';
import { byWords, fakeEncoder, scores, verifierOn } from '../support/fake-encoder.ts';
import { CodeCounter } from '../support/work/code-counter.ts';
import { HOSTILE, hostileUnits, longest, ORDINARY, type Units } from '../support/work/hostile-texts.ts';

/** How many times the work of an ordinary text of its size a text may cost. */
const MAX_TIMES = 3;

/** Everything that reads the caller's texts, the libraries for it included; the fakes are not. */
const READS_TEXTS = /^(?!.*\/node_modules\/).*\/src\/|\/node_modules\/(?:wink-nlp|wink-eng-lite-web-model|eld)\//;

/** Two characters a token: the longest sentences have to be cut. */
function byLength(model: NliModel): NliModel {
  const textOf = (length: number, key: string) => ({ ids: new Int32Array(length), unknownTokens: 0, key });
  return {
    ...model,
    tokenize: (text) => textOf(Math.ceil(text.length / 2), text),
    join: (parts) =>
      textOf(
        parts.reduce((sum, { ids }) => sum + ids.length, 0),
        parts.map(({ key }) => key).join(' '),
      ),
  };
}

const LABELS = ['entailment', 'contradiction', 'neutral'] as const;

/** Models that read nothing, so that the work is the product's own, and answer in turn everything there is. */
function indifferent(): CrossEncoder {
  const encoder = fakeEncoder({ evidence: byWords });
  return {
    ...encoder,
    verdict: byLength(encoder.verdict),
    evidence: byLength(encoder.evidence!),
    admit: (...asked) => ({
      ...encoder.admit(...asked),
      score: (_, pairs) => Promise.resolve(pairs.map((_, i) => scores(LABELS[i % LABELS.length]!))),
    }),
  };
}

const verifier = verifierOn(indifferent(), { limits: { candidates: 6, maxVerdictPairs: 64 } });

async function answer(input: VerifyInput): Promise<void> {
  const verification = await verifier.verify(input);
  JSON.stringify([toResponseBody(input, verification), toMatrixBody(input, verification)]);
}

const counter = new CodeCounter((url) => READS_TEXTS.test(url));
const workOf = (units: Units) => counter.count(() => answer(longest(units)));
let ordinary: number;

beforeAll(async () => {
  counter.start();
  const works: number[] = [];
  for (const units of Object.values(ORDINARY)) works.push(await workOf(units));
  ordinary = works.reduce((sum, work) => sum + work, 0) / works.length;
}, 120_000);
afterAll(() => counter.stop());

const timesOrdinary = async (units: Units) => (await workOf(units)) / ordinary;

describe('the work of the longest request', () => {
  it('is counted, and nearly the same on every count', async () => {
    const [first, second] = [await workOf(ORDINARY.prose!), await workOf(ORDINARY.prose!)];
    expect(first).toBeGreaterThan(10_000_000);
    expect(second / first).toBeCloseTo(1, 1);
  });

  it.each(Object.entries(HOSTILE))('is at most three times that of an ordinary one: %s', async (_, units) => {
    expect(await timesOrdinary(units)).toBeLessThanOrEqual(MAX_TIMES);
  });

  it('is at most three times that of an ordinary one whatever is repeated', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileUnits, async (units) => {
        expect(await timesOrdinary(units)).toBeLessThanOrEqual(MAX_TIMES);
      }),
      { numRuns: 30 },
    );
  });
});

/** Share of an ordinary request's work that may be done before others have their turn. */
const MAX_SHARE = 0.1;

/** Of all texts those with the most work between two rests: much to read in one sentence, or to compare with one span. */
const LONG_STRETCHES = [
  ...['entities', 'links', 'feet and inches', 'different numbers', 'quotation marks', 'ordinals', 'numbers on lines'],
  ...['names of one last part', 'a word a line', 'words reversed', 'digits', 'dashes between letters'],
].map((name) => [name, HOSTILE[name]!] as const);

let now = 1e9;

/** The clock goes on whenever it is read, so that the work rests wherever it may. It never goes back: all work shares it. */
function restEverywhere(): void {
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
}

describe('the work of the longest request between two rests', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(LONG_STRETCHES)('is a small part of it all: %s', { timeout: 60_000 }, async (_, units) => {
    const work = () => answer(longest(units));
    await work();
    restEverywhere();
    expect((await counter.longestTurn(work)) / ordinary).toBeLessThanOrEqual(MAX_SHARE);
  });
});
