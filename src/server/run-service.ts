import { writeFileSync } from 'node:fs';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openAccess } from '../access/index.ts';
import { every } from '../background.ts';
import { accessSettings, type Config, jobSettings, loadConfig, verifierSettings } from '../config.ts';
import { createVerifier, type Verifier } from '../index.ts';
import { openJobs } from '../jobs/index.ts';
import { packageFacts } from '../package.ts';
import { printable, printableLines } from '../printable.ts';
import { warnOfSeparateLimits } from './auth/rate-limits.ts';
import { buildMetricsServer, buildOperatorServer, buildServer } from './build-server.ts';
import { printFirstKey, withDefaultDemoKey } from './first-start.ts';
import { describeError } from './http/errors.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { Readiness } from './lifecycle/readiness.ts';
import { faultObserver, listenBeside, shutDownOnSignals } from './lifecycle/shutdown.ts';
import { logReady, logSettings, startupError } from './lifecycle/startup.ts';
import { createServerContext, type ServerContext } from './server-context.ts';
import { observeEmails } from './telemetry/email-metrics.ts';
import { startTracing } from './telemetry/tracing.ts';

/** Starts the service in this process. If it cannot start, writes the reason to stderr and exits with code 1. */
export async function runService(): Promise<void> {
  let config: Config | undefined;
  excludeMemoryFromCoreDumps();
  try {
    config = loadConfig();
    await serve(withDefaultDemoKey(config, process));
  } catch (error) {
    process.stderr.write(`${printableLines(startupError(error, config))}\n`);
    process.exit(1);
  }
}

/** Keeps this process's memory, with keys and texts, out of core dumps on Linux, or writes a warning. */
function excludeMemoryFromCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    // A bit mask of the kinds of memory mapping to dump (man 5 core).
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch (error) {
    process.stderr.write(
      `Core dumps of this process may contain keys and texts: ${printable((error as Error).message)}\n`,
    );
  }
}

/** Enough for the hot functions to be compiled before the service reports ready. */
const WARM_UP_ROUNDS = 4;

/** Runs the service in this process until a signal ends it. Rejects if it cannot start. */
async function serve(config: Config): Promise<void> {
  // Before there is a server, and so before there is its log.
  const onWaiting = (reason: string) =>
    void process.stderr.write(`${printable(reason)} Trying again for 30 seconds.\n`);
  const access = await openAccess({ ...accessSettings(config), onWaiting });
  const readiness = new Readiness();
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  const { version } = packageFacts();
  const tracing = endpoint === undefined ? undefined : await startTracing({ endpoint, version });
  const observers = [
    faultObserver(readiness, (reason) => shutDown(reason)),
    ...(tracing === undefined ? [] : [tracing.requests]),
  ];
  const hasOperators = await access.operators.haveTokens();
  const { database } = access;
  const jobs = config.JOBS ? openJobs({ database, ...jobSettings(config) }) : undefined;
  const context = createServerContext({ config, access, readiness, observers, jobs, hasOperators, tracing });
  const app = buildServer(context);
  const { registry } = context.metrics;
  const runningJobs = jobs && runJobs(jobs, config, app.log, registry);
  observeEmails(access.emails, { log: app.log, registry, sends: config.SMTP_URL !== undefined });
  logSettings(app.log, config);
  if (config.DEMO_KEY)
    app.log.info('DEMO_KEY is on: the try page gets a key of its own on this machine. DEMO_KEY=false turns it off.');
  warnOfSeparateLimits(app.log, config);
  await context.stores.watch(app.log);
  const endRetention = startRetention(context, app.log);
  let loading: Promise<Verifier> | undefined;
  const closeStores = async () => {
    // Wait for a model that is still being loaded: its workers must not be terminated in the middle of a batch.
    await (await loading?.catch(() => undefined))?.close();
    context.stores.close();
    endRetention();
    await tracing?.close();
    await access.close();
  };
  const otherServers: FastifyInstance[] = [];
  const stopWork = async () => runningJobs?.stop();
  const shutDown = shutDownOnSignals({ context, app, otherServers, stopWork, closeStores });
  // Listen first, so that probes are answered while the models are loaded.
  const others = [
    { port: config.METRICS_PORT, build: buildMetricsServer },
    { port: config.ADMIN_PORT, build: buildOperatorServer },
  ];
  for (const { port, build } of others.filter((other) => other.port !== 0)) {
    otherServers.push(await listenBeside(app, build(context), { host: config.HOST, port }));
  }
  await app.listen({ host: config.HOST, port: config.PORT });
  // A start that fails at a busy port would lose the key, which is shown only once.
  await printFirstKey(access, config, app.server);
  loading = createVerifier({ ...verifierSettings(config), warmUpRounds: WARM_UP_ROUNDS });
  const verifier = await loading;
  readiness.ready(verifier);
  runningJobs?.verify(verifier);
  logReady(app.log, verifier.info);
}

const RETENTION_PERIOD_MS = 3_600_000;

function startRetention({ access, jobs, metrics }: ServerContext, log: FastifyBaseLogger): () => void {
  const run = async () => {
    try {
      const pruned = { ...(await access.prune()), jobs: (await jobs?.store.prune()) ?? 0 };
      if (pruned.audit + pruned.usage + pruned.jobs > 0) log.info(pruned, 'deleted expired rows');
      metrics.countJob('retention', 'done');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'expired rows could not be deleted');
      metrics.countJob('retention', 'failed');
    }
  };
  void run();
  return every(RETENTION_PERIOD_MS, run);
}
