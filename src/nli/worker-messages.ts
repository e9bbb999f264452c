import type { ErrorCode } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import type { Phase, ProviderInUse } from './types.ts';

/** A batch and the model that is to run it. */
export interface PhaseBatch {
  readonly phase: Phase;
  readonly batch: PaddedBatch;
}

/** A worker is asked to run a batch, or to end once it has answered what it was asked before. */
export type ToWorker = PhaseBatch | 'stop';

export type FromWorker =
  | { readonly kind: 'ready'; readonly provider: ProviderInUse; readonly fallbackReason: string | undefined }
  | { readonly kind: 'logits'; readonly logits: Float32Array }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
