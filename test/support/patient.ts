/** A queue that nothing leaves: on a busy or slow machine the default one refuses what a whole test file asks at once. */
export const PATIENT = { maxQueueMs: 600_000, maxRequestMs: 600_000 } as const;
