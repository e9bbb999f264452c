import closeWithGrace from 'close-with-grace';
import { type Access, openAccess } from '../access/index.ts';
import { type Config, verifierSettings } from '../config.ts';
import { createVerifier } from '../index.ts';
import { describeError } from './access-log.ts';
import { buildServer } from './build-server.ts';
import { drain } from './drain.ts';
import { watchForFault } from './fault-watch.ts';
import { InFlight } from './in-flight.ts';
import { createMetrics } from './metrics.ts';
import { listenForScrapes } from './metrics-server.ts';
import { Readiness } from './readiness.ts';

/** After the grace time: for workers and stores to close before the process ends regardless. */
const LAST_RESORT_MS = 5_000;

/** Runs the service in this process until a signal ends it. Rejects when it cannot start. */
export async function serve(config: Config): Promise<void> {
  const access = await openAccess({ dataDir: config.DATA_DIR, defaultLimit: config.RATE_LIMIT_PER_MINUTE });
  await printFirstKey(access);
  const readiness = new Readiness();
  const inFlight = new InFlight();
  const metrics = createMetrics(readiness, inFlight);
  const app = buildServer({ config, access, readiness, inFlight, metrics });
  const stop = stopOnSignals({ config, access, readiness, inFlight, app });
  watchForFault(app, readiness, stop);
  // Listening comes first, so that probes are answered while the model is loaded.
  if (config.METRICS_PORT !== 0) await listenForScrapes(app, metrics, config);
  await app.listen({ host: config.HOST, port: config.PORT });
  const verifier = await createVerifier(verifierSettings(config));
  readiness.ready(verifier);
  const { id, provider, providerFallback } = verifier.info.model;
  app.log.info({ model: id, provider, providerFallback }, 'ready');
}

async function printFirstKey({ keys }: Access): Promise<void> {
  const created = await keys.createFirstKeyIfEmpty();
  if (created === undefined) return;
  process.stdout.write(`First start: an API key was made. It is shown this once.\n\n  ${created.key}\n\n`);
}

interface Running {
  readonly config: Config;
  readonly access: Access;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  readonly app: ReturnType<typeof buildServer>;
}

/** Drains on SIGTERM, SIGINT and unexpected failures. The returned function does so for a reason of our own. */
function stopOnSignals({ config, access, readiness, inFlight, app }: Running): (reason: string) => void {
  const { SHUTDOWN_NOTICE_MS: noticeMs, SHUTDOWN_GRACE_MS: graceMs } = config;
  let failure: string | undefined;
  const delay = noticeMs + graceMs + LAST_RESORT_MS;
  const { close } = closeWithGrace({ delay, logger: false }, async ({ signal, err }) => {
    app.log.info({ signal, failure, inFlight: inFlight.count }, 'stopping');
    if (err !== undefined) app.log.fatal({ error: describeError(err) }, 'unexpected failure');
    const lost = await drain({ app, readiness, inFlight, noticeMs, graceMs });
    await readiness.warmVerifier?.close();
    await access.close();
    // A rejection makes the exit code 1: the orchestrator is to know.
    if (lost > 0) throw new Error(`${lost} requests were cut off at the end of SHUTDOWN_GRACE_MS`);
    if (failure !== undefined) throw new Error(failure);
  });
  return (reason) => {
    failure = reason;
    close();
  };
}
