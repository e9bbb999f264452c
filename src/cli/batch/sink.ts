import { open } from 'node:fs/promises';

/** Destination of the output, in order. `write` resolves once the text has left this process. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Truncates a file at `position` and appends to it. */
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

/** Standard output; `write` rejects when the reader has closed the pipe (EPIPE). */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  // The rejected write reports the error; without a listener it would end the process first.
  stream.on('error', () => undefined);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => Promise.resolve(),
  };
}
