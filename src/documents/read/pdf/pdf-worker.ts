import { inflateSync } from 'node:zlib';
import { PDFWorker } from 'unpdf/pdfjs';

type Listener = (event: { readonly data: Message }) => void;

/** A message of pdf.js; that of a page has a part of its operators. */
interface Message {
  readonly chunk?: { readonly fnArray?: readonly unknown[]; readonly argsArray?: readonly unknown[] };
}

/** Set by pdf.js when it is loaded. */
declare const pdfjsWorker: { readonly WorkerMessageHandler: { initializeFromPort(port: MessagePort): void } };

/** Connects both halves of pdf.js in this thread. The port of pdf.js itself copies all messages, which takes a tenth of the time of a file. */
class MessagePort {
  readonly #listeners = new Set<Listener>();

  postMessage(message: Message): void {
    const event = { data: withOwnArrays(message) };
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener(event);
    });
  }

  addEventListener(_type: string, listener: Listener, { signal }: { readonly signal?: AbortSignal } = {}): void {
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => this.#listeners.delete(listener));
  }
}

/** The sender clears the arrays of operators after it has sent them. */
function withOwnArrays(message: Message): Message {
  const { chunk } = message;
  if (chunk?.fnArray === undefined) return message;
  return { ...message, chunk: { ...chunk, fnArray: [...chunk.fnArray], argsArray: [...chunk.argsArray!] } };
}

/** The half of pdf.js that parses files, for one file. */
export function pdfWorker(): PDFWorker {
  const port = new MessagePort();
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port);
  return new PDFWorker({ port: port as never, verbosity: 0 });
}

const NodeStream = globalThis.DecompressionStream;

/** Decompresses a stream of a PDF in the process that reads files. That of Node, which stays for other formats, starts a thread, which takes longer than most streams. */
class InflateStream {
  #bytes = new Uint8Array();
  readonly writable = {
    getWriter: () => ({
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
        this.#bytes = bytes;
      },
      close: () => undefined,
    }),
  };
  readonly readable = this.#inflated();

  constructor(format: ConstructorParameters<typeof NodeStream>[0]) {
    // biome-ignore lint/correctness/noConstructorReturn: it stands for the class of Node.
    if (format !== 'deflate') return new NodeStream(format) as never;
  }

  *#inflated(): Generator<Uint8Array> {
    yield inflateSync(this.#bytes);
  }
}

Object.defineProperty(globalThis, 'DecompressionStream', { value: InflateStream, configurable: true, writable: true });
