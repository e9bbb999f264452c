import { areAmounts, hasAmountsBelow, mayBeFacts } from '../../../text/names-columns.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { type GridCell, type GridRow, gridOf } from '../table-grid.ts';
import { distanceTo, inOneCell, startsByDistance, withWholeCells } from './cell-lines.ts';
import type { PlacedLine } from './page-lines.ts';
import { joined, leftOf, middleOf, type Row, rightOf } from './row.ts';
import { namesByStyle, partOf, secondTable } from './table-parts.ts';

type Column = PlacedLine['column'];

/** Fewer lines with gaps are no table. */
const LEAST_ROWS = 2;
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
    const cut = rows === undefined ? sumsBelow(table) : linesAbove(rows);
    if (cut > 0) {
      yield* addRows(table.slice(0, cut), builder);
      yield* addRows(table.slice(cut), builder);
    } else if (rows !== undefined) addTable(rows, table, builder);
    else if (table[0]!.page === table.at(-1)!.page) yield table;
    else for (const page of pagesOf(table)) yield* addRows(page, builder);
  }
}

/** How many lines are above a table, such as the number of an account: one reaches from the first column over the next. */
function linesAbove(rows: readonly GridRow[]): number {
  const first = rows.findIndex(({ cells }) => cells.every(({ text, columns }) => text !== '' && columns === 1));
  const isAbove = ({ cells: [cell, ...others] }: GridRow) =>
    cell!.text !== '' && cell!.columns > 1 && others.length > 0;
  const last = rows.slice(0, Math.max(0, first)).findLastIndex(isAbove);
  return rows[last + 1]?.line ?? 0;
}

/** Where the sums begin below a table, whose names may reach over its columns; 0 without them. */
function sumsBelow(lines: readonly PlacedLine[]): number {
  const cut = lines.findLastIndex((line) => cellsOf(line).length > 2) + 1;
  return cut > 0 && cut < lines.length && gridRowsOf(lines.slice(0, cut)) !== undefined ? cut : 0;
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
  const isLabeled = rows.every(({ cells }) => cells.length === 1 || cells[0]!.text.endsWith(':'));
  if (isLabeled && rows.every(({ cells }) => cells.length <= 2)) {
    for (const { cells, line } of rows)
      builder.paragraph({ text: cells.map(({ text }) => text).join(' '), lines: [places(line!)] });
    return;
  }
  const right = secondTable(rows, lines);
  if (right !== undefined) {
    addTable(partOf(rows, 0, right), lines, builder);
    addTable(partOf(rows, right, Number.POSITIVE_INFINITY), lines, builder);
    return;
  }
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text));
  const hasNames = hasAmountsBelow(texts) && !mayBeFacts(texts);
  const heads = namesByStyle(rows, lines);
  const marked = rows.map((row, i) => (heads.has(i) ? { ...row, isHead: true } : row));
  const grid = gridOf(marked, !hasNames, builder);
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
  const known = columnsOf(cells.filter((row) => row.length === width));
  const areApart = known.every(({ left }, i) => i === 0 || left > known[i - 1]!.right);
  const between = columnsBetweenGaps(rows);
  const areFilled = between.length >= 2 && middleOf(rows.map((row) => row.length)) >= between.length;
  if (!areFilled && !areApart) return rowsOfBands(lines, width);
  const columns = areFilled && (!areApart || between.length > known.length) ? between : known;
  const first = cells.findIndex((row) => row.length === width);
  const found: GridRow[] = [];
  let crossing = 0;
  for (const [line, row] of rows.entries()) {
    const inColumns = cellsIn(row, columns, line < first);
    if (inColumns === undefined) return rowsOfBands(lines, width);
    const isCrossing = line > first && row.length > 1 && inColumns.some((cell) => cell.columns > 1);
    if (isCrossing) crossing += 1;
    if (crossing > MAX_CROSSING * rows.length) return rowsOfBands(lines, width);
    found.push({ cells: isCrossing ? inColumns.flatMap(inFirst) : inColumns, isHead: false, line });
  }
  return withWholeCells(found, lines);
}

const LEAST_BANDS = 3;
/** Share of the bands with words in each column. */
const LEAST_FILLED = 0.8;

/** Rows whose cells are centered, so that the lines of one are between those of another, by the wider distances between rows. */
function rowsOfBands(lines: readonly PlacedLine[], width: number): GridRow[] | undefined {
  const starts = startsByDistance(lines);
  if (starts === undefined || starts.size < LEAST_BANDS) return undefined;
  const rows = lines.map(({ segments = [] }) => segments);
  const columns = columnsBetweenGaps(rows);
  if (columns.length < width) return undefined;
  const bands: { readonly line: number; readonly texts: string[] }[] = [];
  for (const [line, row] of rows.entries()) {
    const cells = cellsIn(row, columns, false);
    if (cells === undefined || cells.some((cell) => cell.columns > 1)) return undefined;
    if (starts.has(line)) bands.push({ line, texts: columns.map(() => '') });
    const { texts } = bands.at(-1)!;
    for (const [k, { text }] of cells.entries()) texts[k] = inOneCell(texts[k]!, text);
  }
  const filled = bands.filter(({ texts }) => !texts.includes('')).length;
  if (filled < LEAST_FILLED * bands.length) return undefined;
  return bands.map(({ line, texts }) => ({ cells: texts.map((text) => ({ ...EMPTY, text })), isHead: false, line }));
}

/** Share of the rows of a table that may have words in a gap between its columns, such as a long name. */
const MAX_CROSSING = 0.1;

/** The columns of rows by the gaps that are one below the other, also narrow ones. */
function columnsBetweenGaps(rows: readonly Row[]): Column[] {
  const ofTable = rows.filter((row) => row.length > 1);
  const most = Math.floor(MAX_CROSSING * ofTable.length);
  const ends = ofTable.flat().flatMap(({ x, right }) => [
    { at: x, change: 1 },
    { at: right, change: -1 },
  ]);
  ends.sort((one, other) => one.at - other.at || other.change - one.change);
  const columns: Column[] = [];
  let words = 0;
  let left = 0;
  for (const { at, change } of ends) {
    if (words <= most && words + change > most) left = at;
    words += change;
    if (change < 0 && words === most) columns.push({ left, right: at });
  }
  return columns;
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

/** A long name that reaches into the next column, as the cells of one row. */
function inFirst(cell: GridCell): GridCell[] {
  return [{ ...cell, columns: 1 }, ...Array.from({ length: cell.columns - 1 }, () => EMPTY)];
}

const EMPTY: GridCell = { text: '', isName: false, columns: 1, rows: 1 };
