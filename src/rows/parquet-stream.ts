import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ByteWriter } from 'hyparquet-writer';
import type { Columns } from './input-rows.ts';
import { writeParquet } from './parquet-output.ts';

/**
 * The bytes of a Parquet file, made while they are read: at most a group of rows is in memory. `rows` is read twice, from
 * the start; the first bytes come when it was read once. What goes wrong destroys the stream.
 */
export function parquetStream(rows: () => AsyncIterable<Columns>): Readable {
  const stream = new PassThrough();
  const ended = new AbortController();
  stream.once('close', () => ended.abort());
  writeParquet(new StreamWriter(stream, ended.signal), () => whileOpen(rows(), ended.signal)).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

/** A reader that disconnects ends the reading of the rows too. */
async function* whileOpen(rows: AsyncIterable<Columns>, signal: AbortSignal): AsyncGenerator<Columns> {
  for await (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}

/** Hands over what was written after each group of rows, and waits until there is room for more. */
class StreamWriter extends ByteWriter {
  readonly #stream: PassThrough;
  readonly #ended: AbortSignal;

  constructor(stream: PassThrough, ended: AbortSignal) {
    super();
    this.#stream = stream;
    this.#ended = ended;
  }

  async flush(): Promise<void> {
    const bytes = Buffer.from(this.getBytes().slice());
    this.index = 0;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain', { signal: this.#ended });
  }

  override finish(): Promise<void> {
    return this.flush();
  }
}
