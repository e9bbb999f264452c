import type { FastifyReply } from 'fastify';
import type { ExchangeWatcher, OpenExchange } from '../http/request-observers.ts';

/** Knows the requests between their first byte of headers read and their answer's last byte written. */
export class InFlight implements ExchangeWatcher {
  readonly #replies = new Set<FastifyReply>();
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#replies.size;
  }

  /** Of these, the requests that came whole and have no answer. What callers do not send or do not read is theirs. */
  get unanswered(): number {
    return [...this.#replies].filter(({ request, raw }) => request.raw.complete && !raw.writableEnded).length;
  }

  begun({ reply }: OpenExchange): void {
    this.#replies.add(reply);
  }

  ended({ reply }: OpenExchange): void {
    this.#replies.delete(reply);
    if (this.#replies.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#replies.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
