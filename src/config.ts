import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ServiceError } from './errors.ts';
import { PACKAGE_ROOT } from './package.ts';

export { PACKAGE_ROOT };

/** Defaults that the library and the settings share. */
export const DEFAULT_CANDIDATES = 6;
export const DEFAULT_MAX_VERDICT_PAIRS = 64;
export const DEFAULT_MAX_QUEUE_MS = 5_000;
export const DEFAULT_QUEUE_RESERVE = 0.25;
export const MOST_QUEUE_RESERVE = 0.9;

const integer = (low: number, high: number) =>
  z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.number().int().min(low).max(high));
const share = (high: number) =>
  z
    .string()
    .regex(/^\d*\.?\d+$/, 'expected a number such as 0.25')
    .transform(Number)
    .pipe(z.number().min(0).max(high));
const url = z.url();

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** false, true (the nearest hop is a proxy) or the proxies' own addresses. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isAddressOrNetwork) || ['true', 'false'].includes(parts.join()),
    'expected true, false or proxy addresses and networks such as 10.0.0.0/8, separated by commas',
  )
  .transform((parts) => (isIP(parts[0]!.split('/')[0]!) === 0 ? parts[0] === 'true' : parts));

/** Settings that may hold a password: an error never repeats them, and `<name>_FILE` may name a file with the value. */
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'BILLING_SECRET', 'ADMIN_TOKEN'] as const;

const fileWith = (name: (typeof SECRETS)[number]) =>
  z.string().min(1).optional().describe(`File with ${name}, instead of it`);

/**
 * Every setting, its default and its bounds. `describe` is the line of the README's table.
 * Zero means "decide from the machine" where a description says so.
 */
