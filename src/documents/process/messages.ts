import type { BytesRead } from '../read/read-bytes.ts';

export interface ReadRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** `residentBytes`: of the process after it read the file. */
export type ReadReply = { readonly residentBytes: number } & (
  | { readonly read: BytesRead }
  | { readonly reason: string }
);
