import type { Access, StoreName } from '../access/index.ts';
import type { Config } from '../config.ts';
import type { Jobs } from '../jobs/index.ts';
import { InFlight, type RequestObserver } from './http/request-observers.ts';
import { Readiness } from './lifecycle/readiness.ts';
import { StoreMonitor } from './lifecycle/store-monitor.ts';
import { type LogStream, prettyLogStream, stdoutLogStream } from './telemetry/logs.ts';
import { createMetrics, type Metrics } from './telemetry/service-metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** The part of access/ that requests need. Opening, checking and closing the stores is for the process. */
export type ServerAccess = Omit<Access, 'close'>;

/** Shared by the servers of one process: the API, and the operator and metrics servers on their own ports. */
export interface ServerContext {
  readonly config: Config;
  readonly access: ServerAccess;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  readonly stores: StoreMonitor;
  readonly metrics: Metrics;
  /** Notified of every request to the API, in addition to the in-flight count, the access log and the metrics. */
  readonly observers: readonly RequestObserver[];
  readonly logStream: LogStream;
  /** Files as jobs; undefined unless they are served. */
  readonly jobs: Jobs | undefined;
  /** True if an operator had its own token when the service started. */
  readonly hasOperators: boolean;
  /** Undefined unless traces are sent. */
  readonly tracing: Tracing | undefined;
}

/**
 * The parts of a context that are not made from the others. Log lines go to standard output by default: readable ones on a
 * terminal, JSON elsewhere.
 */
export type ServerContextParts = Pick<ServerContext, 'config' | 'access'> &
  Partial<Pick<ServerContext, 'readiness' | 'observers' | 'logStream' | 'jobs' | 'hasOperators' | 'tracing'>>;

export function createServerContext(parts: ServerContextParts): ServerContext {
  const { config, access, readiness = new Readiness(), observers = [], jobs, hasOperators = false, tracing } = parts;
  const { isTTY } = process.stdout;
  const readable = () => prettyLogStream(stdoutLogStream(), process.stdout.hasColors?.() ?? false);
  const { logStream = isTTY ? readable() : stdoutLogStream() } = parts;
  const inFlight = new InFlight();
  const stores = new StoreMonitor([...access.stores, ...(jobs === undefined ? [] : [jobs.storage])]);
  readiness.requireStores(() => neededButLost(config, stores.lost));
  const metrics = createMetrics(readiness, inFlight, stores);
  return { config, access, readiness, inFlight, stores, metrics, observers, logStream, jobs, hasOperators, tracing };
}

/** The lost stores without which this replica is to be taken out of service. */
function neededButLost({ UNREADY_WITHOUT: needed }: Config, lost: readonly StoreName[]): readonly StoreName[] {
  // Without room for jobs all else is served.
  return lost.filter((name) => name !== 'disk' && (needed === 'all' || needed === name));
}
