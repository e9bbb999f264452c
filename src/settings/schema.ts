import { isIP } from 'node:net';
import { z } from 'zod';
import { verifierOptions } from './verifier-options.ts';

const wholeNumber = z.string().regex(/^\d+$/, 'expected a whole number');
const decimalNumber = z.string().regex(/^(?:\d+|\d*\.\d+)$/, 'expected a number such as 0.25');

/** A whole number within its bounds, both included. */
const integer = (min: number, max: number) => wholeNumber.transform(Number).pipe(z.number().int().min(min).max(max));

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const jobSettings = {
  JOBS: flag.default(true).describe('false: /v1/jobs is not served, and no rows of jobs are verified'),
  JOB_CONCURRENCY: integer(0, 1_000)
    .default(4)
    .describe(
      'Rows of jobs that this process verifies in parallel; 0: it accepts files and leaves their rows to other replicas',
    ),
  JOB_TTL_DAYS: integer(1, 3_650)
    .default(7)
    .describe('Days that a job, its rows and its results are kept after its end'),
  MAX_JOB_BYTES: integer(1, 2 ** 40)
    .default(2 ** 30)
    .describe('Maximum size of the file of a job in bytes, unpacked if it came as gzip'),
  MAX_JOB_ROWS: integer(1, 1_000_000_000)
    .default(10_000_000)
    .describe('Maximum number of rows of a job, blank lines included'),
  JOB_ROWS_PER_DAY: integer(1, 1_000_000_000_000)
    .default(1_000_000)
    .describe('Rows of jobs that a key may submit in 24 hours, together with the keys rotated from it'),
  MAX_JOBS_BYTES: integer(1, 2 ** 50)
    .default(16 * 2 ** 30)
    .describe('Bytes that all jobs together may store, rows and results; a customer at most a quarter'),
  MIN_FREE_DISK: integer(0, 2 ** 50)
    .default(256 * 2 ** 20)
    .describe(
      'Bytes to keep free on the disk of the SQLite database; with fewer, no file is accepted and no row of a job starts',
    ),
};

const url = z.url();
const port = integer(0, 65_535);

/** The setting of a numeric option: its text is checked and converted, everything else is the option's own. */
function numeric<Option extends z.ZodType<number | undefined, number | undefined>>(text: z.ZodString, option: Option) {
  const value = text.optional().transform((given) => (given === undefined ? undefined : Number(given)));
  return value.pipe(option).describe(option.description ?? '');
}

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Origins as browsers send them, or the star alone. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.join() === '*' || parts.every((part) => URL.canParse(part) && new URL(part).origin === part),
    'expected * or origins such as https://app.example, without a path, separated by commas',
  );

/** false, true (the nearest hop is a proxy) or the addresses of the proxies. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isAddressOrNetwork) || ['true', 'false'].includes(parts.join()),
    'expected true, false or proxy addresses and networks such as 10.0.0.0/8, separated by commas',
  )
  .transform((parts) => (isIP(parts[0]!.split('/')[0]!) === 0 ? parts[0] === 'true' : parts));

/** Settings that may contain a password: values are never shown, and `<name>_FILE` may name a file with one. */
export const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'ADMIN_TOKEN'] as const;

/**
 * All settings with their defaults and bounds. The description is the text of the table in README.md and of `claim-verifier
 * serve --help`. An empty value counts as unset.
 */
