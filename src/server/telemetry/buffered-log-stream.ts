/** A write wakes its reader, which costs the main thread more than a whole refusal: lines go out this many characters at once. */
const MOST_HELD = 4096;
const LATEST_MS = 200;

/** Log lines that go out together, 0.2 seconds late at most. */
export class LateLines {
  readonly #send: (text: string) => void;
  #held = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  write(line: string): void {
    this.#held += line;
    if (this.#held.length >= MOST_HELD) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), LATEST_MS).unref();
  }

  /** Called by the logger after a fatal line, by its name. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#held;
    this.#held = '';
    if (text !== '') this.#send(text);
  }
}

let stdout: LateLines | undefined;

/** Standard output for the log lines of all servers of this process. What is held is written when the process ends. */
export function logToStdout(): LateLines {
  if (stdout !== undefined) return stdout;
  const lines = new LateLines((text) => process.stdout.write(text));
  // A reader that is gone loses its lines; the service goes on and ends as it would.
  process.stdout.on('error', () => undefined);
  process.on('exit', () => lines.flushSync());
  stdout = lines;
  return lines;
}
