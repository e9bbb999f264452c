import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { jsonOrUndefined } from '../../src/client/read-error.ts';
import { ERRORS, MATCH_TYPES, VERDICTS } from '../../src/index.ts';
import type { Target } from './area.ts';

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
});
const verdictBody = z.object({
  verdict: z.enum(VERDICTS),
  confidence: z.number().min(0).max(1),
  reasoning: z.string().min(1),
  audit_trail: z
    .array(z.object({ claim_span: z.string().min(1), source_span: z.string(), match_type: z.enum(MATCH_TYPES) }))
    .min(1),
});
const SHOWN = 300;

/** Throws unless the answer is one that the interface declares: no fault of ours, and errors in their one shape. */
export function assertDeclared({ status, headers, body }: Answer): void {
  if (!/^[\w.-]{1,128}$/.test(headers['x-request-id'] ?? '')) {
    throw new Error(`expected an X-Request-Id on every answer, got ${headers['x-request-id']} with status ${status}`);
  }
  if (status < 400) return;
  const rows = Object.values(ERRORS).filter((row) => row.status === status && status !== 500);
  if (rows.length === 0) throw new Error(`expected no status ${status}, got it with ${body.slice(0, SHOWN)}`);
  const parsed = errorBody.safeParse(jsonOrUndefined(body));
  if (!parsed.success) throw new Error(`expected the one shape of errors, got ${status} with ${body.slice(0, SHOWN)}`);
  const { code } = parsed.data.error;
  if (rows.some((row) => row.publicCode === code)) return;
  throw new Error(`expected an error code of status ${status}, got ${code}`);
}

/** Throws unless the body is a verdict on these texts, its spans cut from them: the claim's in order. */
export function assertVerdict(body: string, claim: string, source: string): void {
  const parsed = verdictBody.safeParse(jsonOrUndefined(body));
  if (!parsed.success) throw new Error(`expected a verdict, got ${body.slice(0, SHOWN)}`);
  let [last, end] = ['', 0];
  for (const { claim_span, source_span } of parsed.data.audit_trail) {
    // A span that several sentences decide together is named with each of them.
    const start = claim_span === last ? end - last.length : claim.indexOf(claim_span, end);
    if (start < 0) throw new Error(`expected slices of the claim in order, got ${JSON.stringify(claim_span)}`);
    if (!source.includes(source_span)) {
      throw new Error(`expected a slice of the source, got ${JSON.stringify(source_span)}`);
    }
    [last, end] = [claim_span, start + claim_span.length];
  }
}

/** No answer takes longer than a queue and the longest text; one that does will not come. */
const ANSWER_MS = 60_000;

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends a well-formed request and resolves with its answer, which is one that the interface declares. */
export async function send(target: Target, { method = 'POST', path, headers = {}, body }: Request): Promise<Answer> {
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
  assertDeclared(answer);
  return answer;
}

export function askVerdict(target: Target, claim: string, source: string): Promise<Answer> {
  const body = JSON.stringify({ claim, grounding_source: source });
  return send(target, { path: '/v1/verify', headers: { authorization: `Bearer ${target.key}` }, body });
}

/** `read`: half-close and read to the end; `leave`: close at once; `ignore`: read nothing for a moment, then close. */
export const ENDINGS = ['read', 'leave', 'ignore'] as const;

interface RawInput {
  /** Bytes as latin1, sent one after the other. */
  readonly pieces: readonly string[];
  readonly ending: (typeof ENDINGS)[number];
}

/** A connection whose caller has ended its half must be ended: beyond REQUEST_TIMEOUT_MS and the longest answers. */
const END_MS = 60_000;
const IGNORE_MS = 50;

/** Sends bytes to a port of this machine; resolves with what came back. Rejects when no one listens, or no one ends. */
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
