import { cellsOf, firstIndex } from '../text/index.ts';
import type { Block, DocumentPlace, LineStart, ReadDocument } from './document.ts';

/** Where an offset of the document's text is: its page and line, the headings above it, and the columns of its row. */
export function placeIn({ text, blocks, lines }: ReadDocument, offset: number): DocumentPlace {
  const line = lineAt(lines, offset);
  const last = lastFrom(blocks, offset);
  // Marks such as "#" appear before their block.
  const at = offset < (blocks[last]?.end ?? 0) ? last : Math.min(last + 1, blocks.length - 1);
  const block = blocks[at];
  const headings: string[] = [];
  for (let i = block?.kind === 'heading' ? at : (block?.under ?? -1); i >= 0; i = blocks[i]!.under)
    headings.unshift(text.slice(blocks[i]!.start, blocks[i]!.end));
  return {
    page: line?.page ?? block?.page ?? null,
    line: line?.line ?? null,
    ...(line === undefined && block !== undefined ? { paragraph: at + 1 } : {}),
    headings,
    columns: columnsOf(text, blocks, at),
    ...(line?.pointer === undefined ? {} : { pointer: line.pointer }),
  };
}

function lineAt(lines: ReadDocument['lines'], offset: number): Omit<LineStart, 'start'> | undefined {
  const at = lastFrom(lines, offset);
  const line = lines[at];
  return typeof line === 'number' ? { line: at + 1 } : line;
}

function columnsOf(text: string, blocks: readonly Block[], at: number): string[] {
  let first = at;
  while (blocks[first]?.kind === 'row') first -= 1;
  const head = blocks[first];
  if (first === at || head?.kind !== 'head') return [];
  const [names = ''] = text.slice(head.start, head.end).split('\n');
  return cellsOf(names);
}

/** The index of the last one that begins at the offset or before it, or -1. */
export function lastFrom(starts: readonly (number | { readonly start: number })[], offset: number): number {
  const startOf = (one: number | { readonly start: number }) => (typeof one === 'number' ? one : one.start);
  return firstIndex(starts.length, (i) => startOf(starts[i]!) > offset) - 1;
}
