import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';
import { allowSlowBody, forbidSlowBody } from './connections.ts';

/**
 * The body of a request as it arrives; the next chunk is read from the connection when it is asked for, after all other
 * connections had their turn. The body may take longer than other requests, but no pause longer than `idleMs`: then it
 * throws `request_timeout`. Throws as well when the client disconnects before the end. Whoever stops reading early calls
 * `discardRest`.
 */
export async function* bodyChunks(request: IncomingMessage, idleMs: number): AsyncGenerator<Buffer> {
  allowSlowBody(request);
  while (!request.readableEnded) {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) {
      yield chunk;
      // Libuv reads a connection up to 32 times before it looks at another one; what is done with a chunk would keep all
      // others waiting for as long.
      await nextTurn();
    } else if (request.destroyed)
      throw new ServiceError('invalid_request', 'Expected the whole body, got a part of it.');
    else await change(request, idleMs);
  }
}

const CHANGES = ['readable', 'end', 'close', 'error'];

/** Resolves once there may be more to read, or nothing any more. */
function change(request: IncomingMessage, idleMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      for (const name of CHANGES) request.off(name, onChange);
      end();
    };
    const onChange = settle(resolve);
    const late = settle(() => reject(tooSlow(idleMs)));
    const timer = setTimeout(late, idleMs);
    for (const name of CHANGES) request.on(name, onChange);
  });
}

function tooSlow(idleMs: number): ServiceError {
  return new ServiceError('request_timeout', `Expected more of the body within ${idleMs} ms, got nothing.`);
}

/**
 * Reads what is left of a body and drops it, so that the client reads the response before the connection ends. A client
 * that sends more than `limitMs` longer is disconnected.
 */
export function discardRest(request: IncomingMessage, limitMs: number): void {
  forbidSlowBody(request);
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), limitMs);
  for (const name of ['end', 'close']) request.once(name, () => clearTimeout(timer));
  // A failure of the connection is nobody's any more.
  request.on('error', () => undefined);
  request.resume();
}
