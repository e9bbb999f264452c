export type StoreName = 'database' | 'redis';

/** Something outside this process that requests need. */
export interface Store {
  readonly name: StoreName;
  /** Rejects with the reason when the store does not answer within seconds. */
  check(): Promise<void>;
}
