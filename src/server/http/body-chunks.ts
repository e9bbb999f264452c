import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../contract/errors.ts';
import { slowBodies } from './connections.ts';

export interface BodyPatience {
  /** Longest pause in milliseconds. */
  readonly idleMs: number;
  readonly pace: Pace;
}

/**
 * The body of a request as it arrives; the next chunk is read from the connection when it is asked for, after all other
 * connections had their turn. The body may take longer than other requests, but no longer pause than allowed, and at the
 * least pace: then it throws `request_timeout`. Throws as well when the client disconnects before the end. Whoever stops
 * reading early calls `discardRest`.
 */
export async function* bodyChunks(request: IncomingMessage, { idleMs, pace }: BodyPatience): AsyncGenerator<Buffer> {
  slowBodies.add(request);
  const sender = new PaceOfSender(pace);
  let idleSince = performance.now();
  while (!request.readableEnded) {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) {
      sender.received(chunk.length);
      yield chunk;
      // Libuv reads a connection up to 32 times before it looks at another one; what is done with a chunk would keep all
      // others waiting for as long.
      await nextTurn();
      idleSince = performance.now();
    } else if (request.destroyed) throw brokenOff();
    else {
      const from = performance.now();
      await change(request, Math.min(idleSince + idleMs - from, sender.leftMs));
      const now = performance.now();
      sender.waited(now - from);
      const isIdle = request.readableLength === 0 && !request.readableEnded;
      const message = `No more data of the body arrived within ${idleMs} ms. Send the request again.`;
      if (isIdle && now - idleSince >= idleMs) throw new ServiceError('request_timeout', message);
    }
  }
}

export function brokenOff(): ServiceError {
  return new ServiceError('invalid_request', 'The body is incomplete. Send the request again.');
}

const CHANGES = ['readable', 'end', 'close', 'error'];

/** Resolves once there may be more to read, or nothing any more, or the time is over. */
function change(request: IncomingMessage, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const onChange = () => {
      clearTimeout(timer);
      for (const name of CHANGES) request.off(name, onChange);
      resolve();
    };
    const timer = setTimeout(onChange, Math.max(0, ms));
    for (const name of CHANGES) request.on(name, onChange);
  });
}

/** Drops what is left of a body, so that the client reads the response; after `limitMs` more it is disconnected. */
export function discardRest(request: IncomingMessage, limitMs: number): void {
  slowBodies.delete(request);
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), limitMs);
  for (const name of ['end', 'close']) request.once(name, () => clearTimeout(timer));
  // A failure of the connection is no one's any more.
  request.on('error', () => undefined);
  request.resume();
}

/** The least that a sender delivers while it is waited for. */
interface Pace {
  readonly bytesPerSecond: number;
  /** Time of waiting, in milliseconds, over which it is measured. */
  readonly windowMs: number;
}

/** Enforces a least pace on the sender of a body, counting only time in which the service waited for more. */
class PaceOfSender {
  readonly #pace: Pace;
  #waitedMs = 0;
  #bytes = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Waiting time, in milliseconds, until `waited` looks at the pace next. */
  get leftMs(): number {
    return this.#pace.windowMs - this.#waitedMs;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Throws `request_timeout` when too little came in a whole window. */
  waited(ms: number): void {
    this.#waitedMs += ms;
    const { windowMs, bytesPerSecond } = this.#pace;
    if (this.#waitedMs < windowMs) return;
    const expected = (bytesPerSecond * windowMs) / 1_000;
    if (this.#bytes < expected) {
      const message = `The body arrived too slowly: ${this.#bytes} bytes in ${windowMs / 1_000} seconds of waiting; at least ${expected} are needed.`;
      throw new ServiceError('request_timeout', message, { details: { limit: expected, received: this.#bytes } });
    }
    this.#waitedMs = 0;
    this.#bytes = 0;
  }
}
