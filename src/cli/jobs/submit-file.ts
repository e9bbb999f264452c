import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobBody, JobClient, SubmitJobOptions } from '../../client/index.ts';
import { formatOfName } from '../../rows/file-format.ts';
import { InputError } from '../../rows/input-error.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';

/** Submits a file or standard input. Throws InputError for a file that cannot be read or holds rows in another format. */
export async function submitFile(client: JobClient, path: string, options: SubmitJobOptions): Promise<JobBody> {
  // What comes from a pipe comes once.
  if (path === STANDARD_STREAM) return client.submitJob(process.stdin, options);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new InputError(`Expected a file, got "${path}".`);
  const format = options.format === undefined ? formatOf(path) : {};
  return client.submitJob(() => createReadStream(path), { name: basename(path), ...format, ...options });
}

function formatOf(path: string): Pick<SubmitJobOptions, 'format' | 'delimiter'> {
  const format = formatOfName(path);
  if (format === 'jsonl' || format === 'json' || format === 'csv') return { format };
  if (format === 'tsv') return { format: 'csv', delimiter: 'tab' };
  throw new InputError(
    `Expected a file of JSONL, CSV or TSV, got "${path}". claim-verifier verify reads ${format} files.`,
  );
}
