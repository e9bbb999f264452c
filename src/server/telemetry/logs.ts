import type { IncomingHttpHeaders } from 'node:http';
import { printable, printableJson } from '../../printable.ts';
import { clientAddress } from '../http/client-address.ts';
import { type EndedRequest, isProbe, logFactsOf, type RequestObserver, routeName } from '../http/request-observers.ts';

/** Buffer log lines: waking the reader of the pipe for every line costs more than rejecting a request. */
const MAX_BUFFERED_CHARACTERS = 4096;
const MAX_DELAY_MS = 200;

export interface LogStream {
  write(line: string): void;
}

/** Writes log lines together, at most 0.2 seconds late. */
export class BufferedLogStream implements LogStream {
  readonly #send: (text: string) => void;
  #buffer = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  write(line: string): void {
    this.#buffer += line;
    if (this.#buffer.length >= MAX_BUFFERED_CHARACTERS) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), MAX_DELAY_MS).unref();
  }

  /** Pino calls this method by name after a fatal line. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#buffer;
    this.#buffer = '';
    if (text !== '') this.#send(text);
  }
}

let stdout: BufferedLogStream | undefined;

/** Standard output for the log lines of all servers of this process. The buffer is written when the process exits. */
export function stdoutLogStream(): BufferedLogStream {
  if (stdout !== undefined) return stdout;
  const stream = new BufferedLogStream((text) => process.stdout.write(printableJson(text)));
  // If the reader of the pipe is gone, log lines are lost; the service runs on.
  process.stdout.on('error', () => undefined);
  process.on('exit', () => stream.flushSync());
  stdout = stream;
  return stream;
}

/** Name and color (ECMA-48) by pino's number. */
const LEVELS = {
  10: ['TRACE', 90],
  20: ['DEBUG', 90],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
} as const;
const BOLD = 1;
/** Text that needs no quotes: everything else, control characters too, is written as JSON. */
const PLAIN = /^[\w.:/@+-]+$/;

/** Turns each JSON line into one for people: time, level, message, then the other members as name=value. */
export function prettyLogStream(to: LogStream, coloured: boolean): LogStream {
  const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    write: (line) => {
      const { level, time, msg = '', ...rest } = JSON.parse(line) as { level: number; time: string; msg?: string };
      const [name, colour] = LEVELS[level as keyof typeof LEVELS] ?? LEVELS[30];
      const members = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
      const words = [time, paint(colour, name.padEnd(5)), paint(BOLD, printable(msg)), ...members];
      to.write(`${words.join(' ')}\n`);
    },
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}

/** One line per response. Bodies, keys, query strings and raw URLs are never logged. */
export const accessLog: RequestObserver = {
  onEnd: (ended) => ended.request.log[isProbe(ended.request) ? 'debug' : 'info'](lineOf(ended), 'answered'),
};

function lineOf({ request, reply, status }: EndedRequest) {
  return {
    method: request.method,
    route: routeName(request),
    status,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: clientAddress(request),
    traceId: traceIdOf(request.headers),
    ...logFactsOf(request),
    ...(request.principal === undefined ? {} : { keyId: request.principal.keyId }),
  };
}

/** The trace that a request belongs to, by its `traceparent` header (W3C Trace Context); undefined without a valid one. */
function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  const [, traceId, parentId] =
    typeof traceparent === 'string' ? (/^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent) ?? []) : [];
  return traceId === undefined || /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? undefined : traceId;
}
