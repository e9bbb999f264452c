import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { ANSWER_LIMITS, type AnswerLimits } from './contract/answer-request.ts';
import { ServiceError } from './contract/errors.ts';
import { PACKAGE_ROOT } from './package.ts';
import { misspeltNames } from './settings/option-problems.ts';
import { REMOVED } from './settings/removed.ts';
import { type Config, SECRETS, SETTING_NAMES, settings } from './settings/schema.ts';
import { verifierOptions } from './settings/verifier-options.ts';

export { type Config, PACKAGE_ROOT, settings };

const SQLITE_IS_LOCAL =
  'expected 1, because the keys are in SQLite, which serves one process; set DATABASE_URL to run more replicas';

function canShareKeys({ REPLICAS, DATABASE_URL }: Config): boolean {
  return REPLICAS === 1 || DATABASE_URL !== undefined;
}

const DEMO_IS_LOCAL =
  'expected false unless HOST is 127.0.0.1, ::1 or localhost and TRUST_PROXY is false: everybody gets the key';

function keepsDemoLocal(config: Config): boolean {
  return !config.DEMO_KEY || isLocalService(config);
}

/** True if only programs on this machine can reach the service: it listens on loopback, and no proxy forwards to it. */
export function isLocalService({ HOST, TRUST_PROXY }: Config): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(HOST) && TRUST_PROXY === false;
}

/**
 * Reads the settings from the environment, and secrets from the files that it names. Empty values count as unset.
 * Throws `invalid_configuration` with one sentence per wrong setting: what was expected, and what was set.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { secrets, problems } = readSecretFiles(env);
  const given = {
    ...Object.fromEntries(Object.keys(settings.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    ...secrets,
  };
  const parsed = settings
    .refine(canShareKeys, { path: ['REPLICAS'], message: SQLITE_IS_LOCAL })
    .refine(keepsDemoLocal, { path: ['DEMO_KEY'], message: DEMO_IS_LOCAL })
    .safeParse(given);
  if (!parsed.success || problems.length > 0) {
    const sentences = (parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      return isSecret(name) ? `${name}: ${issue.message}` : `${name}: ${issue.message}; got "${env[name]}"`;
    });
    throw new ServiceError('invalid_configuration', [...sentences, ...problems].join('\n'));
  }
  return Object.freeze({
    ...parsed.data,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    MODEL_DIR: resolve(parsed.data.MODEL_DIR),
    EVIDENCE_MODEL_DIR: resolve(parsed.data.EVIDENCE_MODEL_DIR),
  });
}

function isSecret(name: string): boolean {
  return SECRETS.some((secret) => secret === name);
}

/** One sentence per variable of the environment that is a removed or misspelt setting. Names only, no values. */
export function settingWarnings(env: NodeJS.ProcessEnv = process.env): string[] {
  const names = Object.keys(env).filter((name) => env[name]);
  const others = names.filter((name) => !(name in REMOVED));
  return [
    ...names
      .filter((name) => name in REMOVED)
      .map((name) => `${name} was removed and has no effect: ${REMOVED[name]}.`),
    ...misspeltNames(others, SETTING_NAMES).map(
      ({ name, meant }) => `${name} is not a setting and has no effect; did you mean ${meant}?`,
    ),
  ];
}

/** The settings whose values differ from the defaults; secrets are shown as "set". */
export function changedSettings(config: Config): Record<string, unknown> {
  const defaults = loadConfig({});
  const changed = Object.keys(settings.shape) as (keyof Config)[];
  return Object.fromEntries(
    changed
      .filter((name) => String(config[name]) !== String(defaults[name]))
      .map((name) => [name, isSecret(name) ? 'set' : config[name]]),
  );
}

type VerifierSettings = Readonly<z.output<z.ZodObject<typeof verifierOptions>>>;

/** The options of `createVerifier`, the same in the service and in every command. Options without a value are left out. */
export function verifierSettings(config: Config): VerifierSettings {
  const given = Object.keys(verifierOptions).map((option) => {
    const setting = option.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
    return [option, config[setting as keyof Config]] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as unknown as VerifierSettings;
}

/** Those of a command whose option for concurrency limits what is waiting: none is refused for what waits or costs. */
export function unlimitedVerifierSettings(config: Config): VerifierSettings {
  return { ...verifierSettings(config), maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER };
}

/** Limits of an answer and its sources, the same in the service and in the commands. Lengths are code points. */
export function answerLimits(config: Config): AnswerLimits {
  return {
    ...ANSWER_LIMITS,
    answerLength: config.MAX_ANSWER_CHARACTERS,
    sources: config.MAX_SOURCES,
    sourcesLength: config.MAX_SOURCES_CHARACTERS,
  };
}

/** For a command next to the service: creates and upgrades no database, counts no requests and sends no e-mails. */
export function commandAccessSettings(config: Config) {
  const origin = originOf(config.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL');
  return {
    ...accessSettings(config),
    existing: { origin },
    redisUrl: undefined,
    sendEmails: false,
    startTimeoutMs: 0,
  };
}

export function jobSettings({ JOB_TTL_DAYS: ttlDays, MAX_JOBS_BYTES: maxBytes, MIN_FREE_DISK: minFreeBytes }: Config) {
  return { ttlDays, storageLimits: { maxBytes, minFreeBytes } };
}

/** The options of `openAccess`, the same in the service and in the commands. */
export function accessSettings(config: Config) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DASHBOARD_URL: dashboardUrl, CHECKOUT_URL: checkoutUrl } = config;
  const mail = { from, allowPlaintext: config.SMTP_ALLOW_PLAINTEXT, dashboardUrl, checkoutUrl };
  return {
    dataDir: config.DATA_DIR,
    defaultLimit: config.RATE_LIMIT_PER_MINUTE,
    databaseUrl: config.DATABASE_URL,
    databaseConnections: config.DATABASE_CONNECTIONS,
    redisUrl: config.REDIS_URL,
    onRedisLoss: config.ON_REDIS_LOSS,
    mail: smtpUrl === undefined ? undefined : { smtpUrl, ...mail },
    retention: { auditDays: config.AUDIT_RETENTION_DAYS, usageDays: config.USAGE_RETENTION_DAYS },
  };
}

/** Where the value of a setting came from, as a sentence: the environment, a file of Node's --env-file, or the default. */
export function originOf(name: string, { env, execArgv }: Pick<NodeJS.Process, 'env' | 'execArgv'> = process): string {
  const value = env[name];
  if (!value) return `${name} is not set, so its default applies.`;
  const files = execArgv.flatMap((option) => /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1] ?? []);
  const file = files.find((path) => settingsIn(path)[name] === value);
  return file === undefined ? `${name} comes from the environment.` : `${name} comes from the file ${file}.`;
}

/** Empty for a file that cannot be read. */
function settingsIn(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** The secrets in files, and one sentence per `_FILE` setting that cannot be used. */
function readSecretFiles(env: NodeJS.ProcessEnv) {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = env[setting];
    if (!file) continue;
    if (env[name]) {
      problems.push(`${setting}: expected either ${name} or ${setting}, got both; unset one of them`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') {
        problems.push(`${setting}: expected a file that holds the secret; got "${file}", which is empty`);
      } else secrets[name] = text;
    } catch (error) {
      problems.push(`${setting}: expected a readable file; got "${file}": ${(error as NodeJS.ErrnoException).code}`);
    }
  }
  return { secrets, problems };
}

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** URL under which a service that listens at HOST and PORT can be reached on the same machine. */
export function localUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
