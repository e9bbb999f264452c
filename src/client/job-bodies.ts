/** The bodies of /v1/jobs, under the names and in the form of the API. Times are ISO 8601. */
import type { CallOptions } from './bodies.ts';

/**
 * `receiving`: the file is still arriving. `queued`: no row was begun. `completed`: every row has a result or an error.
 */
export type JobStatus = 'receiving' | 'queued' | 'running' | 'completed' | 'canceled';

export interface JobBody {
  readonly id: string;
  readonly name: string | null;
  /** What the rows hold. */
  readonly kind: JobRows;
  readonly status: JobStatus;
  readonly rows: number;
  /** Rows with a result, error rows included. */
  readonly rows_done: number;
  /** Number of error rows by error code. */
  readonly errors: Readonly<Record<string, number>>;
  readonly rows_per_second: number | null;
  /** At the rate so far; null unless it is running. */
  readonly estimated_end: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** When the job is deleted with its rows and results; counted anew from its end, and not while it runs. */
  readonly expires_at: string;
  readonly webhook: JobWebhookBody | null;
}

export interface JobWebhookBody {
  readonly url: string;
  readonly delivered_at: string | null;
  readonly last_error: string | null;
}

/** The answer of `GET /v1/jobs`, newest first. */
export interface JobListBody {
  readonly jobs: readonly JobBody[];
  readonly total: number;
  /** The cursor of the next page; null: this is the last. */
  readonly next: string | null;
}

/** `claims`: rows with claim and grounding_source. `answers`: rows that are requests of `POST /v1/verify/answer`. */
export type JobRows = 'claims' | 'answers';

/** What holds a file: its text, a Blob or File, or its parts as they come. */
export type JobFile =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>;

export interface SubmitJobOptions extends CallOptions {
  /** Default: jsonl. */
  readonly format?: 'jsonl' | 'csv' | undefined;
  /** Whether the file is packed; the service counts it unpacked. Default: no. */
  readonly gzip?: boolean | undefined;
  /** A name to find the job again, such as that of the file. */
  readonly name?: string | undefined;
  /** Default: claims. */
  readonly rows?: JobRows | undefined;
  /** Of CSV. Default: the one that the header uses. */
  readonly delimiter?: string | undefined;
  /** Told when the job ends; at one of the hosts that the service allows. */
  readonly webhook_url?: string | undefined;
  /** Called before each wait for other uploads of the same customer to end. */
  readonly onWait?: ((error: Error) => void) | undefined;
}

/** The answer of `POST /v1/jobs/places`. */
export interface UploadPlaceBody {
  readonly place: string;
  readonly expires_in_seconds: number;
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
  /** Of CSV for a spreadsheet: an apostrophe before each cell that would be taken for a formula. Default: false. */
  readonly escape_formulas?: boolean | undefined;
}

export type JobResultFormat = 'jsonl' | 'csv' | 'parquet';
