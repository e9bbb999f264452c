import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { type Access, openAccess } from '../access/index.ts';
import { accessSettings, type Config, verifierSettings } from '../config.ts';
import { createVerifier, type Verifier } from '../index.ts';
import { warnOfSeparateLimits } from './auth/limit-scope.ts';
import { buildServer } from './build-server.ts';
import { drain } from './lifecycle/drain.ts';
import { InFlight } from './lifecycle/in-flight.ts';
import { warmUp } from './lifecycle/open-verifier.ts';
import { Readiness } from './lifecycle/readiness.ts';
import { faultWatch } from './lifecycle/shutdown.ts';
import { logStart } from './lifecycle/startup-log.ts';
import { listenForScrapes } from './metrics-server.ts';
import { listenForOperator } from './operator-server.ts';
import { describeError } from './telemetry/access-log.ts';
import { watchLetters } from './telemetry/email-metrics.ts';
import { createMetrics } from './telemetry/service-metrics.ts';

/** After the grace time: for workers and stores to close before the process ends regardless. */
const LAST_RESORT_MS = 5_000;

/**
 * Raised by the machine at an instruction that fails. A handler would return to that instruction, and it would fail
 * again, for ever: these must end the process.
 */
const CRASHES = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/** Runs the service in this process until a signal ends it. Rejects when it cannot start. */
export async function serve(config: Config): Promise<void> {
  const access = await openAccess(accessSettings(config));
  await printFirstKey(access);
  const readiness = new Readiness();
  const inFlight = new InFlight();
  const metrics = createMetrics(readiness, inFlight);
  const watchers = [faultWatch(readiness, (reason) => stop(reason))];
  const app = buildServer({ config, access, administration: access, readiness, inFlight, metrics, watchers });
  watchLetters(access.letters, { log: app.log, registry: metrics.registry });
  warnOfSeparateLimits(app.log, config);
  let loading: Promise<Verifier> | undefined;
  const closeStores = async () => {
    // Also a model that is still being loaded: its workers are not to be torn down in the middle of a run.
    await (await loading?.catch(() => undefined))?.close();
    await access.close();
  };
  const beside: FastifyInstance[] = [];
  const stop = stopOnSignals({ config, readiness, inFlight, app, beside, closeStores });
  // Listening comes first, so that probes are answered while the model is loaded.
  if (config.METRICS_PORT !== 0) beside.push(await listenForScrapes(app, { config, metrics, readiness }));
  if (config.ADMIN_PORT !== 0) beside.push(await listenForOperator(app, { config, access, readiness, inFlight }));
  await app.listen({ host: config.HOST, port: config.PORT });
  loading = openVerifier(config);
  const verifier = await loading;
  readiness.ready(verifier);
  logStart(app.log, verifier.info);
}

async function openVerifier(config: Config): Promise<Verifier> {
  const verifier = await createVerifier(verifierSettings(config));
  await warmUp(verifier);
  return verifier;
}

async function printFirstKey({ keys }: Access): Promise<void> {
  const created = await keys.createFirstKeyIfEmpty();
  if (created === undefined) return;
  process.stdout.write(`First start: an API key was made. It is shown this once.\n\n  ${created.key}\n\n`);
}

interface Running {
  readonly config: Config;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  readonly app: FastifyInstance;
  /** Servers on other ports. */
  readonly beside: readonly FastifyInstance[];
  readonly closeStores: () => Promise<void>;
}

/** Drains on SIGTERM, SIGINT and unexpected failures. The returned function does so for a reason of our own. */
function stopOnSignals({ config, closeStores, ...running }: Running): (reason: string) => void {
  const { SHUTDOWN_NOTICE_MS: noticeMs, SHUTDOWN_GRACE_MS: graceMs } = config;
  const { app, inFlight } = running;
  let failure: string | undefined;
  const delay = noticeMs + graceMs + LAST_RESORT_MS;
  const { close } = closeWithGrace({ delay, logger: false, skip: [...CRASHES] }, async ({ signal, err }) => {
    app.log.info({ signal, failure, inFlight: inFlight.count }, 'stopping');
    if (err !== undefined) app.log.fatal({ error: describeError(err) }, 'unexpected failure');
    const lost = await drain({ ...running, noticeMs, graceMs });
    if (lost > 0) failure = `${lost} requests were cut off at the end of SHUTDOWN_GRACE_MS.`;
    await closeStores();
    if (failure === undefined) return;
    app.log.error({ failure }, 'stopped');
    // A rejection makes the exit code 1: the orchestrator is to know.
    throw new Error(failure);
  });
  return (reason) => {
    failure = reason;
    close();
  };
}
