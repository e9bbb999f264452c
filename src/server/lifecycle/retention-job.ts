import type { FastifyBaseLogger } from 'fastify';
import type { Pruned } from '../../access/index.ts';
import { every } from '../../background.ts';
import { describeError } from '../http/describe-error.ts';

const PERIOD_MS = 3_600_000;

interface RetentionJob {
  /** Returns how many rows of each kind it deleted. */
  readonly prune: () => Promise<Pruned & { readonly jobs: number }>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly onRun: (outcome: 'done' | 'failed') => void;
}

/** Deletes what is no longer to be kept, now and every hour. Returns the function that ends it. */
export function startRetention({ prune, log, onRun }: RetentionJob): () => void {
  const run = async () => {
    try {
      const pruned = await prune();
      if (pruned.audit + pruned.usage + pruned.jobs > 0) log.info(pruned, 'deleted rows that were kept long enough');
      onRun('done');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'rows that were kept long enough could not be deleted');
      onRun('failed');
    }
  };
  void run();
  return every(PERIOD_MS, run);
}
