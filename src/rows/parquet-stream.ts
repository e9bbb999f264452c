import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ByteWriter } from 'hyparquet-writer';
import type { Table } from './output-rows.ts';
import { writeParquet } from './parquet-output.ts';

/** Fewer are handed over together with others: the columns of a group may be thousands of some bytes. */
const PIECE_BYTES = 65_536;

/**
 * The bytes of a Parquet file, made while they are read: at most a group of rows is in memory. The rows are read twice, from
 * the start; the first bytes come when they were read once. What goes wrong destroys the stream.
 */
export function parquetStream({ names, rows }: Table): Readable {
  const stream = new PassThrough();
  const ended = new AbortController();
  stream.once('close', () => ended.abort());
  const table = { names, rows: () => whileOpen(rows(), ended.signal) };
  writeParquet(new StreamWriter(stream, ended.signal), table).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

/** A reader that disconnects ends the reading of the rows too. */
async function* whileOpen<Row>(rows: AsyncIterable<Row>, signal: AbortSignal): AsyncGenerator<Row> {
  for await (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}

/** Hands over what was written after each column of a group, and waits until there is room for more. */
class StreamWriter extends ByteWriter {
  readonly #stream: PassThrough;
  readonly #ended: AbortSignal;

  constructor(stream: PassThrough, ended: AbortSignal) {
    super();
    this.#stream = stream;
    this.#ended = ended;
  }

  async flush(): Promise<void> {
    if (this.index >= PIECE_BYTES) await this.#handOver();
  }

  override finish(): Promise<void> {
    return this.#handOver();
  }

  async #handOver(): Promise<void> {
    const bytes = Buffer.from(this.getBytes());
    this.index = 0;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain', { signal: this.#ended });
  }
}
