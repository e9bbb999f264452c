import { afterEach, describe, expect, it, vi } from 'vitest';
import { pauseRegularly } from '../src/pause.ts';
import { compareSpan } from '../src/verify/examine/examine-claim.ts';
import { readSource } from '../src/verify/read/read-source.ts';
import { PairBudget } from '../src/verify/rules/index.ts';
import { byWords, fakeEncoder, verifierOn } from './support/fake-encoder.ts';
import { readTexts } from './verify/support/score-claim.ts';

afterEach(() => vi.restoreAllMocks());

/** All work shares one stretch: a clock that began again with each test would go back. */
let now = 1e9;

/** A clock that continues by so many milliseconds each time it is read. */
function clock(stepMs: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += stepMs;
    return now;
  });
}

/** Ends the stretch of the tests before. */
async function startStretch(): Promise<void> {
  now += 1000;
  await pauseRegularly()();
}

/** How often others had their turn while the work went on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('a long loop', () => {
  it('lets others have their turn once its stretch is used up', async () => {
    clock(5);
    const pause = pauseRegularly();
    expect(await turnsDuring(pause)).toBeGreaterThan(0);
    expect(await turnsDuring(pause)).toBeGreaterThan(0);
  });

  it('goes on at once before that', async () => {
    clock(0);
    await startStretch();
    expect(await turnsDuring(pauseRegularly())).toBe(0);
  });

  it('starts a new stretch after each turn of the others', async () => {
    clock(0);
    await startStretch();
    const pause = pauseRegularly();
    now += 0.9;
    expect(await turnsDuring(pause)).toBe(0);
    now += 0.1;
    expect(await turnsDuring(pause)).toBeGreaterThan(0);
    now += 0.9;
    expect(await turnsDuring(pause)).toBe(0);
    now += 0.1;
    expect(await turnsDuring(pause)).toBeGreaterThan(0);
  });

  it('shares its stretch with all other work', async () => {
    clock(0);
    await startStretch();
    now += 0.9;
    const other = pauseRegularly();
    expect(await turnsDuring(other)).toBe(0);
    now += 0.1;
    expect(await turnsDuring(other)).toBeGreaterThan(0);
    expect(await turnsDuring(pauseRegularly())).toBe(0);
  });
});

describe('a long request', () => {
  const sentences = 90;
  const source = Array.from({ length: sentences }, (_, i) => `In year ${i} the owners sold mill ${i}.`).join(' ');
  const run = () =>
    verifierOn(fakeEncoder({ evidence: byWords })).verify({
      claim: 'The owners sold mill 7. The owners sold mill 9.',
      source,
    });

  it('lets others have their turn between its stages, for each sentence of the claim', async () => {
    clock(0);
    const least = await turnsDuring(run);
    vi.restoreAllMocks();
    clock(5);
    const [perSource, perSpan] = [3, 8];
    expect((await turnsDuring(run)) - least).toBeGreaterThanOrEqual(perSource + 2 * perSpan);
  });
});

describe('a client that disconnects', () => {
  const input = { claim: 'The mill has 7 rooms.', source: 'The mill has 9 rooms. '.repeat(200) };
  const encoder = fakeEncoder();
  const steps = {
    'reading the source': (signal: AbortSignal) =>
      readSource(input.source, { encoder, parts: [] }, pauseRegularly(signal)),
    'comparing them': async (signal: AbortSignal) => {
      const { claim, source } = await readTexts(input, encoder);
      return compareSpan(claim.spans[0]!, { sources: source, budget: new PairBudget(), pause: pauseRegularly(signal) });
    },
  };

  it('has more turns for long pieces than for short ones', async () => {
    let turns = 0;
    const count = async () => {
      turns += 1;
    };
    await readSource('东'.repeat(60_000), { encoder, parts: [] }, count);
    expect(turns).toBeGreaterThanOrEqual(60_000 / 10_000);
  });

  it.each(Object.entries(steps))('stops %s at the next turn of the event loop', async (_, step) => {
    clock(5);
    const client = new AbortController();
    const reason = new Error('The client disconnected.');
    client.abort(reason);
    await expect(step(client.signal)).rejects.toBe(reason);
  });

  it('stops nothing by staying', async () => {
    clock(5);
    await expect(steps['comparing them'](new AbortController().signal)).resolves.toMatchObject({
      facts: [{ status: 'conflict' }],
    });
  });
});
