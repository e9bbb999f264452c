import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../../errors.ts';
import { earlierAnswers } from './connections.ts';
import { answerFor } from './error-answer.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Answers what Node could not read as a request at all (bad syntax, too many headers, too slow) in the shape of
 * every other error, then ends the connection. Answers to requests before it on the connection come first.
 */
export async function answerClientError(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code !== 'ECONNRESET') {
    socket.pause();
    const unanswered = await earlierAnswers(socket);
    if (unanswered && socket.writable) socket.write(rawAnswer(complaintOf(error.code)));
  }
  socket.destroy();
}

function complaintOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError('headers_too_large', 'Expected at most 16 KiB of headers, got more.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('request_timeout', 'Expected the whole request in time, got only a part of it.');
  }
  return new ServiceError('invalid_request', 'Expected a well-formed HTTP/1.1 request, got something else.');
}

function rawAnswer(error: ServiceError): string {
  const requestId = randomUUID();
  const { status, body } = answerFor(error, requestId);
  const text = JSON.stringify(body);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
