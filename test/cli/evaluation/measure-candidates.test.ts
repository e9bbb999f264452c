import { describe, expect, it } from 'vitest';
import { measureCandidates } from '../../../src/cli/evaluation/measure-candidates.ts';
import type { Verification, Verifier, VerifierOptions } from '../../../src/index.ts';

const labelled = (id: string, claim: string) => ({
  set: 'set',
  id,
  claim,
  source: 'Bees hum.',
  label: 'SUPPORTED' as const,
});
const TWO_ROWS = [labelled('1', 'Bees hum.'), labelled('2', 'Bees sing.')];
const scoreStore = { get: () => undefined, set: () => undefined };

/** A verifier that finds the evidence of "sing" only when it reads more than two candidates, or all. */
function answerOf(claim: string, candidates: number): Partial<Verification> {
  const isFound = claim.includes('hum') || candidates === 0 || candidates > 2;
  return {
    verdict: isFound ? 'SUPPORTED' : 'UNCERTAIN',
    confidence: 0.8,
    reasoning: '',
    auditTrail: [
      {
        claimSpan: { start: 0, end: claim.length },
        sourceSpan: isFound ? { start: 0, end: 9 } : undefined,
        matchType: isFound ? 'paraphrase_match' : 'insufficient_evidence',
      },
    ],
    probabilities: { SUPPORTED: isFound ? 0.8 : 0.1, UNSUPPORTED: 0.1, UNCERTAIN: 0.1 },
    pairs: { evidence: 1, verdict: candidates === 0 ? 10 : candidates, cut: 0 },
  };
}

async function measure(numbers: readonly number[], timedRows = 0, rows = TWO_ROWS) {
  const opened: VerifierOptions[] = [];
  const timed: string[] = [];
  let open = 0;
  const scores = await measureCandidates({
    rows,
    numbers,
    timedRows,
    verifier: { windowSentences: 2, scoreStore },
    open: (options) => {
      opened.push(options);
      open += 1;
      // Two sessions of a large model do not fit into memory side by side.
      expect(open).toBe(1);
      const verifier = {
        fault: undefined,
        verify: async ({ claim }: { claim: string }) => {
          if (options.scoreStore === undefined) timed.push(claim);
          return answerOf(claim, options.evidenceCandidates!);
        },
        close: async () => {
          open -= 1;
        },
      };
      return Promise.resolve(verifier as unknown as Verifier);
    },
    concurrency: 2,
    showProgress: () => ({ update: () => undefined, stop: () => undefined }),
    signal: new AbortController().signal,
  });
  return { scores, opened, open, timed };
}

describe('measureCandidates', () => {
  it('runs every number once, all pairs even when they were not asked for, and compares with all pairs', async () => {
    const { scores, opened, open } = await measure([2, 3, 2]);
    expect(opened.map(({ evidenceCandidates }) => evidenceCandidates)).toEqual([2, 3, 0]);
    expect(opened.every((options) => options.scoreStore === scoreStore && options.windowSentences === 2)).toBe(true);
    expect(scores.map(({ candidates, recall, agreement }) => [candidates, recall, agreement])).toEqual([
      [2, 0.5, 0.5],
      [3, 1, 1],
      [0, 1, 1],
    ]);
    expect(scores.map(({ verdictPairs }) => verdictPairs)).toEqual([2, 3, 10]);
    expect(scores.every(({ times }) => times === undefined)).toBe(true);
    expect(open).toBe(0);
  });

  it('takes times without kept scores', async () => {
    const { scores, opened } = await measure([0], 1);
    expect(scores[0]!.times!.p95Ms).toBeGreaterThanOrEqual(scores[0]!.times!.medianMs);
    expect(opened[1]).toMatchObject({ evidenceCandidates: 0, scoreStore: undefined, scoreCachePairs: 0 });
  });

  it('times rows at equal steps, and no row twice', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => labelled(`${i}`, `${i}`));
    expect((await measure([0], 4, ten)).timed).toEqual(['0', '2', '5', '7']);
    expect((await measure([0], 5)).timed).toEqual(['Bees hum.', 'Bees sing.']);
  });
});
