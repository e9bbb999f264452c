interface Provider {
  /** Padded tokens of a batch by default. GPUs need far larger batches than CPUs, which reach their full rate with a few pairs. */
  readonly batchTokens: number;
  /**
   * Batches per thread, the running one included. A GPU finishes a batch in a few milliseconds and needs the next one
   * queued, however busy the main thread is. On a CPU a batch takes much longer, and a queued batch cannot be overtaken: a
   * short request would wait for it in both phases (100 ms more in the median, for 3 % more pairs per second).
   */
  readonly batchesPerThread: number;
  /** Rows of the batch that is measured at the start. A GPU is measured with a batch that fills it: one pair would only show its latency. */
  readonly measuredRows: number;
}

/** The execution providers of onnxruntime that can be used. */
export const PROVIDERS = {
  cpu: { batchTokens: 2048, batchesPerThread: 1, measuredRows: 2 },
  cuda: { batchTokens: 16_384, batchesPerThread: 2, measuredRows: 128 },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderInUse = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderInUse[];

export function byProvider<Value>(make: (provider: ProviderInUse) => Value): Readonly<Record<ProviderInUse, Value>> {
  return Object.fromEntries(PROVIDER_NAMES.map((name) => [name, make(name)])) as Record<ProviderInUse, Value>;
}
