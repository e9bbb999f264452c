import { bodyText } from './body-text.ts';

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The server-sent events of a response body, in order. Comments and other fields are skipped. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const text of bodyText(body, signal)) {
    // Between events is an empty line.
    const parts = (rest + text).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = eventOf(part);
      if (event.data !== '') yield event;
    }
  }
}

function eventOf(text: string): ServerEvent {
  const lines = text.split(/\r?\n/).map((line) => /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []);
  const valuesOf = (field: string) => lines.filter(([, name]) => name === field).map(([, , value = '']) => value);
  return { name: valuesOf('event').at(-1) ?? '', data: valuesOf('data').join('\n') };
}