export const settings = z.object({
  PORT: port.default(8080).describe('Port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the SQLite database; not used with DATABASE_URL'),
  REPLICAS: integer(1, 10_000)
    .default(1)
    .describe('Maximum number of replicas that run at the same time; more than 1 requires DATABASE_URL'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL database shared by several replicas; unset: SQLite in DATA_DIR'),
  DATABASE_CONNECTIONS: integer(1, 1_000)
    .default(10)
    .describe(
      'Maximum number of connections of this process to PostgreSQL; those of all replicas must stay below its max_connections',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Redis for rate limits shared by several replicas; unset: each replica counts in memory'),
  ON_REDIS_LOSS: z
    .enum(['refuse', 'per-replica'])
    .default('refuse')
    .describe(
      'Behavior while Redis is unreachable. refuse: requests get 503; per-replica: each replica counts for itself',
    ),
  UNREADY_WITHOUT: z
    .enum(['none', 'database', 'redis', 'all'])
    .default('none')
    .describe(
      'The store (database, redis or all) without which /health/ready answers 503; none: it names a lost store with 200, because replicas lose a shared store together',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server for API-key e-mails; unset: keys are returned in responses, and e-mails wait'),
  SMTP_ALLOW_PLAINTEXT: flag
    .default(false)
    .describe('true: send API-key e-mails unencrypted if the mail server is on another host and offers no TLS'),
  MAIL_FROM: z.string().min(3).default('keys@localhost').describe('From address of API-key e-mails'),
  ADMIN_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'expected at least 16 characters and no white space')
    .optional()
    .describe("The operator's token for /admin/v1 and the dashboard; unset: only operators with their own tokens"),
  ADMIN_PORT: port.default(0).describe("Separate port for /admin/v1 and the operator's dashboard; 0: served on PORT"),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum log level'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe('Collector of OpenTelemetry traces (OTLP over HTTP), such as http://localhost:4318; unset: no traces'),
  TRUST_PROXY: proxies
    .default(false)
    .describe('Take the client address from X-Forwarded-For: true (nearest hop) or the addresses of the proxies'),
  CHECKOUT_URL: url
    .optional()
    .describe(
      'Sent with 403 and in e-mails: where to renew a subscription; unset: the dashboard, and no link in e-mails',
    ),
  DASHBOARD_URL: url
    .optional()
    .describe('Sent with 401 and in e-mails: where to get a key; unset: /dashboard, and no link in e-mails'),
  DEMO_KEY: flag
    .optional()
    .describe(
      'true: offer the try page a key that works for a day; only with a HOST such as 127.0.0.1 and no proxy; unset: true on a terminal, without DATABASE_URL, CHECKOUT_URL and NODE_ENV=production',
    ),
  CORS_ORIGINS: origins
    .optional()
    .describe('Origins whose web pages may call /v1, /mcp and /info, such as https://app.example, or *; unset: none'),
  MODEL_DIR: verifierOptions.modelDir,
  MODEL_FILE: verifierOptions.modelFile,
  EVIDENCE_MODEL_DIR: verifierOptions.evidenceModelDir,
  CALIBRATION_FILE: verifierOptions.calibrationFile,
  MIN_CONFIDENCE: numeric(decimalNumber, verifierOptions.minConfidence),
  EXECUTION_PROVIDER: verifierOptions.executionProvider,
  WORKERS: numeric(wholeNumber, verifierOptions.workers),
  THREADS_PER_WORKER: numeric(wholeNumber, verifierOptions.threadsPerWorker),
  MAX_QUEUE_MS: numeric(wholeNumber, verifierOptions.maxQueueMs),
  MAX_REQUEST_MS: numeric(wholeNumber, verifierOptions.maxRequestMs),
  SCORE_CACHE_PAIRS: numeric(wholeNumber, verifierOptions.scoreCachePairs),
  MAX_ANSWER_CHARACTERS: integer(1, 100_000)
    .default(10_000)
    .describe('Maximum length of an answer for /v1/verify/answer, in characters'),
  MAX_SOURCES: integer(1, 1_000).default(200).describe('Maximum number of sources for /v1/verify/answer'),
  MAX_SOURCES_CHARACTERS: integer(1, 1_000_000)
    .default(100_000)
    .describe('Maximum length of all sources for /v1/verify/answer together, in characters'),
  ...jobSettings,
  GATEWAY_ROUTES: z.enum(['litellm']).optional().describe('Gateway whose routes are served: litellm; unset: none'),
  LITELLM_WITHOUT_SOURCES: z
    .enum(['block', 'pass'])
    .default('block')
    .describe('Decision sent to LiteLLM for an answer without sources: block or pass'),
  MCP_ROUTE: flag
    .default(false)
    .describe('true: serve the Model Context Protocol at POST /mcp, with the keys and limits of /v1'),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000)
    .default(60)
    .describe('Requests per minute for keys without their own limit'),
  FAILED_LOGINS_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe(
      "Maximum number of failed logins per minute and client address; beyond it unknown keys are rarely looked up; known keys and operators' tokens always work",
    ),
  METRICS_PORT: port.default(0).describe('Separate port for /metrics; 0: served on PORT'),
  AUDIT_RETENTION_DAYS: integer(0, 36_500)
    .default(0)
    .describe('Days for which entries of the audit log are kept; 0: forever'),
  USAGE_RETENTION_DAYS: integer(0, 36_500)
    .default(0)
    .describe('Days for which the daily usage of keys is kept; 0: forever'),
  REQUEST_TIMEOUT_MS: integer(100, 600_000)
    .default(30_000)
    .describe('Time limit in milliseconds for a client to send its request, and to continue reading a response'),
  SHUTDOWN_GRACE_MS: integer(0, 600_000)
    .default(30_000)
    .describe('Milliseconds after SIGTERM in which accepted requests may finish'),
});

/** Names that the environment may set. Each secret can be in a file instead: `<name>_FILE`. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(settings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

export type Config = Readonly<z.infer<typeof settings>>;
