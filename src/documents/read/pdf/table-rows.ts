import { areAmounts, hasAmountsBelow, mayBeFacts } from '../../../text/names-columns.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { type GridCell, type GridRow, gridOf } from '../table-grid.ts';
import type { PlacedLine } from './page-lines.ts';
import { joined, leftOf, middleOf, type Row, rightOf } from './row.ts';

type Column = PlacedLine['column'];

/** Fewer lines with gaps are no table. */
const LEAST_ROWS = 2;
/** Distance of the lines of a cell at most, as a share of that of rows. */
const WITHIN_ROW = 0.9;
/** Distance between tables at least, in distances of rows, and in letter sizes. */
const BAND = 1.7;
const LEAST_BAND = 3;

/**
 * Adds lines with gaps as the rows of tables, where the gaps are one below the other.
 *
 * @returns the other lines, which belong to no table
 */
export function* addRows(lines: readonly PlacedLine[], builder: DocumentBuilder): Generator<readonly PlacedLine[]> {
  for (const table of tablesOf(lines)) {
    const rows = gridRowsOf(table);
    if (rows !== undefined) addTable(rows, table, builder);
    else if (table[0]!.page === table.at(-1)!.page) yield table;
    else for (const page of pagesOf(table)) yield* addRows(page, builder);
  }
}

/** Lines with a blank band between them are in different tables. A table may go on, under its names again or without. */
function tablesOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const distances = lines.map((line, i) => distanceTo(line, lines[i - 1]));
  const ofRows = distances.filter((_, i) => cellsOf(lines[i]!).length > 1);
  const common = middleOf(ofRows.filter(Number.isFinite));
  const tables: PlacedLine[][] = [];
  for (const [i, line] of lines.entries()) {
    const isApart = distances[i]! > Math.max(BAND * common, LEAST_BAND * line.size);
    if (isApart) tables.push([line]);
    else tables.at(-1)!.push(line);
  }
  const whole: PlacedLine[][] = [];
  for (const [i, table] of tables.entries()) {
    const before = whole.at(-1);
    const isNext = before !== undefined && table[0]!.page === before.at(-1)!.page + 1;
    const rest = isNext && before[0]!.text === table[0]!.text ? table.slice(1) : table;
    if (isNext && goOn(textsOf(rest), textsOf(tables[i - 1]!))) for (const line of rest) before.push(line);
    else whole.push(table);
  }
  return whole;
}

/** True for rows without names of their own, where those of the page before have amounts in the same columns. */
function goOn(rows: readonly string[][], before: readonly string[][]): boolean {
  if (hasAmountsBelow(rows)) return false;
  const [first = []] = rows;
  const column = (all: readonly string[][], i: number) =>
    all.flatMap((cells) => (cells.length === first.length ? cells[i]! : []));
  const isOther = (i: number) => areAmounts(column(before.slice(1), i)) && !areAmounts(column(rows, i));
  return rows.length < LEAST_ROWS || !first.some((_, i) => isOther(i));
}

function textsOf(lines: readonly PlacedLine[]): string[][] {
  return lines.map((line) => cellsOf(line).map(({ text }) => text));
}

function cellsOf({ segments = [] }: PlacedLine): Row {
  return joined(segments);
}

/** How far below another line of its page a line is. */
function distanceTo(line: PlacedLine, last: PlacedLine | undefined): number {
  return last?.page === line.page ? line.y - last.y : Number.POSITIVE_INFINITY;
}

function pagesOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const pages: PlacedLine[][] = [];
  for (const line of lines) {
    if (line.page === pages.at(-1)?.[0]?.page) pages.at(-1)!.push(line);
    else pages.push([line]);
  }
  return pages;
}

function addTable(rows: readonly GridRow[], lines: readonly PlacedLine[], builder: DocumentBuilder): void {
  const places = (line: number) => ({ start: 0, page: lines[line]!.page, line: lines[line]!.line });
  if (rows.every(({ cells }) => cells.length <= 2 && cells[0]!.text.endsWith(':'))) {
    for (const { cells, line } of rows)
      builder.paragraph({ text: cells.map(({ text }) => text).join(' '), lines: [places(line!)] });
    return;
  }
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text));
  const hasNames = hasAmountsBelow(texts) && !mayBeFacts(texts);
  const grid = gridOf(rows, !hasNames, builder);
  for (const { cells, line } of grid.titles) builder.paragraph({ text: cells[0]!, lines: [places(line!)] });
  builder.table(
    grid.names,
    grid.rows.map(({ cells }) => cells),
    grid.rows.map(({ line }) => places(line!)),
  );
}

