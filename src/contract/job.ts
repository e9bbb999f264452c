import { z } from 'zod';
import { type Body, PAGE_FIELDS } from './body.ts';
import { longClaim } from './verify.ts';

export const JOB_STATUSES = ['receiving', 'queued', 'running', 'completed', 'canceled'] as const;
/** `receiving`: the file is still arriving. `queued`: no row was begun. `completed`: every row has a result or an error. */
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_ROWS = ['claims', 'answers'] as const;
/** `claims`: rows with claim and grounding_source. `answers`: rows that are requests of `POST /v1/verify/answer`. */
export type JobRows = (typeof JOB_ROWS)[number];

/** How a file of a job holds its rows. `json`: an array of objects. */
export const JOB_FORMATS = ['jsonl', 'json', 'csv'] as const;
export type JobFormat = (typeof JOB_FORMATS)[number];

export const RESULT_FORMATS = ['jsonl', 'csv'] as const;
export type JobResultFormat = (typeof RESULT_FORMATS)[number];

const time = z.iso.datetime();

export const JobBody = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().meta({ description: 'The name sent with the file' }),
    kind: z.enum(JOB_ROWS).meta({ description: 'Kind of rows: claims with a source each, or whole answers' }),
    status: z.enum(JOB_STATUSES).meta({
      description:
        'receiving: the file is still arriving; queued: no row has started; running; completed: every row has a result; canceled',
    }),
    rows: z.int().min(0).meta({ description: 'Rows of the file; while it arrives, the rows read so far' }),
    rows_done: z.int().min(0).meta({ description: 'Rows with a result, error rows included' }),
    errors: z
      .record(z.string(), z.int().min(0))
      .meta({ description: 'Number of error rows by error code, as in the results' }),
    rows_per_second: z.number().min(0).nullable().meta({ description: 'null until a row has a result' }),
    estimated_end: time
      .nullable()
      .meta({ description: 'Estimated from the rate so far; null unless the job is running' }),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    expires_at: time.meta({
      description:
        'When the job is deleted with its rows and results. The time starts again when the job ends; a running job is not deleted',
    }),
  })
  .meta({ description: 'A file of rows that are verified one after the other' });
/** A file of rows that are verified one after the other. Times are ISO 8601. */
export type JobBody = Body<typeof JobBody>;

export const JobListBody = z
  .strictObject({ jobs: z.array(JobBody), ...PAGE_FIELDS })
  .meta({ description: 'The jobs of a key and of the keys it was rotated from, newest first' });
/** The answer of `GET /v1/jobs`, newest first. */
export type JobListBody = Body<typeof JobListBody>;

const QUEUED: JobBody = {
  id: 'job_8f3k2m9q4w7r1t',
  name: 'claims.jsonl',
  kind: 'claims',
  status: 'queued',
  rows: 12_000,
  rows_done: 0,
  errors: {},
  rows_per_second: null,
  estimated_end: null,
  created_at: '2030-01-31T12:00:00.000Z',
  started_at: null,
  finished_at: null,
  expires_at: '2030-02-07T12:00:00.000Z',
};

const RUNNING: JobBody = {
  ...QUEUED,
  status: 'running',
  rows_done: 4_000,
  errors: { invalid_request: 2 },
  rows_per_second: 20,
  estimated_end: '2030-01-31T12:10:05.000Z',
  started_at: '2030-01-31T12:00:05.000Z',
};

const CANCELED: JobBody = {
  ...RUNNING,
  status: 'canceled',
  estimated_end: null,
  finished_at: '2030-01-31T12:03:25.000Z',
};

const FILES = {
  jsonl:
    '{"id":"1","claim":"The company employs 350 people.","grounding_source":"The company has a staff of 350."}\n' +
    '{"id":"2","claim":"It was founded in 1980.","grounding_source":"It was founded in 1990."}\n',
  json:
    '[{"id":"1","claim":"The company employs 350 people.","grounding_source":"The company has a staff of 350."},\n' +
    '{"id":"2","claim":"It was founded in 1980.","grounding_source":"It was founded in 1990."}]\n',
  csv:
    'id,claim,grounding_source\n' +
    '1,The company employs 350 people.,The company has a staff of 350.\n' +
    '2,It was founded in 1980.,It was founded in 1990.\n',
};

const RESULTS = {
  jsonl:
    '{"id":"1","claim":"The company employs 350 people.","verdict":"SUPPORTED","confidence":0.9312,"reasoning":"…","audit_trail":[],"outcome":"pass","reason_codes":[],"row":1}\n' +
    `{"id":"2","claim":"It was …","error":{"code":"invalid_request","message":"${longClaim().message}"},"row":2}\n`,
  csv:
    'id,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row\n' +
    '1,The company employs 350 people.,SUPPORTED,0.9312,…,[],pass,[],,,,2\n' +
    `2,It was …,,,,,,,invalid_request,"${longClaim().message}",,3\n`,
};

/** Examples in the descriptions of /v1/jobs. */
export const JOB_EXAMPLES = {
  queued: QUEUED,
  running: RUNNING,
  canceled: CANCELED,
  list: { jobs: [RUNNING], total: 1, next: null },
  files: FILES,
  results: RESULTS,
};
