/** `disk`: the room for jobs, in the bounds of the settings and on the disk of the embedded database. */
export type StoreName = 'database' | 'redis' | 'disk';

/** Something outside this process that requests need. */
export interface Store {
  readonly name: StoreName;
  /** Rejects with the reason when the store does not answer within seconds. */
  check(): Promise<void>;
}
