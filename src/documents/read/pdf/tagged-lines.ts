import { ARTIFACT } from './marked-content.ts';
import { linesOfPage, type PageLine } from './page-lines.ts';
import type { Piece, TurnedPieces } from './page-pieces.ts';
import { FINISHED, leftOf, type Row, rightOf } from './row.ts';
import { segmentRows } from './segments.ts';
import { blocksOfTree, type StructureNode, type TaggedBlock } from './structure.ts';

/** Share of the letters of a page that its structure tree has at least. */
const LEAST_TAGGED = 0.9;
/** Share of paragraphs that break off within a sentence, are side by side, or have headings in them, where tags do not mean what they say. */
const MOST_BROKEN = 0.2;
const LEAST_PARAGRAPHS = 3;
/** Letters this many times as large are those of a heading. */
const LARGE = 1.3;

/** The lines of a page in the order of its structure tree; undefined where much of the page is not in it. */
export function taggedLines(groups: readonly TurnedPieces[], root: StructureNode): PageLine[] | undefined {
  const byId = new Map<string, { readonly piece: Piece; readonly direction: string }[]>();
  let all = 0;
  let outside = 0;
  let pageRight = 0;
  for (const { direction, pieces } of groups) {
    for (const piece of pieces) {
      const id = piece.content ?? '';
      pageRight = Math.max(pageRight, piece.x + piece.width);
      if (id === ARTIFACT) outside += piece.text.length;
      else all += piece.text.length;
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [{ piece, direction }]);
      else known.push({ piece, direction });
    }
  }
  let tagged = 0;
  const take = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const found = byId.get(id) ?? [];
      byId.delete(id);
      for (const { piece } of found) tagged += piece.text.length;
      return found;
    });
  const lines = blocksOfTree(root).flatMap((tag) => {
    if (tag.role === 'table') return rowsOf(tag, take);
    return tag.role === 'text' ? textLinesOf(take(tag.ids), pageRight) : linesOf(take(tag.ids), { tag });
  });
  if (tagged < LEAST_TAGGED * all || outside > all || lines.length === 0) return undefined;
  const rest = [...byId].filter(([id]) => id !== ARTIFACT).flatMap(([, pieces]) => pieces);
  const artifacts = linesOf(byId.get(ARTIFACT) ?? [], { isArtifact: true });
  const top = lines.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  return [
    ...artifacts.filter(({ y }) => y < top),
    ...lines,
    ...linesOf(rest, {}),
    ...artifacts.filter(({ y }) => y >= top),
  ];
}

type Placed = { readonly piece: Piece; readonly direction: string };

/** Pieces that follow each other, cut where the next one is in another column. */
function columnsOf(pieces: readonly Placed[]): Placed[][] {
  const columns: Placed[][] = [];
  for (const one of pieces) {
    const last = columns.at(-1)?.at(-1);
    const goesUp = last !== undefined && last.piece.y - one.piece.y > 2 * Math.max(one.piece.size, last.piece.size);
    if (last === undefined || goesUp || last.direction !== one.direction) columns.push([one]);
    else columns.at(-1)!.push(one);
  }
  return columns;
}

/** Words on one line of a column are one line, whatever gaps are in it. */
function linesOf(pieces: readonly Placed[], more: Partial<PageLine>): PageLine[] {
  return columnsOf(pieces).flatMap((column) => {
    const rows = segmentRows(column.map(({ piece }) => piece));
    const segments = rows.flat();
    const bounds = { left: leftOf(segments), right: rightOf(segments) };
    return rows.map((row) => ({ ...lineOf(row), column: bounds, direction: column[0]!.direction, ...more }));
  });
}

/** True if each element is in one line, so that its author ended each. */
function isInOneLine(pieces: readonly Piece[]): boolean {
  return pieces.every(({ content, y, size }, i) => {
    const last = pieces[i - 1];
    return last === undefined || last.content !== content || Math.abs(y - last.y) < 0.5 * size;
  });
}

/** Lines of text outside of paragraphs, by their layout. A line could have reached the next column, or the edge of the page. */
function textLinesOf(pieces: readonly Placed[], pageRight: number): PageLine[] {
  const columns = columnsOf(pieces);
  const lefts = columns.map((column) => leftOf(column.map(({ piece }) => piece)));
  return columns.flatMap((column, i) => {
    const right = column.reduce((most, { piece }) => Math.max(most, piece.x + piece.width), 0);
    const next = [lefts[i - 1], lefts[i + 1]].find((left) => left !== undefined && left > right) ?? pageRight;
    const pieces = column.map(({ piece }) => piece);
    const edge = isInOneLine(pieces) ? Number.POSITIVE_INFINITY : next;
    return linesOfPage([{ direction: column[0]!.direction, pieces }], edge);
  });
}

function lineOf(row: Row): Omit<PageLine, 'column' | 'direction'> {
  return {
    text: row.map(({ text }) => text).join(' '),
    x: row[0]!.x,
    right: rightOf(row),
    y: row[0]!.y,
    size: row.reduce((most, { size }) => Math.max(most, size), 0),
    isRow: false,
    isField: false,
    segments: row,
  };
}

/** One line for each row of a table. */
function rowsOf(tag: TaggedBlock, take: (ids: readonly string[]) => Placed[]): PageLine[] {
  return tag.rows.flatMap((row) => {
    const cells = row.map(({ ids, isName }) => ({ lines: linesOf(take(ids), {}), isName }));
    const lines = cells.flatMap((cell) => cell.lines);
    const [first] = lines;
    if (first === undefined) return [];
    const texts = cells.map(({ lines: own, isName }) => ({ text: own.map(({ text }) => text).join(' '), isName }));
    const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
    return [{ ...first, text: texts.map(({ text }) => text).join('\t'), right, tag, cells: texts }];
  });
}

/** True if tagged paragraphs are those of a reader: some programs tag each line, others whole pages. */
export function isReliable(pages: readonly (readonly PageLine[])[]): boolean {
  let paragraphs = 0;
  let broken = 0;
  for (const lines of pages) {
    const texts = lines.filter(({ tag }) => tag?.role === 'paragraph');
    for (const [i, line] of texts.entries()) {
      const last = texts[i - 1];
      if (last !== undefined && last.tag === line.tag) {
        const isMixed = Math.max(line.size, last.size) > LARGE * Math.min(line.size, last.size);
        if (isMixed) broken += 1;
        continue;
      }
      paragraphs += 1;
      // Cells of a table side by side that are no table by their tags.
      const isBeside = last !== undefined && Math.abs(last.y - line.y) < 0.3 * line.size && line.x > last.right;
      if (isBeside) broken += 1;
      else if (last !== undefined && !FINISHED.test(last.text) && /^\p{Ll}/u.test(line.text)) broken += 1;
    }
  }
  return paragraphs < LEAST_PARAGRAPHS ? broken === 0 : broken <= MOST_BROKEN * paragraphs;
}
