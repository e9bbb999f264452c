import { fc } from '@fast-check/vitest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toResponseBody } from '../../src/verify/bodies.ts';
import type { VerifyInput } from '../../src/verify/verification.ts';
import { verifierOn } from '../support/fake-encoder.ts';
import { CodeCounter, READS_TEXTS } from '../support/work/code-counter.ts';
import { HOSTILE, hostileUnits, longest, ORDINARY, type Units } from '../support/work/hostile-texts.ts';
import { indifferentEncoder } from '../support/work/indifferent-encoder.ts';

/** How many times the work of an ordinary text of its size a text may cost. */
const MAX_TIMES = 3;

const verifier = verifierOn(indifferentEncoder());

async function answer(input: VerifyInput): Promise<void> {
  const verification = await verifier.verify(input);
  JSON.stringify(toResponseBody(verification));
}

const counter = new CodeCounter((url) => READS_TEXTS.test(url));
const workOf = (units: Units) => counter.count(() => answer(longest(units)));
let ordinary: number;

beforeAll(async () => {
  counter.start();
  const works: number[] = [];
  for (const units of Object.values(ORDINARY)) works.push(await workOf(units));
  ordinary = works.reduce((sum, work) => sum + work, 0) / works.length;
});
afterAll(() => counter.stop());

const timesOrdinary = async (units: Units) => (await workOf(units)) / ordinary;

describe('the work of the longest request', () => {
  it('is counted, and nearly the same on every count', async () => {
    // Words are looked up once per process.
    await workOf(ORDINARY.prose!);
    const [first, second] = [await workOf(ORDINARY.prose!), await workOf(ORDINARY.prose!)];
    expect(first).toBeGreaterThan(10_000_000);
    expect(second / first).toBeCloseTo(1, 1);
  });

  it.each(Object.entries(HOSTILE))('is at most three times that of an ordinary one: %s', async (_, units) => {
    expect(await timesOrdinary(units)).toBeLessThanOrEqual(MAX_TIMES);
  });

  it('is at most three times that of an ordinary one whatever is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(hostileUnits, async (units) => {
        expect(await timesOrdinary(units)).toBeLessThanOrEqual(MAX_TIMES);
      }),
      { numRuns: 30 },
    );
  });
});

/** The work of one stage, before others have their turn, compared with the whole work of an ordinary request. */
const MAX_SHARE = 1.5;

/** Of all texts those with the most work in one stage: much to read in one source, or to compare with one span. */
const LONG_STRETCHES = [
  ...['entities', 'links', 'feet and inches', 'different numbers', 'quotation marks', 'ordinals', 'numbers on lines'],
  ...['names of one last part', 'a word a line', 'words reversed', 'digits', 'dashes between letters'],
].map((name) => [name, HOSTILE[name]!] as const);

let now = 1e9;

/** The clock continues whenever it is read, so that the work pauses after every stage. It never goes back: all work shares it. */
function pauseEverywhere(): void {
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
}

describe('the longest stage of the longest request', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(LONG_STRETCHES)('is at most one and a half times an ordinary request: %s', async (_, units) => {
    const work = () => answer(longest(units));
    await work();
    pauseEverywhere();
    expect((await counter.longestTurn(work)) / ordinary).toBeLessThanOrEqual(MAX_SHARE);
  });
});
