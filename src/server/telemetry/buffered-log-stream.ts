/** Buffer log lines: waking the reader of the pipe for every line costs more than rejecting a request. */
const MAX_BUFFERED_CHARACTERS = 4096;
const MAX_DELAY_MS = 200;

/** Receives log lines, each with its line end. */
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
  const stream = new BufferedLogStream((text) => process.stdout.write(text));
  // If the reader of the pipe is gone, log lines are lost; the service runs on.
  process.stdout.on('error', () => undefined);
  process.on('exit', () => stream.flushSync());
  stdout = stream;
  return stream;
}
