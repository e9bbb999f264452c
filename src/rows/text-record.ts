/** One record of an input as bytes, or why there is none. */
export interface TextRecord {
  /** Line of its first byte, from 1. */
  readonly line: number;
  /** Offset of the first byte after it: how far the input has been read. */
  readonly endByte: number;
  /** A line end follows the record; only the last record of a file may lack one. */
  readonly isTerminated: boolean;
  readonly content: { readonly bytes: Buffer } | UnreadableContent;
}

export interface UnreadableContent {
  readonly problem: string;
  /** The first bytes, for whoever looks for the fault. */
  readonly beginning: Buffer;
}

/** Bytes that are kept of a record that cannot be read. */
export const BEGINNING_BYTES = 1_000;

/** Cuts bytes into records, in one pass: each byte is looked at twice at most, however the records are broken. */
export interface RecordSplitter {
  /** Blank lines so far, which are no records. */
  readonly blankLines: number;
  readonly delimiter?: string | undefined;
  /** Records that end in these bytes. `undefined`: a long stretch without records ends there. */
  take(bytes: Buffer): Generator<TextRecord | undefined>;
  /** Yields the rest at the end of the bytes. */
  end(): Generator<TextRecord | undefined>;
}

const BLOCK_BYTES = 64 * 1024;

/** Bytes still needed, by their offsets in the whole, in blocks of one size: bytes may arrive one by one. */
export class ByteQueue {
  readonly #blocks: Buffer[] = [];
  /** Offset of the first block; a multiple of its size. */
  #start = 0;
  #end = 0;

  get end(): number {
    return this.#end;
  }

  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const used = (this.#end - this.#start) % BLOCK_BYTES;
      if (used === 0) this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
      const copied = bytes.copy(this.#blocks.at(-1)!, used, at);
      at += copied;
      this.#end += copied;
    }
  }

  /** The bytes from an offset on that lie together in memory; without those that have not arrived. */
  together(from: number): Buffer {
    const [block, at] = this.#place(from);
    const blockStart = from - at;
    return this.#blocks[block]!.subarray(at, Math.min(BLOCK_BYTES, this.#end - blockStart));
  }

  /** The bytes between two offsets; without those that have not arrived. */
  slice(from: number, to: number): Buffer {
    const end = Math.min(to, this.#end);
    const parts: Buffer[] = [];
    for (let at = from; at < end; ) {
      const part = this.together(at).subarray(0, end - at);
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  dropBefore(offset: number): void {
    const whole = Math.floor((offset - this.#start) / BLOCK_BYTES);
    if (whole <= 0) return;
    this.#blocks.splice(0, whole);
    this.#start += whole * BLOCK_BYTES;
  }

  #place(offset: number): [block: number, at: number] {
    const inBlocks = offset - this.#start;
    return [Math.floor(inBlocks / BLOCK_BYTES), inBlocks % BLOCK_BYTES];
  }
}
