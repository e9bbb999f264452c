import { DEFAULT_CALIBRATION, type Verifier } from '../../src/index.ts';
import type { CrossEncoderStats } from '../../src/nli/types.ts';

const NO_PAIRS = { batches: 0, batchTokens: 0, paddingTokens: 0, scoredPairs: 0, cachedPairs: 0 };

/** Of a cross-encoder that was never asked anything. */
export const IDLE_STATS: CrossEncoderStats = {
  queuedMs: 0,
  queuedEntries: 0,
  droppedEntries: 0,
  refused: { over_share: 0, queue_full: 0 },
  workerRestarts: 0,
  phases: { evidence: NO_PAIRS, verdict: NO_PAIRS },
};

const notFaked = () => Promise.reject(new Error('Not faked.'));

/** What no test asks of a verifier without a model. */
export const NOT_FAKED: Pick<Verifier, 'calibration' | 'examine' | 'verifyAnswer' | 'fault' | 'stats' | 'close'> = {
  calibration: DEFAULT_CALIBRATION,
  examine: notFaked,
  verifyAnswer: notFaked,
  fault: undefined,
  stats: IDLE_STATS,
  close: async () => undefined,
};
