import { namesColumns } from './table-head.ts';

/** A cell as a page has it. */
export interface HtmlCell {
  readonly text: string;
  readonly isName: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface HtmlRow {
  readonly cells: readonly HtmlCell[];
  /** In the head of the table. */
  readonly isHead: boolean;
}

export interface Grid {
  readonly names: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
}

const MAX_COLUMNS = 1_000;

/**
 * The cells of a table in their columns: one that spans rows stands in each of them, because each row is read by itself; one
 * that spans columns stands in the first, a name in all. The names are those of the head, or of the first rows whose cells are
 * all names, or of a first row that can be nothing else.
 */
export function gridOf(rows: readonly HtmlRow[], hasNoNames: boolean): Grid {
  const filled = fill(rows).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const heads = filled.findIndex(({ isHead }) => !isHead);
  const count = heads < 0 ? 0 : heads;
  const body = filled.slice(count).map(({ cells }) => cells);
  if (count > 0) return { names: joinedNames(filled.slice(0, count)), rows: body };
  const all = filled.map(({ cells }) => cells);
  if (!hasNoNames && namesColumns(all)) return { names: all[0], rows: all.slice(1) };
  return { names: undefined, rows: all };
}

/** Whether every row is a name and what it stands for. */
export function isNamesAndValues(rows: readonly HtmlRow[]): boolean {
  return rows.every(({ cells }) => cells.length <= 2 && cells[0]?.isName !== false && cells[1]?.isName !== true);
}

interface Filled {
  readonly cells: string[];
  readonly isHead: boolean;
}

function fill(rows: readonly HtmlRow[]): Filled[] {
  const filled: Filled[] = [];
  /** By column, what reaches down from rows above. */
  let reaching: { readonly text: string; readonly rows: number }[] = [];
  for (const { cells, isHead } of rows) {
    const isNames = isHead || (cells.length > 1 && cells.every(({ isName }) => isName));
    const line: string[] = [];
    const next: typeof reaching = [];
    const put = (text: string, left: number) => {
      if (left > 0) next[line.length] = { text, rows: left };
      line.push(text);
    };
    const putReaching = () => {
      for (let above = reaching[line.length]; above !== undefined; above = reaching[line.length])
        put(above.text, above.rows - 1);
    };
    for (const { text, columns, rows: tall } of cells) {
      putReaching();
      for (let i = 0; i < columns && line.length < MAX_COLUMNS; i += 1) put(i === 0 || isNames ? text : '', tall - 1);
    }
    putReaching();
    reaching = next;
    filled.push({ cells: line, isHead: isNames });
  }
  return filled;
}

function joinedNames(heads: readonly Filled[]): string[] {
  const width = heads.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return Array.from({ length: width }, (_, i) =>
    [...new Set(heads.map(({ cells }) => cells[i] ?? ''))].filter((name) => name !== '').join(' '),
  );
}
