import type { Config } from '../../../config.ts';
import { UPLOAD_BOUNDS } from '../../../jobs/job-bounds.ts';
import { shareOfClient } from '../../../jobs/job-storage.ts';
import { inputBounds } from '../../../rows/row-bounds.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../../rows/row-kind.ts';
import { answerLimits } from '../answer.ts';

/** What bounds a file, a customer's files and what is done with them at the same time, for GET /info. */
export function jobLimits(config: Config) {
  const bounds = inputBounds(answerLimits(config));
  return {
    file_bytes: config.MAX_JOB_BYTES,
    rows: config.MAX_JOB_ROWS,
    rows_per_day: config.JOB_ROWS_PER_DAY,
    bytes_per_day: config.JOB_BYTES_PER_DAY,
    stored_bytes: config.MAX_JOBS_BYTES,
    stored_bytes_per_client: shareOfClient(config.MAX_JOBS_BYTES),
    columns: bounds.columns,
    column_names_bytes: bounds.namesBytes,
    record_bytes: bounds.recordBytes,
    record_values: bounds.values,
    uploads_per_client: config.JOB_UPLOADS_PER_CLIENT,
    uploads: config.JOB_UPLOADS,
    downloads_per_client: config.JOB_DOWNLOADS_PER_CLIENT,
    least_bytes_per_second: UPLOAD_BOUNDS.pace.bytesPerSecond,
    gzip_times: UPLOAD_BOUNDS.unpackedTimes,
  };
}

/** What rows may hold, by the name that a caller gives it. */
export function rowKinds(config: Config): Readonly<Record<RowKind['name'], RowKind>> {
  return { claims: CLAIMS, answers: answersWithin(answerLimits(config)) };
}
