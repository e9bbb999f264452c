import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { NewJob } from '../../jobs/index.ts';
import type { JobFile } from '../../jobs/read-job-rows.ts';
import { readWebhookAddress } from '../../jobs/webhook-address.ts';
import { inputBounds } from '../../rows/row-bounds.ts';
import { clientOf } from '../auth/request-cost.ts';
import { readFields } from '../operations/operation.ts';
import { answerLimits } from '../routes/answer-route.ts';
import type { ServerContext } from '../server-context.ts';
import { readFileHeaders } from './file-headers.ts';
import { rowKinds } from './job-context.ts';
import { submitQuery } from './job-schemas.ts';

/** What a caller wants to have verified: the job and how its file is read. */
export interface Submission {
  readonly job: NewJob;
  readonly file: JobFile;
}

/** Reads everything but the body. Throws `invalid_request` and `too_large`. */
export function readSubmission(request: FastifyRequest, config: ServerContext['config']): Submission {
  const { name, rows: kind, delimiter, webhook_url: address } = readFields(submitQuery, request.query);
  const { MAX_JOB_BYTES: maxBytes, MAX_JOB_ROWS: maxRows, WEBHOOK_HOSTS: hosts } = config;
  const format = readFileHeaders(request.headers, maxBytes);
  if (delimiter !== undefined && format !== 'csv') throw invalid('delimiter', 'Expected a delimiter with CSV only.');
  if (kind === 'answers' && format === 'csv') throw invalid('rows', 'Expected answers as JSONL, got CSV.');
  const webhookUrl = address === undefined ? undefined : readWebhookAddress(address, hosts);
  const { required } = rowKinds(config)[kind];
  const bounds = inputBounds(answerLimits(config));
  const job = { client: clientOf(request), keyId: keyIdOf(request), name, kind, inputFormat: format, webhookUrl };
  return { job, file: { format, delimiter, required, bounds, maxBytes, maxRows } };
}

function keyIdOf({ principal }: FastifyRequest): string {
  if (principal === undefined) throw new Error('A job was submitted without a key. This is a bug.');
  return principal.keyId;
}

function invalid(field: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: { field } });
}
