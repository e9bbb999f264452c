import { cellsOf } from '../text/line-cells.ts';
import { firstIndex } from '../text/span.ts';
import type { Block, DocumentPlace, LineStart, ReadDocument } from './document.ts';

/** Where an offset of the document's text is: its page and line, the headings above it, and the columns of its row. */
export function placeIn({ text, blocks, lines }: ReadDocument, offset: number): DocumentPlace {
  const line = lineAt(lines, offset);
  const at = blockAt(blocks, offset);
  const block = blocks[at];
  return {
    page: line?.page ?? block?.page ?? null,
    line: line?.line ?? null,
    ...(line === undefined && block !== undefined ? { paragraph: at + 1 } : {}),
    headings: headingsOf(text, blocks, at),
    columns: columnsOf(text, blocks, at),
    ...(line?.pointer === undefined ? {} : { pointer: line.pointer }),
  };
}

/** The headings above an offset, the outermost first. */
export function headingsAt({ text, blocks }: ReadDocument, offset: number): string[] {
  return headingsOf(text, blocks, blockAt(blocks, offset));
}

/** The number of the block that an offset is in, or that follows it: marks such as "#" appear before their block. */
function blockAt(blocks: readonly Block[], offset: number): number {
  const last = lastFrom(blocks, offset);
  return offset < (blocks[last]?.end ?? 0) ? last : Math.min(last + 1, blocks.length - 1);
}

function headingsOf(text: string, blocks: readonly Block[], at: number): string[] {
  const headings: string[] = [];
  const block = blocks[at];
  for (let i = block?.kind === 'heading' ? at : (block?.under ?? -1); i >= 0; i = blocks[i]!.under)
    headings.unshift(text.slice(blocks[i]!.start, blocks[i]!.end));
  return headings;
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
