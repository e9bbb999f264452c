import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, assertDeclared } from './assert-answers.ts';

/** `read`: half-close and read to the end; `leave`: close at once; `ignore`: read nothing for a moment, then close. */
export const ENDINGS = ['read', 'leave', 'ignore'] as const;

export interface RawInput {
  /** Bytes as latin1, sent one after the other. */
  readonly pieces: readonly string[];
  readonly ending: (typeof ENDINGS)[number];
}

/** A connection whose caller has ended its half must be ended: beyond REQUEST_TIMEOUT_MS and the longest answers. */
const END_MS = 60_000;
const IGNORE_MS = 50;

/** Sends bytes to a port of this machine; resolves with what came back. Rejects when nobody listens, or nobody ends. */
export async function rawExchange(port: number, { pieces, ending }: RawInput): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  // The service may end a connection whenever it likes.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const received: Buffer[] = [];
  if (ending === 'read') socket.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => socket.end());
  await write(socket, pieces);
  if (ending === 'read') socket.end();
  else if (ending === 'ignore') await sleep(IGNORE_MS);
  if (ending !== 'read') socket.destroy();
  const late = new AbortController();
  const inTime = sleep(END_MS, 'late', { signal: late.signal }).catch(() => undefined);
  const outcome = await Promise.race([closed, inTime]);
  late.abort();
  socket.destroy();
  if (outcome === 'late') throw new Error(`expected the connection to be ended, got it open after ${END_MS} ms`);
  return Buffer.concat(received).toString('latin1');
}

async function write(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(Buffer.from(piece, 'latin1'));
    // A turn of the event loop, so that pieces are sent, and read, apart.
    await sleep(0);
  }
}

const HEAD_END = '\r\n\r\n';

/** Throws unless the bytes are whole answers that the interface declares, one after the other; the last may be cut. */
export function assertAnswers(bytes: string): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(HEAD_END, at);
    const [statusLine = '', ...lines] = bytes.slice(at, end < 0 ? undefined : end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(statusLine)?.[1] ?? Number.NaN);
    if (Number.isNaN(status) && end >= 0) throw new Error(`expected an answer, got ${JSON.stringify(statusLine)}`);
    if (end < 0) return answers;
    const headers = Object.fromEntries(lines.map(headerOf));
    const start = end + HEAD_END.length;
    const length = bodyLength(bytes, start, { status, headers });
    const body = Buffer.from(bytes.slice(start, start + length), 'latin1').toString('utf8');
    if (start + length > bytes.length) return answers;
    // The answer to HEAD has no body to look at; 100 Continue is no answer yet.
    if (status >= 200 && (length > 0 || status < 400)) {
      assertDeclared({ status, headers, body });
      answers.push({ status, headers, body });
    }
    at = start + length;
  }
  return answers;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`expected a header, got ${JSON.stringify(line)}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function bodyLength(bytes: string, start: number, { status, headers }: Omit<Answer, 'body'>): number {
  if (status < 200 || status === 204 || status === 304) return 0;
  // The answer to HEAD: what follows is the next one, or nothing.
  if (bytes.startsWith('HTTP/1.1 ', start) || start === bytes.length) return 0;
  const { 'content-length': length } = headers;
  if (length === undefined) throw new Error(`expected Content-Length, got ${JSON.stringify(headers)}`);
  return Number(length);
}
