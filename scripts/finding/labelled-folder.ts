import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDocument } from '../../src/documents/document.ts';

/** Labelled sets whose passages do not contradict each other by design. */
export const SETS = ['climate-fever', 'fm2', 'wice', 'attributionbench', 'defacto', 'covidfact', 'hard'] as const;

export interface LabelledClaim {
  readonly id: string;
  readonly set: string;
  readonly claim: string;
  readonly label: string;
  /** The file of its passage in the folder. */
  readonly file: string;
}

/** The passages of labeled claims as a folder of text files, equal ones once. */
export function labelledFolder(folder: string): { documents: ReadDocument[]; claims: LabelledClaim[] } {
  const documents = new Map<string, ReadDocument>();
  const claims: LabelledClaim[] = [];
  for (const set of SETS) {
    const lines = readFileSync(join(folder, `${set}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean);
    for (const line of lines) {
      const row = JSON.parse(line) as Record<string, string>;
      const text = row.grounding_source!;
      const document = documents.get(text) ?? textDocument(`${set}/${row.id}.txt`, text);
      documents.set(text, document);
      claims.push({ id: row.id!, set, claim: row.claim!, label: row.label!, file: document.file });
    }
  }
  return { documents: [...documents.values()], claims };
}

export function textDocument(file: string, text: string): ReadDocument {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { file, format: 'txt', sha256, text, blocks: [], lines: [], pagesWithoutText: [], notes: [] };
}
