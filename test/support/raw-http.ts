import { connect, type Socket } from 'node:net';

/** A bare socket to a listening server: `text()` is everything received so far, `closed` resolves when it ends. */
export interface RawConnection {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<string>;
  /** Resolves once the text received holds `part`. */
  received(part: string): Promise<void>;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (const look of waiting) look();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    socket,
    text: () => text,
    closed,
    received: (part) =>
      new Promise((resolve) => {
        const look = () => {
          if (!text.includes(part)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

export function rawVerify(key: string, body: string, extra: readonly string[] = []): string {
  return rawPost({ path: '/v1/verify', key, body, extra });
}

/** The text of a POST that asks for the events of /v1/verify/answer. */
export function rawAnswerEvents(key: string, body: string): string {
  return rawPost({ path: '/v1/verify/answer', key, body, extra: ['Accept: text/event-stream'] });
}

interface RawPost {
  readonly path: string;
  readonly key: string;
  readonly body: string;
  readonly extra: readonly string[];
}

function rawPost({ path, key, body, extra }: RawPost): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...extra,
  ];
  return [...lines, '', body].join('\r\n');
}

/** The JSON body of the only answer in a connection's text. */
export function bodyOf(text: string): { error: { code: string; message: string } } {
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
}
