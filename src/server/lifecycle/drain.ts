import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { quietMoment } from './accept-queue.ts';
import type { InFlight } from './in-flight.ts';
import type { Readiness } from './readiness.ts';

export interface DrainOptions {
  readonly app: FastifyInstance;
  /** Servers on other ports, which close with it. */
  readonly beside?: readonly FastifyInstance[];
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  /** How long new connections are still served, so that whoever sends traffic can read the probe. */
  readonly noticeMs: number;
  /** How long accepted requests may take after that. */
  readonly graceMs: number;
}

/** Connections that hold no request get this long to send one that was under way when the server stopped listening. */
const SETTLE_MS = 1_000;

/**
 * Ends the service without losing an accepted request; resolves with the number of requests cut off at the end of
 * the grace time. Readiness says no at once; answers ask the caller to close its connection; after the notice no
 * connection is accepted any more, idle ones end, and requests in flight are waited for.
 */
export async function drain(options: DrainOptions): Promise<number> {
  const { app, beside = [], readiness, inFlight, noticeMs, graceMs } = options;
  readiness.drain();
  await sleep(noticeMs);
  await quietMoment(app.server);
  const servers = [app, ...beside].map(({ server }) => server);
  // Fastify's own way to this call takes many turns of the event loop.
  for (const server of servers) server.close();
  const closed = app.close();
  await Promise.race([closed, quiet(inFlight), sleep(graceMs, undefined, { ref: false })]);
  const lost = inFlight.unanswered;
  // What is left are callers that send or read nothing, or the grace time is over.
  for (const server of servers) server.closeAllConnections();
  await closed;
  return lost;
}

async function quiet(inFlight: InFlight): Promise<void> {
  do {
    await inFlight.idle();
    await sleep(SETTLE_MS);
  } while (inFlight.count > 0);
}
