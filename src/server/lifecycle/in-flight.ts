import type { FastifyReply } from 'fastify';
import type { RequestAndReply, RequestObserver } from '../http/request-observers.ts';

/** The requests from their headers being read to the last byte of their response being written. */
export class InFlight implements RequestObserver {
  readonly #replies = new Set<FastifyReply>();
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#replies.size;
  }

  /** Requests that arrived completely and have no response yet. The others wait for their client to send or to read. */
  get unanswered(): number {
    return [...this.#replies].filter(({ request, raw }) => request.raw.complete && !raw.writableEnded).length;
  }

  onStart({ reply }: RequestAndReply): void {
    this.#replies.add(reply);
  }

  onEnd({ reply }: RequestAndReply): void {
    this.#replies.delete(reply);
    if (this.#replies.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#replies.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
