import { z } from 'zod';
import { JOB_STATUSES } from '../../jobs/index.ts';
import { PAGE_FIELDS } from '../operations/page.ts';

const time = z.iso.datetime();

export const ROW_KINDS = ['claims', 'answers'] as const;
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
