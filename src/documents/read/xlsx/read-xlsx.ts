import { firstIndex } from '../../../text/span.ts';
import { pageRanges } from '../../page-ranges.ts';
import { type DocumentBody, DocumentBuilder } from '../document-builder.ts';
import { COMMENTS_NOTE, DRAWINGS_NOTE, STRUCK_NOTE, UNSURE_NOTE } from '../left-out.ts';
import { PackageParts } from '../package-parts.ts';
import { ReadingProblem } from '../reading-problem.ts';
import { type FilledRow, type GridCell, type GridRow, gridOf } from '../table-grid.ts';
import { sharedStringsIn } from './rich-text.ts';
import { cellsIn, columnName, placeOf, type SheetCells, type SheetRow } from './sheet-cells.ts';
import { sideBySide } from './side-by-side.ts';
import { stylesIn } from './styles.ts';
import { WORKBOOK, workbookIn } from './workbook.ts';

/** Ranges of rows and columns that a note names. */
const MAX_NAMED = 10;

/**
 * Each sheet under its name, as it is shown. Blank rows divide its tables, and blank columns tables next to each other; rows of
 * one cell above a table are sentences.
 */
export function readXlsx(parts: ReadonlyMap<string, Buffer>): DocumentBody {
  const builder = new DocumentBuilder();
  const all = new PackageParts(parts);
  const { sheets, from1904 } = workbookIn(all);
  if (sheets.length === 0) throw new ReadingProblem('is a damaged xlsx: it names no sheets');
  const textOf = (kind: string) => all.text(all.related(WORKBOOK, kind) ?? '');
  const strings = sharedStringsIn(textOf('sharedStrings'));
  const setting = { strings, styleOf: stylesIn(textOf('styles')), from1904 };
  for (const { name, isHidden, part } of sheets) {
    const quoted = JSON.stringify(name);
    if (isHidden) builder.note(`The hidden sheet ${quoted} was left out.`);
    else if (!parts.has(part)) builder.note(`The sheet ${quoted} is not in the file.`);
    else if (!part.includes('/worksheets/')) builder.note(`The sheet ${quoted} has no cells and was not read.`);
    else {
      builder.heading(1, { text: name });
      addSheet(cellsIn(all.text(part), setting), quoted, builder);
    }
  }
  for (const [name, part] of parts) {
    if (/^xl\/(?:threadedC|c)omments/.test(name)) builder.note(COMMENTS_NOTE);
    else if (name.startsWith('xl/charts/chart') || (name.startsWith('xl/drawings/drawing') && part.includes('<a:t')))
      builder.note(DRAWINGS_NOTE);
  }
  return builder.body();
}

function addSheet(sheet: SheetCells, name: string, builder: DocumentBuilder): void {
  const { hiddenRows, hiddenColumns, hasStruck, hasInvisible, hasUnsure, hasUncalculated } = sheet;
  if (hiddenRows.length > 0)
    builder.note(`Hidden rows of the sheet ${name} were left out: ${ranges(hiddenRows, String)}.`);
  if (hiddenColumns.length > 0)
    builder.note(`Hidden columns of the sheet ${name} were left out: ${ranges(hiddenColumns, columnName)}.`);
  if (hasInvisible) builder.note(`Hidden text of the sheet ${name} was left out.`);
  if (hasUnsure) builder.note(UNSURE_NOTE);
  if (hasUncalculated)
    builder.note(
      `Formulas of the sheet ${name} have no stored values and were left out. Save the file in a spreadsheet program.`,
    );
  if (hasStruck) builder.note(STRUCK_NOTE);
  for (const text of sheet.header) builder.paragraph({ text });
  for (const rows of tablesIn(sheet)) for (const table of sideBySide(rows, sheet)) addTable(table, sheet, builder);
  for (const text of sheet.footer) builder.paragraph({ text });
}

function ranges(numbers: readonly number[], named: (number: number) => string): string {
  const all = pageRanges(numbers);
  const shown = all
    .slice(0, MAX_NAMED)
    .map(({ from, to }) => (from === to ? named(from) : `${named(from)} to ${named(to)}`));
  return `${shown.join(', ')}${all.length > MAX_NAMED ? ' and others' : ''}`;
}

/** The rows with cells that follow each other; rows that cells above reach over belong to them. */
function* tablesIn({ rows, merges }: SheetCells): Generator<SheetRow[]> {
  let table: SheetRow[] = [];
  let reached = 0;
  for (const row of rows) {
    if (row.cells.size === 0 && !row.hasMore) continue;
    if (table.length > 0 && row.line > reached + 1) {
      yield table;
      table = [];
    }
    reached = Math.max(reached, row.line);
    if (row.cells.size === 0) continue;
    table.push(row);
    for (const column of row.cells.keys())
      reached = Math.max(reached, row.line - 1 + (merges.get(placeOf(row.line, column))?.rows ?? 1));
  }
  if (table.length > 0) yield table;
}

function addTable(table: readonly SheetRow[], { merges }: SheetCells, builder: DocumentBuilder): void {
  const left = table.reduce((least, { cells }) => Math.min(least, firstOf(cells)), Number.POSITIVE_INFINITY);
  // The name of a group of columns may be alone in its row.
  const isOfGroup = ({ cells, line }: SheetRow) => firstOf(cells) > left && merges.has(placeOf(line, firstOf(cells)));
  const begin = table.findIndex((row) => row.cells.size > 1 || isOfGroup(row));
  const addTitle = (text: string, line: number) => builder.paragraph({ text, lines: [{ start: 0, line }] });
  for (const { cells, line } of begin < 0 ? table : table.slice(0, begin))
    addTitle([...cells.values()].join(' '), line);
  if (begin < 0) return;
  const { titles, names, rows } = gridOf(gridRows(table.slice(begin), merges), false, builder);
  for (const { cells, line } of titles) addTitle(cells.join(' ').trim(), line!);
  const lines = rows.map(({ line }: FilledRow) => ({ start: 0, line: line! }));
  builder.table(
    names,
    rows.map(({ cells }) => cells),
    lines,
  );
}

function firstOf(cells: SheetRow['cells']): number {
  const [first = -1] = cells.keys();
  return first;
}

/** The rows over the columns that have cells, without places that merged cells reach over. */
function gridRows(table: readonly SheetRow[], merges: SheetCells['merges']): GridRow[] {
  const all = new Set<number>();
  for (const { cells } of table) for (const column of cells.keys()) all.add(column);
  const used = [...all].sort((one, other) => one - other);
  /** The last line that each place in `used` reaches from above. */
  const reached = new Array<number>(used.length).fill(0);
  return table.map(({ cells, line }, at) => {
    const row: GridCell[] = [];
    for (let i = 0; i < used.length; ) {
      if (reached[i]! >= line) {
        i += 1;
        continue;
      }
      const merge = merges.get(placeOf(line, used[i]!)) ?? SINGLE;
      let columns = 1;
      while (i + columns < used.length && used[i + columns]! < used[i]! + merge.columns) columns += 1;
      const last = line + merge.rows - 1;
      reached.fill(last, i, i + columns);
      const rows = merge === SINGLE ? 1 : firstIndex(table.length, (i) => table[i]!.line > last) - at;
      row.push({ text: cells.get(used[i]!) ?? '', isName: false, columns, rows });
      i += columns;
    }
    return { cells: row, isHead: false, line };
  });
}

const SINGLE = { columns: 1, rows: 1 };
