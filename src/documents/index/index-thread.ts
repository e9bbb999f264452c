import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../contract/errors.ts';
import type { FoundSentence, IndexContents } from './nearest-rows.ts';

/** The compiled worker, also when tests run this file from its source (see "imports" in package.json). */
const WORKER_FILE = createRequire(import.meta.url).resolve('#index-worker');

export type ToIndex =
  | { readonly ask: 'nearest'; readonly keys: readonly string[]; readonly most: number }
  | { readonly ask: 'passages'; readonly rows: readonly number[] }
  | { readonly ask: 'document'; readonly file: string }
  | 'stop';

export type FromIndex =
  | { readonly kind: 'ready'; readonly contents: IndexContents }
  | { readonly kind: 'found'; readonly found: readonly FoundSentence[] }
  | { readonly kind: 'bodies'; readonly bodies: readonly Uint8Array[] }
  | { readonly kind: 'failed'; readonly message: string; readonly isClear: boolean };

interface Waiting {
  resolve(answer: FromIndex): void;
  reject(error: unknown): void;
}

/** The thread that an index is asked in, so that long lists of a common word keep no one else waiting. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  /** In the order of the questions, which the thread keeps. */
  readonly #waiting: Waiting[] = [];
  #end: unknown;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: FromIndex) => this.#waiting.shift()?.resolve(answer));
    worker.on('error', (error) => {
      this.#end = error;
    });
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#end ??= new Error('The thread of the index has ended.');
        for (const { reject } of this.#waiting.splice(0)) reject(this.#end);
        resolve();
      });
    });
  }

  /** Rejects with `invalid_configuration` for a file that is no index of this version. */
  static async open(path: string): Promise<{ readonly thread: IndexThread; readonly contents: IndexContents }> {
    const thread = new IndexThread(new Worker(WORKER_FILE, { workerData: path }));
    const ready = await thread.#answer();
    if (ready.kind !== 'ready') throw new Error(`Expected an open index, got ${ready.kind}.`);
    return { thread, contents: ready.contents };
  }

  async nearest(keys: readonly string[], most: number): Promise<readonly FoundSentence[]> {
    const answer = await this.#ask({ ask: 'nearest', keys, most });
    return answer.kind === 'found' ? answer.found : [];
  }

  /** The packed forms of passages, by their first rows. */
  async passages(rows: readonly number[]): Promise<readonly Uint8Array[]> {
    const answer = await this.#ask({ ask: 'passages', rows });
    return answer.kind === 'bodies' ? answer.bodies : [];
  }

  /** The packed form of a document without its text, and those of its passages in their order. */
  async document(file: string): Promise<readonly Uint8Array[]> {
    const answer = await this.#ask({ ask: 'document', file });
    return answer.kind === 'bodies' ? answer.bodies : [];
  }

  async close(): Promise<void> {
    this.#worker.postMessage('stop' satisfies ToIndex);
    await this.#exited;
  }

  #ask(question: ToIndex): Promise<FromIndex> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    this.#worker.postMessage(question);
    return this.#answer();
  }

  async #answer(): Promise<FromIndex> {
    const answer = await new Promise<FromIndex>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    if (answer.kind !== 'failed') return answer;
    throw answer.isClear ? new ServiceError('invalid_configuration', answer.message) : new Error(answer.message);
  }
}
