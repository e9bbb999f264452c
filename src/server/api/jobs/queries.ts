import { z } from 'zod';
import { CsvOptions, FileOptions } from '../../../contract/file-options.ts';
import { JOB_ROWS, JOB_STATUSES, RESULT_FORMATS } from '../../../contract/job.ts';
import { count, cursor } from '../input-fields.ts';

const MAX_NAME = 200;

export const submitQuery = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME)
    // No pattern of the description: programs that read it know no classes of characters.
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'expected printable characters')
    .optional()
    .meta({ description: 'Name of the job, such as the file name; printable characters' }),
  rows: z.enum(JOB_ROWS).default('claims').meta({
    description: 'claims: rows with claim and grounding_source; answers: rows as bodies of POST /v1/verify/answer',
  }),
  ...FileOptions.shape,
});

export const listQuery = z.strictObject({
  status: z.enum(JOB_STATUSES).optional().meta({ description: 'Only jobs with this status' }),
  count: count(200, 50),
  cursor,
});

export const resultsQuery = z.strictObject({
  format: z.enum(RESULT_FORMATS).default('jsonl').meta({ description: 'As claim-verifier verify writes the files' }),
  escape_formulas: flag(CsvOptions.shape.escape_formulas),
  output_delimiter: CsvOptions.shape.output_delimiter,
  bom: flag(CsvOptions.shape.bom),
});

/** An option of CSV that is on or off, as a query string has it. */
function flag(option: z.ZodType): z.ZodType<boolean> {
  const { description = '' } = option.meta() ?? {};
  return z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: `For CSV only. ${description}` });
}
