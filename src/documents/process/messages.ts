import type { CommentedDocx, CommentsToAdd } from '../comments/comment-docx.ts';
import type { BytesRead } from '../read/read-bytes.ts';

/** What is to be done with the bytes of a file. */
export type ProcessRequest =
  | { readonly task: 'read'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly task: 'comment'; readonly bytes: Uint8Array; readonly add: CommentsToAdd };

export interface ProcessResults {
  readonly read: BytesRead;
  readonly comment: CommentedDocx;
}

/** `residentBytes`: of the process after it was done. `reason`: why it could not be done. */
export type ProcessReply<Task extends keyof ProcessResults = keyof ProcessResults> = {
  readonly residentBytes: number;
} & ({ readonly result: ProcessResults[Task] } | { readonly reason: string });
