export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Puts server-sent events together from a text that comes in pieces. Comments and unknown fields are skipped. */
export class EventReader {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** The events that are complete with this piece. */
  read(piece: string): ServerEvent[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line.replace(/\r$/, '')));
  }

  #line(line: string): ServerEvent[] {
    if (line === '') return this.#dispatch();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    return [];
  }

  #dispatch(): ServerEvent[] {
    const event = { name: this.#name, data: this.#data.join('\n') };
    this.#name = '';
    this.#data = [];
    return event.data === '' ? [] : [event];
  }
}
