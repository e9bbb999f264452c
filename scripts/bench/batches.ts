import { assembleBatch, type PaddedBatch } from '../../src/nli/batch.ts';
import type { PairTemplate } from '../../src/nli/pair-template.ts';
import type { AskedPair } from './scored-pairs.ts';

export interface Assembly {
  readonly template: PairTemplate;
  readonly padTokenId: number;
}

/** Cuts pairs into runs of at most `rows`, in the order given. */
export function inRows(pairs: readonly AskedPair[], rows: number): AskedPair[][] {
  return Array.from({ length: Math.ceil(pairs.length / rows) }, (_, i) => pairs.slice(i * rows, (i + 1) * rows));
}

/** Sorts pairs by length, longest first, and cuts them where the padded tokens would exceed the budget. */
export function byLength(pairs: readonly AskedPair[], maxBatchTokens: number, overhead: number): AskedPair[][] {
  const sorted = [...pairs].sort((a, b) => b.tokens - a.tokens);
  const batches: AskedPair[][] = [];
  for (let at = 0; at < sorted.length; at += batches.at(-1)!.length) {
    const rows = Math.max(1, Math.floor(maxBatchTokens / (sorted[at]!.tokens + overhead)));
    batches.push(sorted.slice(at, at + rows));
  }
  return batches;
}

export function assembleAll(batches: readonly AskedPair[][], { template, padTokenId }: Assembly): PaddedBatch[] {
  return batches.map((pairs) => assembleBatch(pairs, template, padTokenId));
}
