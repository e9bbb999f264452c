/** One record of an input as bytes, or why there is none. */
export interface TextRecord {
  /** Line of its first byte, from 1. */
  readonly line: number;
  /** Offset of the first byte behind it: how far the input has been read. */
  readonly endByte: number;
  /** Whether a line end follows it; only the last record of a file may lack one. */
  readonly isTerminated: boolean;
  readonly content: { readonly bytes: Buffer } | { readonly problem: string };
}
