/** Measured times of one chunk, in milliseconds. */
export interface ChunkTimes {
  /** Verification of a chunk by one replica that has its model to itself; at least one sample. */
  readonly verifyMs: readonly number[];
  /** Lease and result of a chunk as one replica alone waits for them. */
  readonly storeMs: number;
  /** The share of that in which the database can serve nobody else: what a chunk takes when it has as much as it can do. */
  readonly databaseMs: number;
}

export interface SimulatedRun {
  readonly chunksPerSecond: number;
  /** What the replicas would do with a database that takes no time. */
  readonly idealPerSecond: number;
  /** Share of the time in which the database was busy, 0 to 1. */
  readonly databaseBusy: number;
}

/**
 * A job on many replicas, as a discrete-event simulation: each replica leases a chunk, verifies it and stores its result;
 * the database serves leases and results one after the other, in the order in which they come.
 * @param random uniform numbers in [0, 1); draws the verification times
 */
export function simulateReplicas(
  { verifyMs, storeMs, databaseMs }: ChunkTimes,
  { replicas, chunks }: { readonly replicas: number; readonly chunks: number },
  random: () => number,
): SimulatedRun {
  const callMs = databaseMs / 2;
  const waitMs = Math.max(0, storeMs - databaseMs) / 2;
  // When each replica calls the database next; Infinity: there is nothing left to lease.
  const callsAt = new Array<number>(replicas).fill(0);
  const hasChunk = new Array<boolean>(replicas).fill(false);
  let [leased, stored, databaseFreeAt, endedAt] = [0, 0, 0, 0];
  while (stored < chunks) {
    const replica = indexOfLeast(callsAt);
    const servedAt = Math.max(callsAt[replica]!, databaseFreeAt) + callMs;
    databaseFreeAt = servedAt;
    const answeredAt = servedAt + waitMs;
    if (hasChunk[replica]) {
      stored += 1;
      endedAt = Math.max(endedAt, answeredAt);
      callsAt[replica] = leased < chunks ? answeredAt : Number.POSITIVE_INFINITY;
      hasChunk[replica] = false;
    } else if (leased < chunks) {
      leased += 1;
      callsAt[replica] = answeredAt + verifyMs[Math.floor(random() * verifyMs.length)]!;
      hasChunk[replica] = true;
    } else {
      callsAt[replica] = Number.POSITIVE_INFINITY;
    }
  }
  const meanMs = verifyMs.reduce((sum, ms) => sum + ms, 0) / verifyMs.length;
  return {
    chunksPerSecond: (1000 * chunks) / endedAt,
    idealPerSecond: (1000 * replicas) / meanMs,
    databaseBusy: (chunks * databaseMs) / endedAt,
  };
}

function indexOfLeast(values: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! < values[least]!) least = i;
  return least;
}
