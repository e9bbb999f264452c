import { z } from 'zod';
import { JOB_STATUSES } from '../../jobs/index.ts';
import { count } from '../operations/input-fields.ts';
import { cursor } from '../operations/page.ts';
import { RESULT_FORMATS, ROW_KINDS } from './job-schemas.ts';

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
