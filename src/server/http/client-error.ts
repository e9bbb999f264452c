import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../../errors.ts';
import { mayBeSlow, responsesBefore } from './connections.ts';
import { errorResponse } from './error-response.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Answers bytes that Node could not parse as a request (bad syntax, too many headers, too slow) in the error format,
 * after the responses to earlier requests on the connection, then closes the connection. A body that may be slow is left
 * to its reader.
 */
export async function answerClientError(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  // Node asks once for each request, and goes on reading it unless the connection is closed.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayBeSlow(socket)) return;
  if (error.code !== 'ECONNRESET') {
    socket.pause();
    const unanswered = await responsesBefore(socket);
    if (unanswered && socket.writable) socket.write(rawResponse(errorFor(error.code)));
  }
  socket.destroy();
}

function errorFor(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError('headers_too_large', 'Expected at most 16 KiB of headers, got more.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('request_timeout', 'Expected the whole request in time, got only a part of it.');
  }
  return new ServiceError('invalid_request', 'Expected a well-formed HTTP/1.1 request, got something else.');
}

function rawResponse(error: ServiceError): string {
  const requestId = randomUUID();
  const { status, body } = errorResponse(error, requestId);
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
