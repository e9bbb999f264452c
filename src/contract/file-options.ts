import { z } from 'zod';
import type { Body } from './body.ts';

export const ENCODINGS = ['utf-8', 'utf-16', 'windows-1252'] as const;
/** How the characters of a text file are stored. */
export type FileEncoding = (typeof ENCODINGS)[number];

/** A spreadsheet's names are short; those of a request must fit into its address. */
const MAX_NAME = 1_000;
const MAX_SOURCES = 100;
const NAME = `expected a name of 1 to ${MAX_NAME} characters`;
const columnName = z.string().min(1, NAME).max(MAX_NAME, NAME);

const delimiter = z
  .string()
  .regex(
    /^(?:(?!["\w])[!-~]|\t|tab)$/,
    'expected one ASCII character other than a letter, digit, space or quote, or the word tab',
  )
  .transform((text) => (text === 'tab' ? '\t' : text));

/** How a file of rows is read, for whoever takes one: requests, commands, both clients and the dashboard. */
export const FileOptions = z.strictObject({
  claim_column: columnName
    .optional()
    .meta({ description: 'Rows of claims: the name of the column with the claim, by default claim' }),
  source_column: z
    .union([columnName, z.array(columnName).min(1).max(MAX_SOURCES)], {
      error: `expected one name to ${MAX_SOURCES} names of 1 to ${MAX_NAME} characters`,
    })
    .transform((names) => [names].flat())
    .optional()
    .meta({
      description:
        'Rows of claims: the name of the column with the source, by default grounding_source. The texts of several ' +
        'columns are joined, with an empty line between them',
    }),
  delimiter: delimiter
    .optional()
    .meta({ description: 'Delimiter of CSV; by default the one that the header uses: comma, semicolon, tab or bar' }),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .meta({ description: 'Encoding of the text; utf-8 by default. utf-16 is read in the byte order of its mark' }),
});
/** How a file of rows is read. */
export type FileOptions = Body<typeof FileOptions>;

/** How results are written as CSV. */
export const CsvOptions = z.strictObject({
  escape_formulas: z.boolean().default(false).meta({
    description:
      'For a spreadsheet: puts an apostrophe before each cell that would be read as a formula, negative numbers included',
  }),
  output_delimiter: delimiter.optional().meta({ description: 'Delimiter between cells; a comma by default' }),
  bom: z.boolean().default(false).meta({
    description: 'For a spreadsheet: begins with a byte order mark, which Excel needs for letters such as é and ü',
  }),
});
