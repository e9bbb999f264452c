import type { ErrorCode } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import type { ProviderInUse } from './types.ts';

/** A worker is asked to run a batch, or to end once it has answered what it was asked before. */
export type ToWorker = PaddedBatch | 'stop';

export type FromWorker =
  | { readonly kind: 'ready'; readonly provider: ProviderInUse; readonly fallbackReason: string | undefined }
  | { readonly kind: 'logits'; readonly logits: Float32Array }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
