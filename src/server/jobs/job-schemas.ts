import { z } from 'zod';
import { JOB_STATUSES, type JobView } from '../../jobs/index.ts';
import { count } from '../api/input-fields.ts';
import { cursor, PAGE_FIELDS } from '../operations/page.ts';

const time = z.iso.datetime();

const ROW_KINDS = ['claims', 'answers'] as const;
export const RESULT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

const Webhook = z.strictObject({
  url: z.string(),
  delivered_at: time.nullable().meta({ description: 'When the receiver answered with a status of 2xx' }),
  last_error: z
    .string()
    .nullable()
    .meta({ description: 'Why the last attempt failed; null: none failed, or it is delivered' }),
});

const Job = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'As it was given with the file' }),
    kind: z.enum(ROW_KINDS).meta({ description: 'What the rows hold: claims with a source each, or whole answers' }),
    status: z.enum(JOB_STATUSES).meta({
      description:
        'receiving: the file is still arriving; queued: no row was begun; running; completed: every row has a result; canceled',
    }),
    rows: z.int().min(0).meta({ description: 'Rows of the file; while it arrives, those that were read' }),
    rows_done: z.int().min(0).meta({ description: 'Rows with a result, error rows included' }),
    errors: z
      .record(z.string(), z.int().min(0))
      .meta({ description: 'Number of error rows by error code, as in the results' }),
    rows_per_second: z.number().min(0).nullable().meta({ description: 'null while nothing is done' }),
    estimated_end: time.nullable().meta({ description: 'At the rate so far; null unless it is running' }),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    expires_at: time.meta({
      description:
        'When the job is deleted with its rows and results; counted anew from its end, and not while it runs',
    }),
    webhook: Webhook.nullable().meta({ description: 'null: none was asked for' }),
  })
  .meta({ description: 'A file of rows that are verified one after the other' });

const JobList = z
  .strictObject({ jobs: z.array(Job), ...PAGE_FIELDS })
  .meta({ description: 'The jobs of a key and of those that it was rotated from, newest first' });

const UploadPlace = z
  .strictObject({ place: z.string(), expires_in_seconds: z.int().min(1) })
  .meta({ description: 'A place among the files that a customer uploads at the same time' });

/** The body of a webhook. */
const JobEvent = Job.pick({ id: true, name: true, status: true, rows: true, errors: true, finished_at: true })
  .extend({ client: z.string().meta({ description: 'Whose job it is: webhooks.client of GET /v1/account' }) })
  .meta({ description: 'What a webhook tells of a job that has ended; no texts' });

export type JobBody = z.infer<typeof Job>;

/** The schemas of the answers, by the names that they have in the OpenAPI description. */
export const JOB_SCHEMAS = { Job, JobList, JobEvent, UploadPlace };

const MAX_NAME = 200;

/** POST /v1/jobs. */
export const submitQuery = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME)
    // No pattern of the description: programs that read it know no classes of characters.
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'expected printable characters')
    .optional()
    .meta({ description: 'A name to find the job again, such as that of the file; printable characters' }),
  rows: z.enum(ROW_KINDS).default('claims').meta({
    description: 'claims: rows with claim and grounding_source; answers: rows as bodies of POST /v1/verify/answer',
  }),
  delimiter: z
    .string()
    .regex(
      /^(?:(?!["\w])[!-~]|\t|tab)$/,
      'expected one character of ASCII that is no letter, digit, space or quote, or the word tab',
    )
    .transform((text) => (text === 'tab' ? '\t' : text))
    .optional()
    .meta({ description: 'Of CSV; by default the one that the header uses: comma, semicolon, tab or bar' }),
  webhook_url: z.string().optional().meta({
    description: 'Told when the job ends; at one of the hosts in WEBHOOK_HOSTS',
    format: 'uri',
    maxLength: 2_000,
  }),
});

/** GET /v1/jobs. */
export const listQuery = z.strictObject({
  status: z.enum(JOB_STATUSES).optional().meta({ description: 'Only jobs with this status' }),
  count: count(200, 50),
  cursor,
});

/** GET /v1/jobs/{id}/results. */
export const resultsQuery = z.strictObject({
  format: z.enum(RESULT_FORMATS).default('jsonl').meta({ description: 'As claim-verifier verify writes the files' }),
  escape_formulas: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({
      description:
        'Of CSV for a spreadsheet: puts an apostrophe before each cell that would be taken for a formula, numbers below zero included',
    }),
});

/** A job as the API answers with it. */
export function jobBody(job: JobView): JobBody {
  return {
    id: job.id,
    name: job.name,
    kind: job.kind,
    status: job.status,
    rows: job.rows,
    rows_done: job.rowsDone,
    errors: { ...job.errors },
    rows_per_second: job.rowsPerSecond === null ? null : Math.round(job.rowsPerSecond * 100) / 100,
    estimated_end: job.estimatedEnd,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    expires_at: job.expiresAt,
    webhook: job.webhook === null ? null : webhookBody(job.webhook),
  };
}

function webhookBody({ url, deliveredAt, lastError }: NonNullable<JobView['webhook']>): JobBody['webhook'] {
  return { url, delivered_at: deliveredAt, last_error: lastError };
}
