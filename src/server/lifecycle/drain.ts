import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { waitForEmptyAcceptQueue } from './accept-queue.ts';
import type { InFlight } from './in-flight.ts';

export interface DrainOptions extends Pick<ServerContext, 'readiness' | 'inFlight'> {
  readonly app: FastifyInstance;
  /** Servers on other ports, which close with it. */
  readonly otherServers?: readonly FastifyInstance[];
  /** How long new connections are still accepted, so that load balancers can read the readiness probe. */
  readonly noticeMs: number;
  /** How long accepted requests may take after that. */
  readonly graceMs: number;
}

/** Idle connections stay open this long, for requests that were on their way when the server stopped listening. */
const IDLE_CLOSE_DELAY_MS = 1_000;

/**
 * Stops the servers without losing an accepted request; resolves with the number of requests that were still
 * unanswered at the end of the grace period. The readiness probe fails at once, and responses ask clients to close
 * their connections. After the notice no connection is accepted, idle ones are closed, and requests in flight are
 * waited for.
 */
export async function drain(options: DrainOptions): Promise<number> {
  const { app, otherServers = [], readiness, inFlight, noticeMs, graceMs } = options;
  readiness.drain();
  await sleep(noticeMs);
  await waitForEmptyAcceptQueue(app.server);
  const servers = [app, ...otherServers].map(({ server }) => server);
  // Synchronously, as the accept queue demands: app.close() gets to this call only many event-loop turns later.
  for (const server of servers) server.close();
  const closed = app.close();
  await Promise.race([closed, requestsDone(inFlight), sleep(graceMs, undefined, { ref: false })]);
  const { unanswered } = inFlight;
  // What is left are clients that neither send nor read, or the grace period is over.
  for (const server of servers) server.closeAllConnections();
  await closed;
  return unanswered;
}

async function requestsDone(inFlight: InFlight): Promise<void> {
  do {
    await inFlight.idle();
    await sleep(IDLE_CLOSE_DELAY_MS);
  } while (inFlight.count > 0);
}
