import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../errors.ts';
import { tooLarge } from '../../jobs/read-job-rows.ts';

const FORMATS: ReadonlyMap<string, 'jsonl' | 'csv'> = new Map([
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
]);
const EXPECTED = 'Expected the header Content-Type: application/x-ndjson, application/jsonl or text/csv';
const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii']);
const ENCODINGS = new Set(['identity', 'gzip', 'x-gzip']);

/**
 * How the file in the body of a request holds its rows, by the headers. Throws `invalid_request` for another type, charset
 * or encoding, and `too_large` for a body that is longer than a file may be.
 */
export function readFileHeaders(headers: IncomingHttpHeaders, maxBytes: number): 'jsonl' | 'csv' {
  const format = formatOf(headers['content-type']);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !ENCODINGS.has(encoding.trim().toLowerCase())) {
    throw invalid('Expected Content-Encoding: gzip or none, got another encoding.');
  }
  const received = Number(headers['content-length'] ?? 0);
  if (received > maxBytes) throw tooLarge({ limit: maxBytes, received }, 'bytes');
  return format;
}

function formatOf(contentType: string | undefined): 'jsonl' | 'csv' {
  if (contentType === undefined) throw invalid(`${EXPECTED}, got none.`);
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const format = FORMATS.get(type);
  if (format === undefined) throw invalid(`${EXPECTED}, got another type.`);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const name = charset?.slice('charset='.length).replace(/^"(.*)"$/, '$1');
  if (name !== undefined && !UTF8_NAMES.has(name)) throw invalid(`${EXPECTED} in UTF-8, got another charset.`);
  return format;
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
