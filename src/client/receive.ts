import { connectionError } from './read-error.ts';

/** Waits for something from the network. Rejects with the signal's reason, or with `connection_failed`. */
export async function receive<Received>(
  get: () => Promise<Received>,
  signal: AbortSignal | undefined,
): Promise<Received> {
  try {
    return await get();
  } catch (error) {
    throw signal?.aborted ? signal.reason : connectionError(error);
  }
}
