import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assertAnswers, rawExchange } from '../../../scripts/fuzz/exchange.ts';

const answer = (status: string, body: string, length = body.length) =>
  `HTTP/1.1 ${status}\r\nX-Request-Id: one\r\nContent-Length: ${length}\r\n\r\n${body}`;
const REFUSAL = '{"error":{"code":"invalid_request","message":"Expected another."}}';

describe('assertAnswers', () => {
  it('takes whole answers one after the other, the last of them cut anywhere', () => {
    const bytes = `HTTP/1.1 100 Continue\r\n\r\n${answer('200 OK', 'a body')}${answer('400 Bad Request', REFUSAL)}`;
    for (let length = 0; length <= bytes.length; length++) assertAnswers(bytes.slice(0, length));
    expect(assertAnswers(bytes).map(({ status, body }) => [status, body])).toEqual([
      [200, 'a body'],
      [400, REFUSAL],
    ]);
  });

  it('accepts a response to HEAD with a length and no body', () => {
    expect(assertAnswers(answer('200 OK', '', 17) + answer('200 OK', 'b')).map(({ body }) => body)).toEqual(['', 'b']);
  });

  it.each([
    ['bytes that are no answer', `${answer('200 OK', 'a')}more\r\n\r\n`, /expected an answer, got "more"/],
    ['a server error', answer('500 Oh', REFUSAL), /expected no status 500/],
    ['an undeclared status', answer('418 Oh', REFUSAL), /expected no status 418/],
    [
      'the code of another status',
      answer('503 Oh', REFUSAL),
      /expected an error code of status 503, got invalid_request/,
    ],
    ['an error of another shape', answer('400 Oh', 'Oh.'), /expected the one shape of errors/],
    ['no request id', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na', /expected an X-Request-Id/],
  ])('refuses %s', (_, bytes, words) => {
    expect(() => assertAnswers(bytes)).toThrow(words);
  });
});

describe('rawExchange', () => {
  async function serverWith(onConnection: (socket: Socket) => void): Promise<number> {
    const server = createServer(onConnection).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  it('sends the pieces in order and reads to the end', async () => {
    const port = await serverWith((socket) => socket.pipe(socket));
    expect(await rawExchange(port, { pieces: ['a\xff', '', 'b'], ending: 'read' })).toBe('a\xffb');
  });

  it.each(['leave', 'ignore'] as const)('reads nothing where it is to %s', async (ending) => {
    let closed = () => {};
    const left = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await serverWith((socket) =>
      socket
        .on('error', () => undefined)
        .on('close', closed)
        .resume()
        .write('hello'),
    );
    expect(await rawExchange(port, { pieces: ['a'], ending })).toBe('');
    await left;
  });

  it('rejects if no server listens', async () => {
    await expect(rawExchange(1, { pieces: ['a'], ending: 'read' })).rejects.toThrow('ECONNREFUSED');
  });
});
