import { createHash } from 'node:crypto';
import type { ReadDocument } from '../../../src/documents/document.ts';

export function textDocument(file: string, text: string, facts: Partial<ReadDocument> = {}): ReadDocument {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { file, format: 'txt', sha256, text, blocks: [], lines: [], pagesWithoutText: [], notes: [], ...facts };
}

export const noPause = async () => undefined;
