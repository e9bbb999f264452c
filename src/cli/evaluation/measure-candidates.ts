import { type CandidateRun, type CandidateScores, scoreCandidates, timesOf } from '../../evaluation/candidates.ts';
import type { Judge, LabelledRow } from '../../evaluation/labelled-rows.ts';
import type { Verifier, VerifierOptions } from '../../index.ts';
import { verifyWithRetries } from '../../rows/row-kind.ts';
import type { ProgressDisplay } from '../batch/progress.ts';
import { judgeRows } from './judge-rows.ts';
import { toJudgement } from './judges.ts';

export interface CandidatesOptions {
  readonly rows: readonly LabelledRow[];
  /** Candidates per claim span, in the order of the table; 0: all pairs. */
  readonly numbers: readonly number[];
  /** Rows to time, one at a time; 0: none. */
  readonly timedRows: number;
  readonly verifier: VerifierOptions;
  readonly open: (options: VerifierOptions) => Promise<Verifier>;
  readonly concurrency: number;
  readonly showProgress: (rows: number) => ProgressDisplay;
  readonly signal: AbortSignal;
}

/**
 * Cost and quality of each number of candidates; all pairs are added last when not requested. The runs are sequential and
 * share the score store, so that each pair is scored once for the whole table. Times are measured without it.
 */
export async function measureCandidates(options: CandidatesOptions): Promise<CandidateScores[]> {
  const numbers = [...new Set([...options.numbers, 0])];
  const runs: CandidateRun[] = [];
  for (const candidates of numbers) {
    const results = await judgeWith(candidates, options);
    runs.push({ ...results, candidates, times: await timesWith(candidates, options) });
  }
  const allPairs = runs.find(({ candidates }) => candidates === 0)!.judged;
  return runs.map((run) => scoreCandidates(run, allPairs));
}

type Judged = Pick<CandidateRun, 'judged' | 'verdictPairs'>;

async function judgeWith(evidenceCandidates: number, options: CandidatesOptions): Promise<Judged> {
  const { rows, concurrency, signal } = options;
  const verifier = await options.open({ ...options.verifier, evidenceCandidates });
  const display = options.showProgress(rows.length);
  let verdictPairs = 0;
  const judge: Judge = async ({ claim, source }) => {
    const verification = await verifyWithRetries(verifier, { claim, source }, { signal });
    verdictPairs += verification.pairs.verdict;
    return toJudgement(verification);
  };
  try {
    const judged = await judgeRows(rows, { judge, concurrency, display, signal });
    return { judged, verdictPairs };
  } finally {
    display.stop();
    await verifier.close();
  }
}

/** Times of single claims, every pair scored anew: without score store and cache. */
async function timesWith(evidenceCandidates: number, options: CandidatesOptions): Promise<CandidateRun['times']> {
  const { signal } = options;
  const rows = evenlySpaced(options.rows, options.timedRows);
  if (rows.length === 0) return undefined;
  const uncached = { ...options.verifier, evidenceCandidates, scoreStore: undefined, scoreCachePairs: 0 };
  const verifier = await options.open(uncached);
  const milliseconds: number[] = [];
  try {
    for (const { claim, source } of rows) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      await verifyWithRetries(verifier, { claim, source }, { signal });
      milliseconds.push(performance.now() - startedAt);
    }
    return timesOf(milliseconds);
  } finally {
    await verifier.close();
  }
}

/** `count` evenly spaced rows, or all rows when there are fewer. */
function evenlySpaced<Row>(rows: readonly Row[], count: number): Row[] {
  const taken = Math.min(count, rows.length);
  return Array.from({ length: taken }, (_, i) => rows[Math.floor((i * rows.length) / taken)]!);
}
