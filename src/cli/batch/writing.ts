import { access, constants, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import { printableLines } from '../../printable.ts';
import { STANDARD_STREAM } from './open-input.ts';

/** Throws InputError unless a file can be written at the path, so that a long run fails at its start. Creates no file. */
export async function assertWritable(path: string): Promise<void> {
  const refuse = (reason: string) => new InputError(`"${path}" cannot be written: ${reason}.`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw refuse('it is a directory');
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw refuse(`the directory ${folder} does not exist`);
  await access(found === undefined ? folder : path, constants.W_OK).catch(() => {
    throw refuse('permission denied');
  });
}

/** Like assertWritable; also throws InputError for an existing file, unless it may be overwritten. */
export async function assertNewFile(path: string, force: boolean): Promise<void> {
  await assertWritable(path);
  const found = await stat(path).catch(() => undefined);
  if (force || found === undefined || !found.isFile() || found.size === 0) return;
  throw new InputError(`"${path}" exists already. Choose another name, or add --force to overwrite it.`);
}

/** Outcome of a stopped run that writes lines and cannot continue. */
export function keptLines(output: string | undefined): string {
  if (output === undefined || output === STANDARD_STREAM) return 'no results were kept';
  return `the lines so far are in ${output}. To start over, run the same command again with --force`;
}

/** Throws InputError for a folder with something in it. */
export async function assertEmptyFolder(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputError(`The folder "${path}" cannot be used: ${error.code}.`);
  });
  if (names.length === 0) return;
  throw new InputError(
    `The folder "${path}" has files already. Choose another name, or add --force to overwrite them.`,
  );
}

/** Destination of the output, in order. `write` resolves once the text has left this process. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

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

/** Standard output, printable where it is a terminal; `write` rejects when the reader has closed the pipe (EPIPE). */
export function streamSink(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }) {
  // The rejected write reports the error; without a listener it would end the process first.
  stream.on('error', () => undefined);
  const decoder = new TextDecoder();
  const shown = (part: string | Uint8Array) =>
    stream.isTTY === true
      ? printableLines(typeof part === 'string' ? part : decoder.decode(part, { stream: true }))
      : part;
  return {
    write: (part: string | Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        stream.write(shown(part), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => Promise.resolve(),
  } satisfies Sink;
}
