import type { Sql } from '../store/database.ts';

/** A chunk in the queue: the number of a chunk among those of its job, from 0. */
export interface ChunkId {
  readonly jobId: string;
  readonly chunk: number;
}

export interface QueuedChunk extends ChunkId {
  /** Chunks with smaller numbers come first. */
  readonly order: number;
}

/** How long a chunk is a replica's without being renewed. */
export const LEASE_SECONDS = 20;

/**
 * Which chunk is verified next, and by whom. `add` and `remove` are part of the caller's transaction: what is queued agrees
 * with what is stored at any moment. Rejects with `service_unavailable` while the database cannot be reached.
 */
export interface ChunkQueue {
  /** Chunks of one job that are in the queue at a time; more than all processes together lease. */
  readonly window: number;
  add(sql: Sql, chunks: readonly QueuedChunk[]): Promise<void>;
  /** Leases the next chunk to the caller; undefined when none waits. */
  take(): Promise<ChunkId | undefined>;
  /** Begins the lease anew. */
  renew(chunk: ChunkId): Promise<void>;
  /** Ends the lease: the chunk is the next in its place. */
  giveBack(chunk: ChunkId): Promise<void>;
  /** Takes chunks out of the queue, leased or not. */
  remove(sql: Sql, chunks: readonly ChunkId[]): Promise<void>;
  /** Puts chunks back whose leases ended without a result. Call it every few seconds. */
  expire(): Promise<void>;
}
