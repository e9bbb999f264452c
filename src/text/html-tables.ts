import { plainCell } from './line-cells.ts';
import { type Span, trimmed } from './span.ts';
import { MAX_COLUMNS, type TableCell, type TableHead, type TableRow } from './table.ts';

export interface HtmlTable extends Span {
  readonly caption: string;
  /** The first rows whose cells are all <th>. */
  readonly head: TableHead | undefined;
  readonly rows: readonly TableRow[];
}

const TAG = /<(\/?)(table|caption|tr|td|th)\b([^<>]{0,500})>/gi;
const SPANS_COLUMNS = /\bcolspan\s?=\s?["']?(\d{1,2})\b/i;
const SPANS_ROWS = /\browspan\s?=\s?["']?(\d{1,3})\b/i;
const MARKUP = /<[^<>]{1,500}>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'" };

interface OpenTable {
  readonly start: number;
  readonly caption: string[];
  /** Rows of names. */
  readonly heads: TableRow[];
  readonly rows: TableRow[];
  /** Cells that reach into the rows below, by their column. */
  readonly reaching: Map<number, { readonly cell: TableCell; readonly isName: boolean; left: number }>;
}

/** Places of a table that one cell fills at most. */
const MOST_FILLED = 100;

/** The tables that a text has as HTML, by their tags. One pass; a tag that is missing ends what is open. */
export function* htmlTables(text: string): Generator<HtmlTable, void, undefined> {
  let table: OpenTable | undefined;
  let row: { start: number; cells: TableCell[]; names: number } | undefined;
  let open: { name: string; start: number; columns: number; rows: number } | undefined;
  const push = (cell: TableCell, isName: boolean) => {
    row!.cells.push(cell);
    row!.names += isName ? 1 : 0;
  };
  const fillFromAbove = () => {
    const nextAbove = () => table!.reaching.get(row!.cells.length);
    for (let above = nextAbove(); above?.left; above = nextAbove()) {
      above.left -= 1;
      push(above.cell, above.isName);
    }
  };
  const closeCell = (at: number) => {
    if (open === undefined || table === undefined) return;
    const { start, end } = trimmed(text, open.start, at) ?? { start: open.start, end: open.start };
    const cell = { start, end, text: written(text.slice(start, end)) };
    if (open.name === 'caption') table.caption.push(cell.text);
    else if (row !== undefined) {
      const isName = open.name === 'th';
      fillFromAbove();
      for (let i = 0; i < open.columns && row.cells.length < MAX_COLUMNS; i += 1) {
        if (open.rows > 1) table.reaching.set(row.cells.length, { cell, isName, left: open.rows - 1 });
        push(cell, isName);
      }
      fillFromAbove();
    }
    open = undefined;
  };
  const closeRow = (at: number) => {
    closeCell(at);
    if (row === undefined || table === undefined || row.cells.length === 0) return;
    const isHead = table.rows.length === 0 && row.cells.length > 1 && row.names === row.cells.length;
    (isHead ? table.heads : table.rows).push({ start: row.start, end: at, cells: row.cells });
    row = undefined;
  };
  for (const { 0: tag, 1: slash, 2: word = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    const name = word.toLowerCase();
    const past = index + tag.length;
    if (name === 'table') {
      closeRow(index);
      if (table !== undefined) yield closed(table, slash ? past : index);
      table = slash ? undefined : { start: index, caption: [], heads: [], rows: [], reaching: new Map() };
      row = undefined;
    } else if (name === 'tr') {
      closeRow(slash ? past : index);
      row = slash ? undefined : { start: index, cells: [], names: 0 };
    } else {
      closeCell(index);
      const columns = Number(SPANS_COLUMNS.exec(attributes)?.[1] ?? 1);
      const rows = Math.min(
        Number(SPANS_ROWS.exec(attributes)?.[1] ?? 1),
        Math.floor(MOST_FILLED / Math.max(1, columns)),
      );
      if (!slash) open = { name, start: past, columns, rows };
    }
  }
}

function closed({ start, caption, heads, rows }: OpenTable, end: number): HtmlTable {
  return { start, end, caption: caption.join(' '), head: headOf(heads), rows };
}

function headOf(heads: readonly TableRow[]): TableHead | undefined {
  const [first] = heads;
  if (first === undefined) return undefined;
  const width = heads.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const names = Array.from({ length: width }, (_, i) =>
    [...new Set(heads.map(({ cells }) => cells[i]?.text ?? ''))].filter((name) => name !== '').join(' '),
  );
  return { start: first.start, end: heads.at(-1)!.end, names };
}

function written(html: string): string {
  const plain = html.includes('<') ? html.replace(MARKUP, ' ') : html;
  return plainCell(
    plain.replace(/&(\w{2,4}|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity).replace(/\s+/g, ' '),
  );
}
