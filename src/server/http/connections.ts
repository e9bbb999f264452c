import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers that one connection may be waiting for. A caller that pipelines more requests than this is disconnected. */
export const MAX_OUTSTANDING_ANSWERS = 16;

interface Connection {
  /** In the order of their requests. Of these Node writes only the first's, whatever else is ready. */
  readonly answers: Set<ServerResponse>;
  /** To the request that came last; it may be answered already. */
  latest: ServerResponse;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Bounds what a connection can make the server hold. More than MAX_OUTSTANDING_ANSWERS requests without their answers
 * end it; so does a caller that reads nothing of a written answer for `pauseMs` (ms). When it ends, every answer
 * that it waited for emits 'close': Node does so for the first only.
 */
export function boundConnections(server: Server, pauseMs: number): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const { answers } = connectionOf(socket, response);
    if (answers.size === MAX_OUTSTANDING_ANSWERS) {
      // Node still reads to the end of what it received at once, and comes here again.
      socket.destroy();
      return;
    }
    answers.add(response);
    response.once('close', () => answers.delete(response));
    // Node takes this back when all is answered, and sets the time for keeping the connection.
    socket.setTimeout(pauseMs);
    response.on('timeout', endUnread);
    for (const handle of handlers) handle.call(server, request, response);
  });
}

/**
 * Resolves once the answers to all earlier requests on the connection are written, with whether the bytes at which
 * reading stopped are still to be answered: the rest of a request that was answered before it was read is not.
 */
export async function earlierAnswers(socket: Socket): Promise<boolean> {
  const connection = connections.get(socket);
  if (connection === undefined) return true;
  const { answers, latest } = connection;
  const due = [...answers].filter(isDue);
  await Promise.all(due.map((answer) => new Promise((resolve) => answer.once('close', resolve))));
  return latest.req.complete || !latest.headersSent;
}

/** A request of which the rest cannot be read is not going to be answered, unless it is already. */
function isDue({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent;
}

function connectionOf(socket: Socket, latest: ServerResponse): Connection {
  const known = connections.get(socket);
  if (known !== undefined) {
    known.latest = latest;
    return known;
  }
  // Asked for once, the address is known also after the connection has ended.
  void socket.remoteAddress;
  const connection = { answers: new Set<ServerResponse>(), latest };
  connections.set(socket, connection);
  socket.once('close', () => {
    for (const answer of connection.answers) abandon(answer);
  });
  return connection;
}

/** Only the answer that Node is writing has a socket, and is told by Node. */
function abandon(answer: ServerResponse): void {
  if (answer.socket !== null) return;
  answer.destroy();
  answer.emit('close');
}

/** Nothing moved on the connection: either the answer is not made yet, or it is not read. */
function endUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
