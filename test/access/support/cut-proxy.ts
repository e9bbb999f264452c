import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, so that a test can take the server away and bring it back. */
export class CutProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  static async before(url: string): Promise<CutProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new CutProxy({ host: hostname, port: Number(port) });
    await proxy.restore();
    return proxy;
  }

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  /** The same address as `url`, by way of this proxy. */
  addressOf(url: string): string {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(this.#port);
    return through.href;
  }

  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = undefined;
  }

  /** The connections there are fall silent, as when a network swallows packets; new ones work. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async restore(): Promise<void> {
    this.#server = createServer((client) => {
      const server = connect(this.#target);
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          client.destroy();
          server.destroy();
        });
      }
      client.pipe(server).pipe(client);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }
}
