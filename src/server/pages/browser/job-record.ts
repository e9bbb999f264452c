/** A job as the API answers with it. Times are ISO 8601. */
export interface JobRecord {
  readonly id: string;
  readonly name: string | null;
  readonly status: 'receiving' | 'queued' | 'running' | 'completed' | 'canceled';
  readonly rows: number;
  readonly rows_done: number;
  /** Number of error rows by error code. */
  readonly errors: Readonly<Record<string, number>>;
  readonly rows_per_second: number | null;
  readonly estimated_end: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface JobList {
  readonly jobs: readonly JobRecord[];
  readonly total: number;
}

export const RESULT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export function hasEnded({ status }: JobRecord): boolean {
  return status === 'completed' || status === 'canceled';
}

/** By which a customer knows it. */
export function jobName({ id, name }: JobRecord): string {
  return name ?? id;
}
