import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobClient, JobResultFormat, JobResultOptions } from '../../client/index.ts';
import { STANDARD_STREAM } from '../batch/open-input.ts';

export interface ResultFile {
  readonly path: string;
  readonly format: JobResultFormat;
  readonly csv: Omit<JobResultOptions, 'signal'>;
}

/** Writes the results of a job to a file, which is there once it is whole, or to standard output. */
export async function writeResults(
  client: JobClient,
  id: string,
  { path, signal, ...form }: ResultFile & { readonly signal: AbortSignal },
): Promise<void> {
  const results = Readable.from(await partsOf(client, id, { ...form, signal }));
  if (path === STANDARD_STREAM) return pipeline(results, process.stdout, { signal, end: false });
  const partial = `${path}.partial`;
  await pipeline(results, createWriteStream(partial), { signal });
  await rename(partial, path);
}

async function partsOf(
  client: JobClient,
  id: string,
  { format, csv, signal }: Omit<ResultFile, 'path'> & { readonly signal: AbortSignal },
): Promise<AsyncIterable<string | Uint8Array>> {
  if (format === 'jsonl') return linesOf(client.jobResults(id, { signal }));
  return (await client.jobResultFile(id, format, { ...csv, signal })) as AsyncIterable<Uint8Array>;
}

async function* linesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
