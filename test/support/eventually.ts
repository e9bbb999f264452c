import { vi } from 'vitest';

/** For what never comes only: on a busy machine it may take many times what it takes alone. */
const TIMEOUT_MS = 120_000;

/** Resolves with what `check` returns once it no longer throws. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS });
}
