/** One record of an input as bytes, or why there is none. */
export interface TextRecord {
  /** Line of its first byte, from 1. */
  readonly line: number;
  /** Offset of the first byte behind it: how far the input has been read. */
  readonly endByte: number;
  /** Whether a line end follows it; only the last record of a file may lack one. */
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
  /** Records that end in these bytes. `undefined` is none: a long stretch without records ends there. */
  take(bytes: Buffer): Generator<TextRecord | undefined>;
  /** What is left at the end of the bytes. */
  end(): Generator<TextRecord | undefined>;
}
