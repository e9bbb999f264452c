import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from './step.ts';

export const BILLING_SECRET = 'billing-secret-of-recordings';
const POLL_MS = 20;
/** Rows of one list are sorted by the millisecond in which they were made. */
const APART_MS = 2;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends steps to one service, one after another, with the values that earlier answers gave. */
export class Sender {
  readonly #ports: Readonly<Record<string, number>>;
  readonly #kept: Map<string, string>;

  /** `kept`: the values that are known from the beginning, tokens among them. */
  constructor(ports: Readonly<Record<string, number>>, kept: Readonly<Record<string, string>>) {
    this.#ports = ports;
    this.#kept = new Map(Object.entries(kept));
  }

  async send(step: Step): Promise<Answer> {
    await sleep(step.pauseMs ?? APART_MS);
    let answer = await this.#once(step);
    while (step.until !== undefined && valueAt(answer, 'status') !== step.until) {
      await sleep(POLL_MS);
      answer = await this.#once(step);
    }
    for (const [name, path] of Object.entries(step.keep ?? {})) this.#kept.set(name, valueAt(answer, path));
    return answer;
  }

  /** A text with kept values in the places of their names. Throws for a name that nothing was kept under. */
  filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = this.#kept.get(name);
      if (value === undefined) throw new Error(`Expected a value that was kept as ${name}, got none.`);
      return value;
    });
  }

  async #once(step: Step): Promise<Answer> {
    const port = this.#ports[step.port ?? 'PORT']!;
    if (step.raw !== undefined) return exchange(port, this.filled(step.raw));
    const body = this.#bodyOf(step.body);
    const message = request({
      port,
      host: '127.0.0.1',
      agent: false,
      method: step.method ?? (body === undefined ? 'GET' : 'POST'),
      path: this.filled(step.path),
      headers: this.#headersOf(step, body),
    });
    message.end(body);
    const [reply] = (await once(message, 'response')) as [IncomingMessage];
    const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
    return { status: reply.statusCode!, headers: Object.fromEntries(headers), body: await buffer(reply) };
  }

  #bodyOf(body: unknown): Buffer | undefined {
    if (body === undefined || Buffer.isBuffer(body)) return body;
    return Buffer.from(this.filled(typeof body === 'string' ? body : JSON.stringify(body)));
  }

  #headersOf({ headers = {}, token = null, signature }: Step, body: Buffer | undefined): Record<string, string> {
    const all: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
      ...(token === null ? {} : { authorization: `Bearer {{${token}}}` }),
      ...(signature === undefined ? {} : { 'billing-signature': sign(signature, body ?? Buffer.alloc(0)) }),
      ...headers,
    };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return Object.fromEntries(sent.map(([name, value]) => [name, this.filled(value)]));
  }
}

/** A text or number in a JSON body, by its path. */
function valueAt({ body }: Answer, path: string): string {
  const whole: unknown = JSON.parse(String(body));
  const value = path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], whole);
  if (typeof value !== 'string') throw new Error(`Expected a text at ${path}, got ${body}`);
  return value;
}

const MISSIGNED_SECONDS = 400;

function sign(how: NonNullable<Step['signature']>, body: Buffer): string {
  const shift = how === 'old' ? -MISSIGNED_SECONDS : how === 'early' ? MISSIGNED_SECONDS : 0;
  const seconds = Math.floor(Date.now() / 1000) + shift;
  const secret = how === 'of another secret' ? 'another secret of a sender' : BILLING_SECRET;
  const signed = how === 'of another body' ? Buffer.from('{}') : body;
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(signed).digest('hex')}`;
}

const HEAD_END = '\r\n\r\n';

/** Sends text on a connection of its own and reads to its end. Status 0: it was closed without an answer. */
async function exchange(port: number, text: string): Promise<Answer> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(Buffer.from(text, 'latin1'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return { status: 0, headers: {}, body: bytes };
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((one) => [one.split(': ')[0]!.toLowerCase(), one.slice(one.indexOf(': ') + 2)]);
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(end + HEAD_END.length),
  };
}
