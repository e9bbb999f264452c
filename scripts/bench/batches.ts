import { assembleBatch } from '../../src/nli/batch.ts';
import { MAX_BATCH_MS } from '../../src/nli/cross-encoder.ts';
import { PROVIDERS, type ProviderInUse } from '../../src/nli/providers.ts';
import type { PhaseBatch } from '../../src/nli/workers/thread.ts';
import type { BareModel } from './bench-context.ts';
import type { AskedPair } from './pair-source.ts';

/** Maximum number of rows of a batch for rows of a given length, special tokens included. */
export type RowLimit = (tokens: number) => number;

export interface BatchBounds {
  readonly provider: ProviderInUse;
  /** Padded tokens that the settings allow; 0: by provider. */
  readonly maxBatchTokens: number;
  readonly msPerToken: number;
}

/** The rows that the product puts into a batch. */
export function rowLimit({ provider, maxBatchTokens, msPerToken }: BatchBounds): RowLimit {
  const mostTokens = Math.min(MAX_BATCH_MS / msPerToken, maxBatchTokens || PROVIDERS[provider].batchTokens);
  return (tokens) => Math.max(1, Math.floor(mostTokens / tokens));
}

/** Divides pairs into groups of at most `rows`, in the given order. */
export function inRows<Pair>(pairs: readonly Pair[], rows: number): Pair[][] {
  return Array.from({ length: Math.ceil(pairs.length / rows) }, (_, i) => pairs.slice(i * rows, (i + 1) * rows));
}

/** Sorted by length, longest first, so that groups need little padding. */
export function longestFirst<Pair extends Pick<AskedPair, 'tokens'>>(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort((a, b) => b.tokens - a.tokens);
}

/** Batches of pairs of similar length, each as large as the limit allows. */
export function byLength<Pair extends Pick<AskedPair, 'tokens'>>(pairs: readonly Pair[], limit: RowLimit): Pair[][] {
  const sorted = longestFirst(pairs);
  const batches: Pair[][] = [];
  for (let at = 0; at < sorted.length; at += batches.at(-1)!.length) {
    batches.push(sorted.slice(at, at + limit(sorted[at]!.tokens)));
  }
  return batches;
}

/**
 * Groups of `rows` pairs of similar length, at least `count` pairs in total, at evenly spaced positions between the longest
 * and the shortest pair: padding and mean length are about those of batches of all pairs.
 */
export function sampled<Pair extends Pick<AskedPair, 'tokens'>>(
  pairs: readonly Pair[],
  { rows, count }: { readonly rows: number; readonly count: number },
): Pair[] {
  const sorted = longestFirst(pairs);
  const runs = Math.ceil(count / rows);
  if (runs * rows >= sorted.length) return sorted;
  const part = sorted.length / runs;
  return Array.from({ length: runs }, (_, i) => {
    const start = Math.round((i + 0.5) * part - rows / 2);
    return sorted.slice(start, start + rows);
  }).flat();
}

export function totalTokens(pairs: readonly Pick<AskedPair, 'tokens'>[]): number {
  return pairs.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The batch as input of a session of the phase's model. */
export function assembled(
  phase: PhaseBatch['phase'],
  batches: readonly AskedPair[][],
  { directory, tokenizer }: BareModel,
): PhaseBatch[] {
  return batches.map((pairs) => ({ phase, batch: assembleBatch(pairs, tokenizer.template, directory.padTokenId) }));
}
