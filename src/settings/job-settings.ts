import { z } from 'zod';
import { integer } from './number-texts.ts';

/** An address with a scheme, or a host that is reached by https. */
const HAS_SCHEME = /^https?:\/\//;

const ONLY_HOST = /^https?:\/\/[^/?#@*]+$/;

/** The origin that an entry of WEBHOOK_HOSTS names; undefined for what is none. */
function originOfEntry(entry: string): string | undefined {
  const text = HAS_SCHEME.test(entry) ? entry : `https://${entry}`;
  return ONLY_HOST.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

/** Origins, as `new URL(address).origin` gives them. */
const webhookHosts = z
  .string()
  .transform((text) => text.split(',').map((part) => originOfEntry(part.trim())))
  .refine(
    (origins): origins is string[] => !origins.includes(undefined),
    'expected hosts such as hooks.example, hooks.example:8443 or http://10.0.0.5:8080, separated by commas',
  );

/** The settings of files that are verified as jobs. */
export const jobSettings = {
  JOBS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe('false: /v1/jobs is not served, and no rows of jobs are verified'),
  JOB_CONCURRENCY: integer(0, 1_000)
    .default(4)
    .describe(
      'Rows of jobs that this process verifies at the same time; 0: it accepts files and leaves their rows to other replicas',
    ),
  JOB_TTL_DAYS: integer(1, 3_650)
    .default(7)
    .describe('Days for which a job is kept with its rows and results, from its end on'),
  MAX_JOB_BYTES: integer(1, 2 ** 40)
    .default(2 ** 30)
    .describe('Maximum size of the file of a job in bytes, unpacked if it came as gzip'),
  MAX_JOB_ROWS: integer(1, 1_000_000_000)
    .default(10_000_000)
    .describe('Maximum number of rows of a job, blank lines included'),
  JOB_ROWS_PER_DAY: integer(1, 1_000_000_000_000)
    .default(1_000_000)
    .describe('Rows of jobs that a key may submit in 24 hours, together with the keys rotated from it'),
  JOB_BYTES_PER_DAY: integer(1, 2 ** 50)
    .default(4 * 2 ** 30)
    .describe(
      'Bytes of files for jobs, unpacked, that are read for a customer in 24 hours; those of refused files count',
    ),
  MAX_JOBS_BYTES: integer(1, 2 ** 50)
    .default(16 * 2 ** 30)
    .describe('Bytes that all jobs together may store, rows and results; a customer at most a quarter'),
  MIN_FREE_DISK: integer(0, 2 ** 50)
    .default(256 * 2 ** 20)
    .describe(
      'Bytes that stay free on the disk of the embedded database: with fewer no file is accepted and no row of a job begun',
    ),
  JOB_UPLOADS_PER_CLIENT: integer(1, 1_000).default(2).describe('Files that a customer may upload at the same time'),
  JOB_UPLOADS: integer(1, 10_000)
    .default(16)
    .describe('Files that this process receives at the same time, of all customers together'),
  JOB_DOWNLOADS_PER_CLIENT: integer(1, 1_000)
    .default(2)
    .describe('Results of jobs that a customer may download at the same time'),
  WEBHOOK_HOSTS: webhookHosts
    .optional()
    .describe(
      'Hosts that may be told when a job ends: by https, as hooks.example or hooks.example:8443, or by http, as http://10.0.0.5:8080; unset: no webhooks',
    ),
};

export const webhookSecret = z
  .string()
  .min(16, 'expected at least 16 characters')
  .optional()
  .describe(
    'Secret of which the secrets are made that sign the webhooks of jobs, one for each customer; needed with WEBHOOK_HOSTS',
  );

export const webhookV1 = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')
  .describe('true: sign webhooks with WEBHOOK_SECRET itself too, as v1, for receivers that check them as in 2.0.0');
