import type { z } from 'zod';
import type { JOB_SCHEMAS } from '../../jobs/job-schemas.ts';

type JobBody = z.infer<(typeof JOB_SCHEMAS)['Job']>;

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
  webhook: { url: 'https://hooks.example/jobs', delivered_at: null, last_error: null },
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

const ENDED = {
  id: QUEUED.id,
  client: 'cus_9fJ2kLm0QxYz1A',
  name: QUEUED.name,
  status: 'completed',
  rows: QUEUED.rows,
  errors: RUNNING.errors,
  finished_at: '2030-01-31T12:10:05.000Z',
} satisfies z.infer<(typeof JOB_SCHEMAS)['JobEvent']>;

const FILES = {
  jsonl:
    '{"id":"1","claim":"The company employs 350 people.","grounding_source":"The company has a staff of 350."}\n' +
    '{"id":"2","claim":"It was founded in 1980.","grounding_source":"It was founded in 1990."}\n',
  csv:
    'id,claim,grounding_source\n' +
    '1,The company employs 350 people.,The company has a staff of 350.\n' +
    '2,It was founded in 1980.,It was founded in 1990.\n',
};

const RESULTS = {
  jsonl:
    '{"id":"1","claim":"The company employs 350 people.","verdict":"SUPPORTED","confidence":0.9312,"reasoning":"…","audit_trail":[]}\n' +
    '{"id":"2","line":2,"error":{"code":"invalid_request","message":"claim must be a string of 1 to 500 characters, got 501."}}\n',
  csv:
    'id,claim,verdict,confidence,reasoning,audit_trail,line,error_code,error_message,other\n' +
    '1,The company employs 350 people.,SUPPORTED,0.9312,…,[],,,,\n' +
    '2,,,,,,2,invalid_request,"claim must be a string of 1 to 500 characters, got 501.",\n',
};

/** What the descriptions of /v1/jobs show. */
export const JOB_EXAMPLES = {
  queued: QUEUED,
  running: RUNNING,
  canceled: CANCELED,
  list: { jobs: [RUNNING], total: 1, next: null },
  ended: ENDED,
  files: FILES,
  results: RESULTS,
};
