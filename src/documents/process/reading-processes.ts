interface Reader {
  readonly cpuMs: number;
  close(): Promise<void>;
}

/** A process takes about a second of processor time to start and warm up, so another one pays only for more work than this. */
const ANOTHER_AFTER_MS = 3_000;
/** The longest that a file waits for another one that takes long. */
const MAX_WAIT_MS = 10_000;

/** Processes that read files: one for the few files of most folders, more once there is enough to read. */
export class ReadingProcesses<Process extends Reader> {
  readonly #start: () => Process;
  readonly #idle: Process[] = [];
  readonly #waiting: ((process: Process) => void)[] = [];
  #count = 0;
  #cpuMs = 0;

  constructor(start: () => Process) {
    this.#start = start;
  }

  /** Gives a process that does nothing else meanwhile. */
  async use<Result>(work: (process: Process) => Promise<Result>): Promise<Result> {
    const process = await this.#take();
    const before = process.cpuMs;
    try {
      return await work(process);
    } finally {
      this.#cpuMs += process.cpuMs - before;
      this.#give(process);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((process) => process.close()));
  }

  async #take(): Promise<Process> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#isAnotherWorthIt()) return this.#another();
    return new Promise((resolve) => {
      const taken = (process: Process) => {
        clearTimeout(timer);
        resolve(process);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(taken), 1);
        taken(this.#another());
      }, MAX_WAIT_MS);
      this.#waiting.push(taken);
    });
  }

  #give(process: Process): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(process);
    else next(process);
    while (this.#waiting.length > 0 && this.#isAnotherWorthIt()) this.#waiting.shift()!(this.#another());
  }

  #isAnotherWorthIt(): boolean {
    return this.#cpuMs >= this.#count * ANOTHER_AFTER_MS;
  }

  #another(): Process {
    this.#count += 1;
    return this.#start();
  }
}