export const settings = z.object({
  PORT: integer(0, 65_535).default(8080).describe('Port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the key database'),
  REPLICAS: integer(1, 10_000)
    .default(1)
    .describe('The most processes that serve side by side; more than 1 needs DATABASE_URL'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL for the keys of several replicas; unset: SQLite in DATA_DIR'),
  DATABASE_URL_FILE: fileWith('DATABASE_URL'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Redis for rate limits of several replicas; unset: each counts in memory'),
  REDIS_URL_FILE: fileWith('REDIS_URL'),
  ON_REDIS_LOSS: z
    .enum(['refuse', 'per-replica'])
    .default('refuse')
    .describe('While Redis is lost: answer 503, or let each replica count for itself'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server that sends new keys; unset: they wait, or come with the answer'),
  SMTP_URL_FILE: fileWith('SMTP_URL'),
  SMTP_ALLOW_PLAINTEXT: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('true: letters with keys go out unencrypted where the mail server, not on this host, offers no TLS'),
  MAIL_FROM: z.string().min(3).default('keys@localhost').describe('Sender of the letters with keys'),
  BILLING_SECRET: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe('Signs billing events; unset: none are taken'),
  BILLING_SECRET_FILE: fileWith('BILLING_SECRET'),
  ADMIN_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'expected at least 16 characters and no white space')
    .optional()
    .describe("The operator's token for /admin/v1 and the dashboard; unset: both are off"),
  ADMIN_TOKEN_FILE: fileWith('ADMIN_TOKEN'),
  ADMIN_PORT: integer(0, 65_535)
    .default(0)
    .describe('Port for /admin/v1 and the dashboard alone; 0: served beside the API'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level logged'),
  TRUST_PROXY: proxies
    .default(false)
    .describe('Take the client address from X-Forwarded-For: true (nearest hop), or the addresses of the proxies'),
  CHECKOUT_URL: url.default('https://example.com/checkout').describe('Sent with 403: where a subscription is renewed'),
  DASHBOARD_URL: url.default('https://example.com/dashboard').describe('Sent with 401: where a key is obtained'),
  MODEL_DIR: z
    .string()
    .min(1)
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli'))
    .describe('Verdict model: a directory in the layout of the Hugging Face hub'),
  MODEL_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('ONNX file inside MODEL_DIR; unset: the one its manifest names for the provider'),
  EVIDENCE_MODEL_DIR: z
    .string()
    .min(1)
    .default(join(PACKAGE_ROOT, 'models', 'claim-nli-compact'))
    .describe('Evidence model: reads every pair and names the candidates that the verdict model reads'),
  EVIDENCE_CANDIDATES: integer(0, 10_000)
    .optional()
    .describe(
      `Sentences a claim span that the verdict model reads; 0: all; unset: ${DEFAULT_CANDIDATES}, or all for a model that does not name English`,
    ),
  MAX_VERDICT_PAIRS: integer(1, 100_000)
    .default(DEFAULT_MAX_VERDICT_PAIRS)
    .describe(
      'Pairs of a request for the verdict model, shared among the claim spans; five a span are always read; not used when all are read',
    ),
  CALIBRATION_FILE: z.string().min(1).optional().describe('Calibration to use instead of the one in MODEL_DIR'),
  EXECUTION_PROVIDER: z
    .enum(['auto', 'cpu', 'cuda'])
    .default('auto')
    .describe('Where the models run; cuda refuses to start without CUDA'),
  WORKERS: integer(0, 64)
    .default(0)
    .describe('Worker threads with a session of each model; 0: from the CPU quota and the memory limit'),
  THREADS_PER_WORKER: integer(0, 64)
    .default(0)
    .describe('Intra-op threads of a session; 0: from the CPU quota and the size of the models'),
  MAX_BATCH_TOKENS: integer(0, 1_048_576).default(0).describe('Padded tokens of a batch; 0: by provider'),
  MAX_QUEUE_MS: integer(1, 3_600_000)
    .default(DEFAULT_MAX_QUEUE_MS)
    .describe('Model time that may wait for each worker; a request that would wait longer is refused with 503'),
  QUEUE_RESERVE: share(MOST_QUEUE_RESERVE)
    .default(DEFAULT_QUEUE_RESERVE)
    .describe(
      'Share of MAX_QUEUE_MS that may wait on top of it, for keys with less than their equal share of MAX_QUEUE_MS; 0 to 0.9',
    ),
  SCORE_CACHE_PAIRS: integer(0, 10_000_000)
    .default(50_000)
    .describe('Scored pairs remembered across requests; 0: none'),
  RUN_TIMEOUT_MS: integer(1_000, 3_600_000)
    .default(60_000)
    .describe('A run of a model longer than this is taken for hung: the process ends with an error'),
  WINDOW_SENTENCES: integer(1, 8).default(3).describe('Longest window of neighbouring sentences taken as one premise'),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000).default(60).describe('Limit of a key made without one of its own'),
  FAILED_LOGINS_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe('Failed logins an address may make in a minute; beyond it the stores are hardly asked'),
  METRICS_PORT: integer(0, 65_535).default(0).describe('Port for /metrics alone; 0: served beside the API'),
  REQUEST_TIMEOUT_MS: integer(100, 600_000)
    .default(30_000)
    .describe('Time a caller has to send its whole request, and to read some more of a written answer'),
  SHUTDOWN_NOTICE_MS: integer(0, 600_000)
    .default(500)
    .describe('Time after SIGTERM in which new connections are still served while /health/ready says no'),
  SHUTDOWN_GRACE_MS: integer(0, 600_000).default(30_000).describe('Time for accepted requests to finish after SIGTERM'),
});

/** Settings of earlier versions, with what to write instead. */
const REPLACED: Readonly<Record<string, string>> = {
  MAX_QUEUED_TOKENS: `is replaced by MAX_QUEUE_MS, in milliseconds of model time; write MAX_QUEUE_MS=${DEFAULT_MAX_QUEUE_MS}`,
};

export type Config = Readonly<z.infer<typeof settings>>;

const ONE_PROCESS = 'expected 1 while the keys are in SQLite, a file of one process; set DATABASE_URL to run more';

function storesServe({ REPLICAS, DATABASE_URL }: Config): boolean {
  return REPLICAS === 1 || DATABASE_URL !== undefined;
}

/**
 * The environment as a frozen Config, with the secrets that files hold in their own settings. Empty values count as unset.
 * Throws `invalid_configuration` with one sentence a wrong setting: what was expected, what came.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { secrets, troubles } = readSecretFiles(env);
  const given = {
    ...Object.fromEntries(Object.keys(settings.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    ...secrets,
  };
  const parsed = settings.refine(storesServe, { path: ['REPLICAS'], message: ONE_PROCESS }).safeParse(given);
  const replaced = Object.entries(REPLACED).flatMap(([name, advice]) => (env[name] ? [`${name} ${advice}`] : []));
  if (!parsed.success || troubles.length + replaced.length > 0) {
    const sentences = (parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      const secret = SECRETS.some((known) => known === name);
      return secret ? `${name}: ${issue.message}` : `${name}: ${issue.message}; got "${env[name]}"`;
    });
    throw new ServiceError('invalid_configuration', [...sentences, ...troubles, ...replaced].join('\n'));
  }
  return Object.freeze({
    ...parsed.data,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    MODEL_DIR: resolve(parsed.data.MODEL_DIR),
    EVIDENCE_MODEL_DIR: resolve(parsed.data.EVIDENCE_MODEL_DIR),
  });
}

/** The secrets that `<name>_FILE` settings name, without the white space around them, and a sentence for what is wrong. */
function readSecretFiles(env: NodeJS.ProcessEnv) {
  const secrets: Record<string, string> = {};
  const troubles: string[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = env[setting];
    if (!file) continue;
    if (env[name]) {
      troubles.push(`${setting}: expected either ${name} or ${setting}, got both; unset one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '')
        troubles.push(`${setting}: expected a file that holds the secret; got "${file}", which is empty`);
      else secrets[name] = text;
    } catch (error) {
      troubles.push(`${setting}: expected a readable file; got "${file}": ${(error as NodeJS.ErrnoException).code}`);
    }
  }
  return { secrets, troubles };
}

/** The part of the settings that the server and every command hand to `createVerifier`. */
export function verifierSettings(config: Config) {
  return {
    modelDir: config.MODEL_DIR,
    ...(config.MODEL_FILE === undefined ? {} : { modelFile: config.MODEL_FILE }),
    evidenceModelDir: config.EVIDENCE_MODEL_DIR,
    ...(config.EVIDENCE_CANDIDATES === undefined ? {} : { evidenceCandidates: config.EVIDENCE_CANDIDATES }),
    maxVerdictPairs: config.MAX_VERDICT_PAIRS,
    ...(config.CALIBRATION_FILE === undefined ? {} : { calibrationFile: config.CALIBRATION_FILE }),
    executionProvider: config.EXECUTION_PROVIDER,
    workers: config.WORKERS,
    threadsPerWorker: config.THREADS_PER_WORKER,
    maxBatchTokens: config.MAX_BATCH_TOKENS,
    maxQueueMs: config.MAX_QUEUE_MS,
    queueReserve: config.QUEUE_RESERVE,
    scoreCachePairs: config.SCORE_CACHE_PAIRS,
    runTimeoutMs: config.RUN_TIMEOUT_MS,
    windowSentences: config.WINDOW_SENTENCES,
  };
}

/** What access/ is opened with, the same in the server and in the scripts. */
export function accessSettings(config: Config) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DASHBOARD_URL: dashboardUrl, CHECKOUT_URL: checkoutUrl } = config;
  const mail = { from, allowPlaintext: config.SMTP_ALLOW_PLAINTEXT, dashboardUrl, checkoutUrl };
  return {
    dataDir: config.DATA_DIR,
    defaultLimit: config.RATE_LIMIT_PER_MINUTE,
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    onRedisLoss: config.ON_REDIS_LOSS,
    mail: smtpUrl === undefined ? undefined : { smtpUrl, ...mail },
    billingSecret: config.BILLING_SECRET,
  };
}
