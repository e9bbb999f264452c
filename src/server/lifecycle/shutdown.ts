import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { describeError } from '../http/errors.ts';
import type { InFlight, RequestObserver } from '../http/request-observers.ts';
import type { Readiness } from './readiness.ts';

/** A readiness probe fails before connections are refused. Orchestrators that need longer delay SIGTERM (Kubernetes: preStop). */
const NOTICE_MS = 500;
/** After the grace period: time for workers and stores to close before the process exits anyway. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Signals of a faulting instruction, which would fail again after a handler: they must end the process. */
const FATAL_SIGNALS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

export interface ShutdownOptions {
  readonly context: { readonly config: Config; readonly readiness: Readiness; readonly inFlight: InFlight };
  readonly app: FastifyInstance;
  readonly otherServers: readonly FastifyInstance[];
  readonly stopWork: () => Promise<void>;
  /** Called once no request is in flight any more. */
  readonly closeStores: () => Promise<void>;
}

export function shutDownOnSignals(options: ShutdownOptions): (reason: string) => void {
  const { context, app, otherServers, stopWork, closeStores } = options;
  const { inFlight, config } = context;
  const { SHUTDOWN_GRACE_MS: graceMs } = config;
  let failure: string | undefined;
  const delay = NOTICE_MS + graceMs + CLOSE_TIMEOUT_MS;
  const { close } = closeWithGrace({ delay, logger: false, skip: [...FATAL_SIGNALS] }, async ({ signal, err }) => {
    app.log.info({ signal, failure, inFlight: inFlight.count }, 'stopping');
    if (err !== undefined) app.log.fatal({ error: describeError(err) }, 'unexpected failure');
    const stopped = stopWork();
    const unanswered = await drain({ ...context, app, otherServers, noticeMs: NOTICE_MS, graceMs });
    if (unanswered > 0) failure = `${unanswered} requests were not answered within SHUTDOWN_GRACE_MS.`;
    await stopped;
    await closeStores();
    if (failure === undefined) return app.log.info('stopped');
    app.log.error({ failure }, 'stopped');
    // A rejection sets exit code 1, so that the process manager sees the failure.
    throw new Error(failure);
  });
  return (reason) => {
    failure = reason;
    close();
  };
}

/** Calls `onFault` once, after the first response that finds the verifier unusable. */
export function faultObserver(readiness: Readiness, onFault: (reason: string) => void): RequestObserver {
  let notified = false;
  return {
    onEnd: () => {
      const { fault } = readiness;
      if (fault === undefined || notified) return;
      notified = true;
      onFault(fault);
    },
  };
}

interface DrainOptions extends Pick<ShutdownOptions['context'], 'readiness' | 'inFlight'> {
  readonly app: FastifyInstance;
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
  // The rest are idle clients, or the grace period is over.
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

/** An event-loop turn that takes longer than this says nothing: connections may have arrived in the meantime. */
const MAX_TURN_MS = 1;
/** Requests are answered while we wait; under a load without pauses the wait ends here. */
const MAX_WAIT_MS = 3_000;

/**
 * Resolves after an event-loop turn without a new connection. A turn accepts one connection of the accept queue, and
 * closing the listening socket resets the connections that are still in it, although the clients are connected already.
 * So call `server.close()` synchronously after this.
 */
function waitForEmptyAcceptQueue(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + MAX_WAIT_MS;
    let connected = true;
    let turnStart = performance.now();
    const onConnection = () => {
      connected = true;
    };
    const onTurn = () => {
      const now = performance.now();
      const isEmpty = !connected && now - turnStart < MAX_TURN_MS;
      connected = false;
      turnStart = now;
      if (!isEmpty && now < deadline) {
        setImmediate(onTurn);
        return;
      }
      server.off('connection', onConnection);
      resolve();
    };
    server.on('connection', onConnection);
    setImmediate(onTurn);
  });
}

export async function listenBeside(
  api: FastifyInstance,
  server: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<FastifyInstance> {
  api.addHook('onClose', () => server.close());
  await server.listen(address);
  return server;
}
