import { Readable } from 'node:stream';
import { weightsOf } from './accept.ts';

/** Server-sent events as the payload of a response, written only when the client has read those before. */
export class EventStream extends Readable {
  readonly #waiting: { readonly name: string; readonly data: unknown }[] = [];
  #finished = false;
  #wanted = false;

  /** `data` is written as JSON, which has no line breaks. After the client has disconnected nothing happens. */
  add(name: string, data: unknown): void {
    if (this.destroyed) return;
    this.#waiting.push({ name, data });
    if (this.#wanted) this._read();
  }

  finish(name: string, data: unknown): void {
    this.#finished = true;
    this.add(name, data);
  }

  override _read(): void {
    const next = this.#waiting.shift();
    this.#wanted = next === undefined && !this.#finished;
    if (next !== undefined) this.push(`event: ${next.name}\ndata: ${JSON.stringify(next.data)}\n\n`);
    else if (this.#finished) this.push(null);
  }
}

/** True if Accept names text/event-stream, and application/json with less weight or not at all. */
export function acceptsEvents(accept = ''): boolean {
  const named = weightsOf(accept);
  return (named.get('text/event-stream') ?? 0) > (named.get('application/json') ?? 0);
}
