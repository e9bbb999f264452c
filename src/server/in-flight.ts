import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Counts requests between their first byte of headers read and their answer's last byte written. */
export class InFlight {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

export function trackInFlight(app: FastifyInstance, inFlight: InFlight): void {
  app.addHook('onRequest', async (_request, reply) => {
    inFlight.enter();
    finished(reply.raw, () => inFlight.leave());
  });
}
