import type { Checker } from '../../mcp/checker.ts';

/** A checker that may hold models open. */
export interface OpenChecker extends Checker {
  close(): Promise<void>;
}
