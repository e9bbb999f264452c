import { open } from 'node:fs/promises';

/** Where text goes, in order. `write` resolves once the text has left this process. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Appends to a file from `position` on; what stood behind that position is cut off. */
export async function fileSink(path: string, position: number): Promise<Sink> {
  const file = await open(path, position === 0 ? 'w' : 'r+');
  await file.truncate(position);
  let at = position;
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    },
    close: () => file.close(),
  };
}

/** Standard output; `write` rejects when its reader has gone away (EPIPE). */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  // The rejected write reports it; without a listener the same error would end the process first.
  stream.on('error', () => undefined);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => Promise.resolve(),
  };
}
