import { totalmem } from 'node:os';
import { type ReadText, readText } from './read-text.ts';

/**
 * Bytes this process may use: the container's cgroup limit (v2, then v1), never more than the host has. Version 1
 * reports "no limit" as a number larger than any host's memory.
 */
export function memoryLimit(host: number = totalmem(), read: ReadText = readText): number {
  const limit =
    bytes(read('/sys/fs/cgroup/memory.max')) ?? bytes(read('/sys/fs/cgroup/memory/memory.limit_in_bytes')) ?? host;
  return Math.min(host, limit);
}

function bytes(text: string | undefined): number | undefined {
  const value = Number.parseInt(text ?? '', 10);
  return value > 0 ? value : undefined;
}

export interface MemoryUse {
  /** Bytes this process may use. */
  readonly limit: number;
  /** Bytes the process used before its first worker started. */
  readonly before: number;
  /** Bytes by which it grew until the first worker was warmed up. */
  readonly perWorker: number;
}

/** For requests, caches and garbage that is not collected yet. */
const MAIN_THREAD_BYTES = 200_000_000;

/** How many workers fit into memory beside the main thread; at least one. */
export function workersInMemory({ limit, before, perWorker }: MemoryUse): number {
  if (perWorker <= 0) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor((limit - before - MAIN_THREAD_BYTES) / perWorker));
}
