import type { CommentedDocx, CommentsToAdd } from '../comments/comment-docx.ts';
import type { Highlight, HighlightedPdf } from '../highlight/highlight-pdf.ts';
import type { PageLetters } from '../highlight/page-letters.ts';
import type { BytesRead } from '../read/read-bytes.ts';
import type { PreparedDocument } from '../split/prepare-document.ts';

/** A task for the bytes of a file; `prepare`: read it, split it and compute its data for an index. */
export type ProcessRequest =
  | { readonly task: 'read'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly task: 'prepare'; readonly name: string; readonly sha256: string; readonly bytes: Uint8Array }
  | { readonly task: 'letters'; readonly bytes: Uint8Array; readonly pages: readonly number[] }
  | { readonly task: 'highlight'; readonly bytes: Uint8Array; readonly highlights: readonly Highlight[] }
  | { readonly task: 'comment'; readonly bytes: Uint8Array; readonly add: CommentsToAdd };

export interface ProcessResults {
  readonly read: BytesRead;
  readonly prepare: PreparedDocument;
  readonly letters: readonly PageLetters[];
  readonly highlight: HighlightedPdf;
  readonly comment: CommentedDocx;
}

/** `residentBytes`: of the process after it was done. `cpuMs`: processor time that it took. `reason`: why it could not be done. */
export type ProcessReply<Task extends keyof ProcessResults = keyof ProcessResults> = {
  readonly residentBytes: number;
  readonly cpuMs: number;
} & ({ readonly result: ProcessResults[Task] } | { readonly reason: string });
