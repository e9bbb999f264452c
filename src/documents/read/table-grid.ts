import { headRows, namesColumns } from '../../text/names-columns.ts';
import { assertBounds, type DocumentBuilder, inOneLine } from './document-builder.ts';

/** A cell as a page or a sheet has it. */
export interface GridCell {
  readonly text: string;
  readonly isName: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface GridRow {
  /** From the left, without those that cells of rows above reach into. */
  readonly cells: readonly GridCell[];
  /** In the head of the table. */
  readonly isHead: boolean;
  /** That of the file. */
  readonly line?: number;
}

/** A row with the text of each of its columns. */
export interface FilledRow {
  readonly cells: readonly string[];
  readonly line?: number;
}

export interface Grid {
  /** Rows above the table of one cell over all columns. */
  readonly titles: readonly FilledRow[];
  readonly names: readonly string[] | undefined;
  readonly rows: readonly FilledRow[];
}

const MAX_COLUMNS = 1_000;

/**
 * The cells of a table in their columns. Each row is read separately, so one that spans rows or columns appears in each of them,
 * but for one over the whole row. The names are those of the head, or of the first rows whose cells are all names, or of
 * first rows that can be nothing else.
 */
export function gridOf(rows: readonly GridRow[], hasNoNames: boolean, builder: DocumentBuilder): Grid {
  if (rows.some(({ cells }) => cells.length > MAX_COLUMNS))
    builder.note(`Columns of tables after the first ${MAX_COLUMNS} were left out.`);
  const filled = fill(rows).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = filled.findIndex(({ isTitle }) => !isTitle);
  const titles = filled.slice(0, Math.max(0, first));
  const table = filled.slice(titles.length);
  const heads = table.findIndex(({ isHead }) => !isHead);
  if (heads > 0) return { titles, names: joinedNames(table.slice(0, heads)), rows: table.slice(heads) };
  const count = hasNoNames ? 0 : headRows(table);
  for (const tried of count > 1 ? [count, 1] : [count]) {
    if (tried < 1) break;
    const names = joinedNames(table.slice(0, tried));
    const body = table.slice(tried);
    if (namesColumns([names, ...body.map(({ cells }) => cells)])) return { titles, names, rows: body };
  }
  return { titles, names: undefined, rows: table };
}

/** True if every row is a name and its value. */
export function isNamesAndValues(rows: readonly GridRow[]): boolean {
  const isOver = (cells: readonly GridCell[]) => cells.length === 1 && cells[0]!.columns > 1;
  return (
    rows.some(({ cells }) => cells.length === 2) &&
    rows.every(
      ({ cells: [name, value, more], cells }) =>
        isOver(cells) || (more === undefined && name?.isName !== false && value?.isName !== true),
    )
  );
}

interface Filled extends FilledRow {
  readonly isHead: boolean;
  /** One cell over all columns of a wider table. */
  readonly isTitle: boolean;
  /** A cell spans several of the columns. */
  readonly spansColumns: boolean;
  /** Rows that its cells reach over at most, this one included. */
  readonly deep: number;
}

function fill(rows: readonly GridRow[]): Filled[] {
  const width = Math.min(MAX_COLUMNS, widest(rows));
  const filled: Filled[] = [];
  /** Cells of rows above that reach down, by column. */
  let reaching: { readonly text: string; readonly rows: number }[] = [];
  let characters = 0;
  for (const { cells, isHead, line } of rows) {
    const isNames =
      isHead ||
      (cells.some(({ isName }) => isName) &&
        cells.length > 1 &&
        cells.every(({ isName, text }) => isName || text === ''));
    const isWhole = cells.length === 1 && cells[0]!.columns >= width && width > 1 && reaching.length === 0;
    const texts: string[] = [];
    const next: typeof reaching = [];
    const put = (text: string, left: number) => {
      if (left > 0) next[texts.length] = { text, rows: left };
      texts.push(text);
      characters += text.length;
    };
    const putReaching = () => {
      for (let above = reaching[texts.length]; above !== undefined; above = reaching[texts.length])
        put(above.text, above.rows - 1);
    };
    for (const { text, columns, rows: tall } of cells) {
      putReaching();
      for (let i = 0; i < columns && texts.length < width; i += 1) put(i === 0 || !isWhole ? text : '', tall - 1);
    }
    putReaching();
    reaching = next;
    // Spans may state many times the text of the file.
    assertBounds(characters, filled.length);
    filled.push({
      cells: texts,
      isHead: isNames,
      isTitle: isWhole,
      spansColumns: !isWhole && cells.some(({ columns }) => columns > 1),
      deep: cells.reduce((most, cell) => Math.max(most, cell.rows), 1),
      ...(line === undefined ? {} : { line }),
    });
  }
  return filled;
}

function widest(rows: readonly GridRow[]): number {
  return rows.reduce(
    (most, { cells }) =>
      Math.max(
        most,
        cells.reduce((sum, { columns }) => sum + columns, 0),
      ),
    0,
  );
}

/** A name of a group appears over the first of its columns alone where no cell spans them. */
function joinedNames(heads: readonly FilledRow[]): string[] {
  const width = heads.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const last = heads.at(-1)!.cells;
  const filled = heads.map(({ cells }) => {
    let group = '';
    return Array.from({ length: width }, (_, i) => {
      group = cells[i] || group;
      return cells !== last && (last[i] ?? '') !== '' ? group : (cells[i] ?? '');
    });
  });
  return Array.from({ length: width }, (_, i) => inOneLine([...new Set(filled.map((cells) => cells[i]!))].join(' ')));
}
