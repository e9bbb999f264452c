import type { Span } from './span.ts';
import { MAX_COLUMNS, type TableCell } from './table.ts';

/** How the cells of a line are written; `rule`: the line under Markdown's column names. */
export type Layout = 'bars' | 'tabs' | 'pairs' | 'pair' | 'aligned' | 'commas' | 'semicolons';

export interface LineCells extends Span {
  readonly layout: Layout | 'rule';
  readonly cells: readonly TableCell[];
  /** The names of "Name: value" cells. */
  readonly names?: readonly string[];
  /** It begins with a bar. */
  readonly isBarred?: boolean;
}

const RULE = /^[\s|:+-]+$/;
/** Aligned cells have several spaces before a bar. */
const BARS = /^\s*\||\S\s{1,60}\|\s/;
const TABS = /\S\t\s*\S/;
/** Between the cells of aligned columns: behind a comma or a colon it only pads. */
const GAP = /[^\s,;:] {2,200}\S/;
/** A name and its value: letters, few words, no stop within. */
const PAIR = /^(\s*[*_]{0,2}\p{L}[^:;|\n]{0,60}?)[*_]{0,2}:[*_]{0,2}\s+(\S.*)$/su;
/** Longer lines are no rows. */
const MAX_LINE = 100_000;
/** Prose with commas ends like a sentence, and has spaces after them. */
const SENTENCE_END = /[.!?:]["'”’)]*\s*$/;

/** The cells of a line by its marks; undefined for prose. One pass over the line. */
export function lineCells(text: string, { start, end }: Span): LineCells | undefined {
  const line = text.slice(start, end);
  if (line.length > MAX_LINE || line.trim() === '') return undefined;
  const read = (layout: LineCells['layout'], cells: readonly TableCell[], names?: readonly string[]): LineCells => ({
    ...{ start, end, layout, cells },
    ...(names && { names }),
  });
  if (line.includes('--') && RULE.test(line)) return read('rule', []);
  const isBarred = /^\s*\|/.test(line);
  for (const mark of isBarred ? [] : [';', '|']) {
    const pairs = pairsOf(split(line, mark, start));
    if (pairs !== undefined) return read('pairs', pairs.cells, pairs.names);
  }
  if (BARS.test(line)) return { ...read('bars', withoutOuterBars(line, split(line, '|', start))), isBarred };
  if (TABS.test(line)) return read('tabs', split(line, '\t', start));
  if (GAP.test(line)) {
    const cells = cellsBetweenGaps(line, start);
    const pairs = pairsOf(cells);
    return pairs === undefined ? read('aligned', cells) : read('pairs', pairs.cells, pairs.names);
  }
  const isProse = SENTENCE_END.test(line) && /,\s|^[^,]*$/.test(line);
  const commas = line.includes(',') && !isProse ? split(line, ',', start) : [];
  const pairs = commas.length > 1 ? pairsOf(commas) : undefined;
  if (pairs !== undefined) return read('pairs', pairs.cells, pairs.names);
  const semicolons = line.includes(';') && !SENTENCE_END.test(line) ? split(line, ';', start) : [];
  if (semicolons.length > 2) return read('semicolons', semicolons);
  const single = pairsOf([{ start, end, text: line }], 1);
  if (single !== undefined) return read('pair', single.cells, single.names);
  return commas.length > 1 ? read('commas', commas) : undefined;
}

/** The cells of a row between bars. */
export function cellsOf(row: string): string[] {
  return withoutOuterBars(row, split(row, '|', 0)).map(({ text }) => text);
}

/** The cells between marks; a mark within quotation marks divides nothing. */
function split(line: string, mark: string, offset: number): TableCell[] {
  const cells: TableCell[] = [];
  let from = 0;
  let isQuoted = false;
  let isEmpty = true;
  for (let at = 0; at <= line.length && cells.length < MAX_COLUMNS; at += 1) {
    if (line[at] === '"' && (isQuoted || isEmpty)) isQuoted = !isQuoted;
    isEmpty &&= line.charAt(at).trim() === '';
    if (at < line.length && (line[at] !== mark || isQuoted || line[at - 1] === '\\')) continue;
    cells.push(cellAt(line, { start: from, end: at }, offset));
    from = at + 1;
    isEmpty = true;
  }
  return cells;
}

function cellsBetweenGaps(line: string, offset: number): TableCell[] {
  const cells: TableCell[] = [];
  let from = line.length - line.trimStart().length;
  for (const { 0: gap, index } of line.trimEnd().matchAll(/(?<=\S) {2,}(?=\S)/g)) {
    if (cells.length === MAX_COLUMNS - 1) break;
    cells.push(cellAt(line, { start: from, end: index }, offset));
    from = index + gap.length;
  }
  return [...cells, cellAt(line, { start: from, end: line.length }, offset)];
}

function cellAt(line: string, { start, end }: Span, offset: number): TableCell {
  const raw = line.slice(start, end);
  const left = start + raw.length - raw.trimStart().length;
  const right = Math.max(left, end - (raw.length - raw.trimEnd().length));
  return { start: offset + left, end: offset + right, text: plainCell(line.slice(left, right)) };
}

/** The words of a cell without the marks around them. */
export function plainCell(written: string): string {
  if (!/["*_`]/.test(written)) return written.trim();
  return written
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^[*_](.*)[*_]$/s, '$1')
    .trim();
}

/** "| a | b |" has an empty cell before its first and after its last bar. */
function withoutOuterBars(line: string, cells: TableCell[]): TableCell[] {
  const first = line.trimStart().startsWith('|') ? 1 : 0;
  const last = line.trimEnd().endsWith('|') ? cells.length - 1 : cells.length;
  return cells.slice(first, Math.max(first, last));
}

function pairsOf(cells: readonly TableCell[], least = 2) {
  if (cells.length < least) return undefined;
  const names: string[] = [];
  const values: TableCell[] = [];
  for (const { start, end, text } of cells) {
    if (text === '' && cells.length > least) continue;
    const [, name, value] = PAIR.exec(text) ?? [];
    if (name === undefined || value === undefined) return undefined;
    names.push(plainCell(name));
    values.push({ start: Math.max(start, end - value.length), end, text: plainCell(value) });
  }
  return values.length < least ? undefined : { names, cells: values };
}