/** The rows of a table by the places of their words; undefined where the words of a row are in no columns. */
function gridRowsOf(lines: readonly PlacedLine[]): GridRow[] | undefined {
  const rows = lines.map(({ segments = [] }) => segments);
  const cells = lines.map(cellsOf);
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2 || cells.filter((row) => row.length > 1).length < LEAST_ROWS) return undefined;
  const columns = columnsOf(cells.filter((row) => row.length === width));
  if (columns.some(({ left }, i) => i > 0 && left <= columns[i - 1]!.right)) return undefined;
  const first = cells.findIndex((row) => row.length === width);
  const found: GridRow[] = [];
  for (const [line, row] of rows.entries()) {
    const inColumns = cellsIn(row, columns, line < first);
    if (inColumns === undefined) return undefined;
    const isSpanning = inColumns.some((cell) => cell.columns > 1);
    if (isSpanning && line > first && row.length > 1) return undefined;
    found.push({ cells: inColumns, isHead: false, line });
  }
  return withWholeCells(found, lines);
}

/** The columns of rows that have a cell in each. */
function columnsOf(rows: readonly Row[]): Column[] {
  return rows[0]!.map((_, i) => {
    const column = rows.map((row) => row[i]!);
    return { left: leftOf(column), right: rightOf(column) };
  });
}

/**
 * The words of a row by their columns; undefined where two columns have the same words. Between two columns are words of the
 * nearer one, or, above the names of columns, those of a group.
 */
function cellsIn(row: Row, columns: readonly Column[], isAbove: boolean): GridCell[] | undefined {
  const cells: GridCell[] = [];
  let past = 0;
  let reached = 0;
  for (const { text, x, right } of row) {
    while (reached < columns.length - 1 && columns[reached]!.right < x) reached += 1;
    let from = reached;
    let to = reached;
    while (to < columns.length - 1 && columns[to + 1]!.left <= right) to += 1;
    const before = columns[from - 1];
    if (before !== undefined && right < columns[from]!.left) {
      const isNearer = x - before.right < columns[from]!.left - right;
      if (isAbove || isNearer) from -= 1;
      if (!isAbove && isNearer) to -= 1;
    }
    const last = cells.at(-1);
    if (last !== undefined && from === to && from === past - 1 && last.columns === 1)
      cells[cells.length - 1] = { ...last, text: inOneCell(last.text, text) };
    else if (from < past) return undefined;
    else {
      for (; past < from; past += 1) cells.push(EMPTY);
      cells.push({ ...EMPTY, text, columns: to - from + 1 });
      past = to + 1;
    }
  }
  for (; past < columns.length; past += 1) cells.push(EMPTY);
  return cells;
}

/** Without a copy of what is known: a cell may have any number of lines. */
function inOneCell(known: string, text: string): string {
  return known === '' || text === '' ? known + text : `${known} ${text}`;
}

const EMPTY: GridCell = { text: '', isName: false, columns: 1, rows: 1 };

/**
 * Rows with the further lines of their cells: lines that lack a cell, and are nearer to the line above than rows with all cells
 * are. Where no line is nearer, each may be a row of its own.
 */
function withWholeCells(rows: readonly GridRow[], lines: readonly PlacedLine[]): GridRow[] {
  const isWhole = ({ cells }: GridRow) => cells.every(({ text, columns }) => text !== '' && columns === 1);
  const distance = (i: number) => distanceTo(lines[i]!, lines[i - 1]);
  const first = rows.findIndex(isWhole);
  let nearest = 0;
  for (let i = first + 1; i < rows.length; i += 1)
    if (isWhole(rows[i]!)) nearest = nearest === 0 ? distance(i) : Math.min(nearest, distance(i));
  const whole: GridRow[] = [];
  for (const [i, row] of rows.entries()) {
    const last = whole.at(-1);
    if (i <= first || last === undefined || isWhole(row) || distance(i) >= WITHIN_ROW * nearest) whole.push(row);
    else
      whole[whole.length - 1] = {
        ...last,
        cells: last.cells.map((cell, k) => ({ ...cell, text: inOneCell(cell.text, row.cells[k]?.text ?? '') })),
      };
  }
  return whole;
}
