import type { ReadDocument } from '../../../src/documents/document.ts';

/** The blocks with their words, as one would write them down: "heading 1: Plants". */
export function blocksOf({ text, blocks }: Pick<ReadDocument, 'text' | 'blocks'>): string[] {
  return blocks.map(({ kind, level, start, end }) => {
    return `${kind}${level === 0 ? '' : ` ${level}`}: ${text.slice(start, end)}`;
  });
}
