import { createHash } from 'node:crypto';
import type { ReadDocument } from '../../../src/documents/document.ts';

/** A text file as the readers give it, or what is said of another. */
export function textDocument(file: string, text: string, facts: Partial<ReadDocument> = {}): ReadDocument {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { file, format: 'txt', sha256, text, blocks: [], lines: [], pagesWithoutText: [], notes: [], ...facts };
}

export const noPause = async () => undefined;
