import type { ErrorCode } from '../errors.ts';
import type { PaddedBatch } from './batch.ts';
import type { Phase, ProviderInUse } from './nli-interface.ts';

/** A batch and the model that is to run it. */
export interface PhaseBatch {
  readonly phase: Phase;
  readonly batch: PaddedBatch;
}

/** A batch to run, or the request to stop once all earlier batches are answered. */
export type ToWorker = PhaseBatch | 'stop';

export type FromWorker =
  | { readonly kind: 'ready'; readonly provider: ProviderInUse; readonly fallbackReason: string | undefined }
  | { readonly kind: 'logits'; readonly logits: Float32Array }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
