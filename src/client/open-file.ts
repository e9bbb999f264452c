import type { JobFile } from './job-bodies.ts';

/** A file as fetch takes it. */
interface OpenedFile {
  readonly open: () => RequestInit['body'];
  /** Whether it may be sent twice. */
  readonly isRepeatable: boolean;
}

/** A file that is given itself, or by a function that opens it anew. */
export function openFile(file: JobFile | (() => JobFile)): OpenedFile {
  if (typeof file === 'function') return { open: () => bodyOf(file()), isRepeatable: true };
  return { open: () => bodyOf(file), isRepeatable: typeof file === 'string' || file instanceof Blob };
}

function bodyOf(file: JobFile): RequestInit['body'] {
  return typeof file === 'string' || file instanceof Blob || file instanceof ReadableStream ? file : streamOf(file);
}

/** Not every browser has ReadableStream.from. */
function streamOf(
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = iteratorOf(parts);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) return controller.close();
      controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel(reason) {
      await rest.return?.(reason);
    },
  });
}

function iteratorOf<Part>(parts: AsyncIterable<Part> | Iterable<Part>): AsyncIterator<Part> | Iterator<Part> {
  return Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
}
