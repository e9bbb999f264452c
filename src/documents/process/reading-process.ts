import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { ProcessReply, ProcessRequest, ProcessResults } from './messages.ts';

const PROCESS_FILE = createRequire(import.meta.url).resolve('#document-process');

export interface ProcessBounds {
  readonly fileMs: number;
  readonly heapMegabytes: number;
  /** Memory of the whole process, buffers included. */
  readonly residentMegabytes: number;
}

export const PROCESS_BOUNDS: ProcessBounds = { fileMs: 60_000, heapMegabytes: 768, residentMegabytes: 1_280 };

/** A file that makes the process wait takes no processor time: then this many times its bound have to pass. */
const WAITING = 10;

const MEGABYTE = 1024 * 1024;
/** Half of the default: most files are read with less memory than their process would take otherwise. */
const YOUNG_MEGABYTES = 8;
/** A process that keeps more than this after a file is replaced, so that the next file has the memory to itself. */
const REUSED_BELOW = 0.4;

/** Reads one file after another in its own process, which is killed when a file takes too long or too much memory. */
export class ReadingProcess {
  readonly #bounds: ProcessBounds;
  #child: ChildProcess | undefined;
  #cpuMs = 0;

  constructor(bounds: ProcessBounds = PROCESS_BOUNDS) {
    this.#bounds = bounds;
  }

  get cpuMs(): number {
    return this.#cpuMs;
  }

  /** Runs a task on a file; resolves with its result or the reason why it failed. One file at a time. */
  async ask<Task extends keyof ProcessResults>(
    request: Extract<ProcessRequest, { readonly task: Task }>,
    signal?: AbortSignal,
  ): Promise<ProcessResults[Task] | string> {
    this.#child ??= this.#start();
    const child = this.#child;
    const reply = await this.#reply<Task>(child, request, signal);
    signal?.throwIfAborted();
    const isSpent = typeof reply === 'string' || reply.residentBytes > this.#maxBytes() * REUSED_BELOW;
    if (isSpent) await this.close();
    if (typeof reply === 'string') return reply;
    this.#cpuMs += reply.cpuMs;
    return 'result' in reply ? reply.result : reply.reason;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #maxBytes(): number {
    return this.#bounds.residentMegabytes * MEGABYTE;
  }

  /** Without environment variables: a process that parses untrusted files gets no keys and addresses. */
  #start(): ChildProcess {
    const child = fork(PROCESS_FILE, [String(this.#maxBytes()), String(this.#bounds.fileMs)], {
      env: {},
      execArgv: [
        `--max-old-space-size=${this.#bounds.heapMegabytes}`,
        `--max-semi-space-size=${YOUNG_MEGABYTES}`,
        '--no-warnings',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined);
    return child;
  }

  #reply<Task extends keyof ProcessResults>(
    child: ChildProcess,
    request: ProcessRequest,
    signal: AbortSignal | undefined,
  ): Promise<ProcessReply<Task> | string> {
    const { fileMs, residentMegabytes } = this.#bounds;
    return new Promise((resolve) => {
      let isLate = false;
      const kill = () => child.kill('SIGKILL');
      const timer = setTimeout(() => {
        isLate = true;
        kill();
      }, fileMs * WAITING);
      const settle = (reply: ProcessReply<Task> | string) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', kill);
        child.off('message', onMessage);
        child.off('exit', onExit);
        resolve(reply);
      };
      const onMessage = (reply: ProcessReply<Task>) => settle(reply);
      const onExit = (_: number | null, by: NodeJS.Signals | null) => {
        if (isLate || by === 'SIGTERM') settle(`takes longer than ${fileMs / 1_000} seconds to read`);
        else if (by === null) settle('crashes the program that reads it');
        // V8 aborts the process when its heap is full; the thread that watches the memory kills it with a signal.
        else settle(`needs more than ${residentMegabytes} MB of memory to read`);
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      signal?.addEventListener('abort', kill);
      if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
      else child.send(request);
    });
  }
}
