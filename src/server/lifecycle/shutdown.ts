import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { describeError } from '../http/describe-error.ts';
import type { RequestObserver } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';
import { drain } from './drain.ts';
import type { Readiness } from './readiness.ts';

/** After the grace period: time for workers and stores to close before the process exits anyway. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Signals that the operating system raises at a faulting instruction. A handler would return to that instruction, which
 * would fail again, endlessly: these signals must end the process.
 */
const FATAL_SIGNALS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

export interface ShutdownOptions {
  readonly context: Pick<ServerContext, 'config' | 'readiness' | 'inFlight'>;
  readonly app: FastifyInstance;
  /** Servers on other ports. */
  readonly otherServers: readonly FastifyInstance[];
  /** Ends what is done beside requests; called at once. */
  readonly stopWork: () => Promise<void>;
  /** Called once no request is in flight any more. */
  readonly closeStores: () => Promise<void>;
}

/**
 * Shuts the service down on SIGTERM, SIGINT and uncaught exceptions. The returned function shuts it down for another
 * reason, with exit code 1.
 */
export function shutDownOnSignals(options: ShutdownOptions): (reason: string) => void {
  const { context, app, otherServers, stopWork, closeStores } = options;
  const { inFlight, config } = context;
  const { SHUTDOWN_NOTICE_MS: noticeMs, SHUTDOWN_GRACE_MS: graceMs } = config;
  let failure: string | undefined;
  const delay = noticeMs + graceMs + CLOSE_TIMEOUT_MS;
  const { close } = closeWithGrace({ delay, logger: false, skip: [...FATAL_SIGNALS] }, async ({ signal, err }) => {
    app.log.info({ signal, failure, inFlight: inFlight.count }, 'stopping');
    if (err !== undefined) app.log.fatal({ error: describeError(err) }, 'unexpected failure');
    const stopped = stopWork();
    const unanswered = await drain({ ...context, app, otherServers, noticeMs, graceMs });
    if (unanswered > 0) failure = `${unanswered} requests were not answered within SHUTDOWN_GRACE_MS.`;
    await stopped;
    await closeStores();
    if (failure === undefined) return;
    app.log.error({ failure }, 'stopped');
    // A rejection makes the exit code 1, for the process manager.
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
