import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../contract/errors.ts';
import { errorResponse } from './errors.ts';
import { SECURITY_HEADERS } from './headers.ts';

/** Maximum number of unfinished responses on a connection. A client that pipelines more requests is disconnected. */
const MAX_UNFINISHED_RESPONSES = 16;

interface Connection {
  /** Unfinished responses in the order of their requests. Node writes only the first; the others are queued. */
  readonly responses: Set<ServerResponse>;
  /** The response to the latest request; it may be finished. */
  latest: ServerResponse;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Requests whose bodies may take as long as their readers allow, and longer than REQUEST_TIMEOUT_MS as a whole. Node's own
 * limit is one for all requests of a server.
 */
export const slowBodies = new WeakSet<IncomingMessage>();

/** True if the request on a connection may take longer than others. */
function mayBeSlow(socket: Socket): boolean {
  const request = connections.get(socket)?.latest.req;
  return request !== undefined && !request.complete && slowBodies.has(request);
}

/**
 * Bounds what a connection can make the server hold. It is closed when more than MAX_UNFINISHED_RESPONSES requests wait
 * for their responses, or when the client reads nothing of a written response for `idleMs` (ms). When a connection
 * closes, every response it waited for emits 'close': Node does so for the first only.
 */
export function boundConnections(server: Server, idleMs: number): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const { responses } = connectionOf(socket, response);
    if (responses.size === MAX_UNFINISHED_RESPONSES) {
      // Node still parses what it has received and emits 'request' for it.
      socket.destroy();
      return;
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    // When all responses are written, Node replaces this by its keep-alive timeout.
    socket.setTimeout(idleMs);
    response.on('timeout', closeUnread);
    for (const handle of handlers) handle.call(server, request, response);
  });
}

/**
 * Resolves once the responses to all earlier requests on the connection are written, with whether the bytes that could
 * not be parsed need a response. They do not if they are the rest of a request that was answered before it was read.
 */
async function responsesBefore(socket: Socket): Promise<boolean> {
  const connection = connections.get(socket);
  if (connection === undefined) return true;
  const { responses, latest } = connection;
  const expected = [...responses].filter(isExpected);
  await Promise.all(expected.map((response) => new Promise((resolve) => response.once('close', resolve))));
  return latest.req.complete || !latest.headersSent;
}

/** A request whose rest cannot be read gets no response, unless the response has been sent already. */
function isExpected({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent;
}

function connectionOf(socket: Socket, latest: ServerResponse): Connection {
  const known = connections.get(socket);
  if (known !== undefined) {
    known.latest = latest;
    return known;
  }
  // Node caches the address on first use; after the connection has closed it could not be read any more.
  void socket.remoteAddress;
  const connection = { responses: new Set<ServerResponse>(), latest };
  connections.set(socket, connection);
  socket.once('close', () => {
    for (const response of connection.responses) abandon(response);
  });
  return connection;
}

/** Queued responses have no socket, so Node does not close them. */
function abandon(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}

/** On a timeout: a response that is not made yet may take longer, one that is not read may not. */
function closeUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/**
 * A signal that aborts when the client disconnects before the response is written. A half-closed connection counts as
 * disconnected: a client that died looks the same. Fastify's own `request.signal` cannot be used: it follows the 'close'
 * event of the request, which Node emits once the body is read, and not again when the client disconnects.
 */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort(new Error('The client disconnected.'));
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}

/**
 * Answers bytes that Node could not parse as a request (bad syntax, too many headers, too slow) in the error format,
 * after the responses to earlier requests on the connection, then closes the connection. A body that may be slow is left
 * to its reader.
 */
export async function answerClientError(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  // Node asks once for each request, and keeps reading it unless the connection is closed.
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
    return new ServiceError(
      'headers_too_large',
      'Address and headers have more than 16 KiB. Send fewer or shorter ones.',
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('request_timeout', 'The request did not arrive in time. Send it again.');
  }
  return new ServiceError('invalid_request', 'The request is not well-formed HTTP/1.1.');
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
