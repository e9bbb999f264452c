import { plainCell } from './line-cells.ts';
import { type Span, trimmed } from './span.ts';
import { MAX_COLUMNS, type TableCell, type TableRow } from './table.ts';

export interface HtmlTable extends Span {
  readonly caption: string;
  /** Column names, from the first rows whose cells are all <th>. */
  readonly names: readonly string[] | undefined;
  readonly rows: readonly TableRow[];
}

const TAG = /<(\/?)(table|caption|tr|td|th)\b([^<>]{0,500})>/gi;
const SPANS_COLUMNS = /\bcolspan\s?=\s?["']?(\d{1,2})\b/i;
const MARKUP = /<[^<>]{1,500}>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'" };

interface OpenTable {
  readonly start: number;
  readonly caption: string[];
  /** Rows of names. */
  readonly heads: TableCell[][];
  readonly rows: TableRow[];
}

/** The tables that a text has as HTML, by their tags. One pass; a tag that is missing ends what is open. */
export function* htmlTables(text: string): Generator<HtmlTable, void, undefined> {
  let table: OpenTable | undefined;
  let row: { start: number; cells: TableCell[]; names: number } | undefined;
  let open: { name: string; start: number; columns: number } | undefined;
  const closeCell = (at: number) => {
    if (open === undefined || table === undefined) return;
    const { start, end } = trimmed(text, open.start, at) ?? { start: open.start, end: open.start };
    const cell = { start, end, text: written(text.slice(start, end)) };
    if (open.name === 'caption') table.caption.push(cell.text);
    for (
      let i = 0;
      open.name !== 'caption' && row !== undefined && i < open.columns && row.cells.length < MAX_COLUMNS;
      i += 1
    ) {
      row.cells.push(cell);
      row.names += open.name === 'th' ? 1 : 0;
    }
    open = undefined;
  };
  const closeRow = (at: number) => {
    closeCell(at);
    if (row === undefined || table === undefined || row.cells.length === 0) return;
    const isHead = table.rows.length === 0 && row.cells.length > 1 && row.names === row.cells.length;
    if (isHead) table.heads.push(row.cells);
    else table.rows.push({ start: row.start, end: at, cells: row.cells });
    row = undefined;
  };
  for (const { 0: tag, 1: slash, 2: word = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const name = word.toLowerCase();
    const past = index + tag.length;
    if (name === 'table') {
      closeRow(index);
      if (table !== undefined) yield closed(table, slash ? past : index);
      table = slash ? undefined : { start: index, caption: [], heads: [], rows: [] };
      row = undefined;
    } else if (name === 'tr') {
      closeRow(slash ? past : index);
      row = slash ? undefined : { start: index, cells: [], names: 0 };
    } else {
      closeCell(index);
      if (!slash) open = { name, start: past, columns: Number(SPANS_COLUMNS.exec(attributes)?.[1] ?? 1) };
    }
  }
}

function closed({ start, caption, heads, rows }: OpenTable, end: number): HtmlTable {
  const width = heads.reduce((most, cells) => Math.max(most, cells.length), 0);
  const names = Array.from({ length: width }, (_, i) =>
    [...new Set(heads.map((cells) => cells[i]?.text ?? ''))].filter((name) => name !== '').join(' '),
  );
  return { start, end, caption: caption.join(' '), names: heads.length > 0 ? names : undefined, rows };
}

function written(html: string): string {
  const plain = html.includes('<') ? html.replace(MARKUP, ' ') : html;
  return plainCell(
    plain.replace(/&(\w{2,4}|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity).replace(/\s+/g, ' '),
  );
}
