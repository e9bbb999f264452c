/** Parameters of calls to /v1/jobs. */
import type { FileOptions } from '../contract/file-options.ts';
import type { JobBody, JobFormat, JobRows, JobStatus } from '../contract/job.ts';
import type { CallOptions } from './bodies.ts';

/** A file: its text, a Blob or File, or a stream of its parts. */
export type JobFile =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>;

export interface SubmitJobOptions extends CallOptions, FileOptions {
  /** Default: jsonl. */
  readonly format?: JobFormat | undefined;
  /** The file is compressed; the service counts it uncompressed. Default: false. */
  readonly gzip?: boolean | undefined;
  /** A name to find the job again, such as that of the file. */
  readonly name?: string | undefined;
  /** Default: claims. */
  readonly rows?: JobRows | undefined;
  /** Called before each wait for other uploads of the same customer to end. */
  readonly onWait?: ((error: Error) => void) | undefined;
}

export interface ListJobsOptions extends CallOptions {
  readonly status?: JobStatus | undefined;
  /** Jobs of a page, 1 to 200. Default: 50. */
  readonly count?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

export interface WaitForJobOptions extends CallOptions {
  /** Pause between two requests, in milliseconds. Default: 2,000. */
  readonly intervalMs?: number | undefined;
  /** Called with the job each time that it was asked for. */
  readonly onProgress?: ((job: JobBody) => void) | undefined;
  /** Called with each failure that is waited out. */
  readonly onInterruption?: ((error: Error) => void) | undefined;
}

export interface JobResultOptions extends CallOptions {
  /** CSV for a spreadsheet: an apostrophe before each cell that would be read as a formula. Default: false. */
  readonly escape_formulas?: boolean | undefined;
  /** CSV: the character between cells, or `tab`. Default: a comma. */
  readonly output_delimiter?: string | undefined;
  /** CSV for a spreadsheet: begins with a byte order mark, which Excel needs to read umlauts. Default: false. */
  readonly bom?: boolean | undefined;
}

export type { FileEncoding, FileOptions } from '../contract/file-options.ts';
export type {
  JobBody,
  JobFormat,
  JobListBody,
  JobResultFormat,
  JobRows,
  JobStatus,
} from '../contract/job.ts';
