import type { FoundSpan } from './sentence-kinds.ts';
import { type Span, trimmed } from './span.ts';
import type { TableHead, TableRow } from './table.ts';
import { allTableSteps } from './tables.ts';

/** Characters that the rows of a text gain by the names of their columns: further rows are read as written, so that they take no longer. */
const MAX_GAIN = 20_000;

/**
 * The rows of the tables of a text whose columns have names, and those names, in ascending order. Linear in the text; yields
 * between its steps.
 */
export function* tableSpanSteps(text: string): Generator<undefined, FoundSpan[]> {
  const spans: FoundSpan[] = [];
  let left = MAX_GAIN;
  for (const { head, rows } of yield* allTableSteps(text)) {
    if (head === undefined) continue;
    const header = trimmed(text, head.start, head.end)!;
    spans.push({ ...header, kind: 'heading' });
    for (const row of rows) {
      const read = left < 0 ? '' : rowWithNames(head, row);
      left -= Math.max(0, read.length - (row.end - row.start));
      const named = left < 0 ? {} : { header, read };
      spans.push({ ...trimmed(text, row.start, row.end)!, kind: 'row', ...named });
    }
  }
  return spans;
}

/** "Model: 25i; Battery: up to 13 hours": the cells of a row after the names of their columns. */
function rowWithNames({ names }: TableHead, { cells }: TableRow): string {
  return cells.map(({ text }, i) => [names[i] ?? '', text].filter((part) => part !== '').join(': ')).join('; ');
}

/** The sentences of a text, with the spans of its tables cut out of them: a paragraph of lines may hold a table. */
export function* withTables(
  text: string,
  sentences: Iterable<Span>,
  tables: readonly FoundSpan[],
): Generator<FoundSpan, void, undefined> {
  let next = 0;
  let past = 0;
  for (const { start, end } of sentences) {
    let from = Math.max(start, past);
    for (let table = tables[next]; table !== undefined && table.start < end; table = tables[next]) {
      yield* outsideOf(text, { start: from, end: table.start });
      yield table;
      from = past = table.end;
      next += 1;
    }
    if (from === start) yield { start, end };
    else yield* outsideOf(text, { start: from, end });
  }
}

const TAG = /<[^<>]*>/g;

/** Marks and tags around rows are no statements. */
function* outsideOf(text: string, { start, end }: Span): Generator<FoundSpan> {
  const span = trimmed(text, start, end);
  if (span === undefined) return;
  const hasWords = /[\p{L}\p{N}]/u.test(text.slice(span.start, span.end).replace(TAG, ''));
  yield hasWords ? span : { ...span, kind: 'furniture' };
}
