import { alignedRows } from './aligned-columns.ts';
import { columnOf, isUnit, NO_UNIT, unitOfCorner, unitOfTitle } from './column-units.ts';
import { htmlTables } from './html-tables.ts';
import { type LineCells, lineCells } from './line-cells.ts';
import { canName, hasAmountsBelow, headRows, mayBeFacts, namesColumns } from './names-columns.ts';
import type { Span } from './span.ts';
import { finished } from './steps.ts';
import {
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_TABLES,
  type Table,
  type TableCell,
  type TableHead,
  type TableRow,
} from './table.ts';
import { partOfSpeech } from './wink.ts';

const TERMINATOR = /\r\n|[\n\r]/g;
/** Cells of the tables of one text at most, with those that rows lack: one row of a thousand columns makes all others as wide. */
const MAX_CELLS = 50_000;
/** A longer line above a table is no title. */
const MAX_TITLE = 200;

/**
 * The tables of a text, in Markdown, between bars, tabs or several spaces, as comma-separated lines, as "Name: value" lines,
 * or in HTML, in their order. Linear in the text.
 */
export function tablesIn(text: string): Table[] {
  return finished(tableSteps(text));
}

/** Lines that are read in one step. */
const LINES_AT_ONCE = 200;

/** The same for a text of any length: yields between its steps. */
export function* tableSteps(text: string): Generator<undefined, Table[]> {
  const tables = bounded(mergedBlocks(text, yield* allTableSteps(text)));
  return tables.map((table) => ({ ...table, rows: filledRows(table), context: contextOf(text, table) }));
}

/** Every table of a text, however many; their rows have the cells that are written. */
export function* allTableSteps(text: string): Generator<undefined, Table[]> {
  const tables: Table[] = [];
  const add = (table: Table | undefined) => {
    if (table !== undefined) tables.push(table);
  };
  const html = [...htmlTables(text)];
  for (const { start, end, caption, head, rows } of html)
    add(tableOf({ start, end, rows, head, title: caption === '' ? lineAbove(text, start) : caption }));
  const above: LinesAbove = { heading: '', line: '' };
  let run: LineCells[] = [];
  let lines = 0;
  let within = 0;
  const close = () => {
    const table = tableOfRun(run, titleOf(above));
    add(table);
    if (table === undefined) for (const { start, end } of run) noteLine(text.slice(start, end), above);
    run = [];
  };
  for (const line of linesOf(text)) {
    lines += 1;
    if (lines % LINES_AT_ONCE === 0) yield;
    while (within < html.length && html[within]!.end <= line.start) within += 1;
    const isMarkup = within < html.length && html[within]!.start < line.end;
    const cells = isMarkup ? undefined : lineCells(text, line);
    if (cells === undefined || !continues(run.at(-1), cells)) close();
    const again = cells?.layout === 'rule' && endsWithItsNames(run) ? run.pop() : undefined;
    if (again !== undefined) {
      close();
      run.push(again);
    }
    if (cells === undefined) noteLine(text.slice(line.start, line.end), above);
    else run.push(cells);
  }
  close();
  return tables.sort((one, other) => one.start - other.start);
}

/** The line of words above HTML, without its markup. */
function lineAbove(text: string, start: number): string {
  const lines = text
    .slice(Math.max(0, start - 2 * MAX_TITLE), start)
    .trimEnd()
    .split(TERMINATOR);
  const line = (lines.at(-1) ?? '').replace(/<[^<>]{1,100}>/g, '').trim();
  return line.length > MAX_TITLE ? '' : line;
}

/** Blocks of "Name: value" lines that begin with the same name are the rows of one table. */
function mergedBlocks(text: string, tables: readonly Table[]): Table[] {
  const merged: Table[] = [];
  let blocks: Table[] = [];
  const close = () => {
    const table = blocks.length > 1 && blocks.length <= MAX_ROWS ? tableOfBlocks(blocks) : undefined;
    for (const one of table === undefined ? blocks : [table]) merged.push(one);
    blocks = [];
  };
  for (const table of tables) {
    const before = blocks.at(-1);
    const isNext =
      before !== undefined &&
      before.rows[0]!.cells[0]!.text === table.rows[0]!.cells[0]!.text &&
      text.slice(before.end, table.start).trim() === '';
    if (!isNext) close();
    if (isPairs(table)) blocks.push(table);
    else merged.push(table);
  }
  close();
  return merged;
}

function isPairs({ columns }: Table): boolean {
  return columns.length === 2 && columns.every(({ name }) => name === '');
}

function tableOfBlocks(blocks: readonly Table[]): Table | undefined {
  const given = blocks.map((block) => ({ ...block, rows: filledRows(block) }));
  const units = new Map(given.flatMap(({ rows }) => rows.map(({ cells, unit }) => [cells[0]!.text, unit] as const)));
  const names = [...units.keys()].slice(0, MAX_COLUMNS);
  const rows = given.map(({ start, end, rows: own }): TableRow => {
    const values = new Map(own.map(({ cells: [name, value] }) => [name!.text, value!]));
    return { start, end, cells: names.map((name) => values.get(name) ?? EMPTY) };
  });
  const [{ start, title }] = blocks as [Table];
  const table = tableOf({ start, end: blocks.at(-1)!.end, title, rows, names });
  return table && { ...table, columns: table.columns.map((column, i) => ({ ...column, ...units.get(names[i]!) })) };
}

/** Characters above and below a table that are its context. */
const CONTEXT = 400;

function contextOf(text: string, { start, end }: Span): string {
  return `${text.slice(Math.max(0, start - CONTEXT), start)}\n${text.slice(end, end + CONTEXT)}`;
}

/** The last heading and the last line of words before a table. */
interface LinesAbove {
  heading: string;
  line: string;
}

const HEADING = /^#{1,6}\s+/;

function noteLine(written: string, above: LinesAbove): void {
  const line = written.length > MAX_TITLE ? '' : written.trim();
  if (HEADING.test(line)) Object.assign(above, { heading: line.replace(HEADING, ''), line: '' });
  else if (written.trim() !== '') above.line = line.replace(/\*\*|__/g, '');
}

function titleOf({ heading, line }: LinesAbove): string {
  return [heading, line].filter((part) => part !== '').join(' - ');
}

function* linesOf(text: string): Generator<Span> {
  let start = 0;
  for (const { 0: terminator, index } of text.matchAll(TERMINATOR)) {
    yield { start, end: index };
    start = index + terminator.length;
  }
  yield { start, end: text.length };
}

/** Their rows may lack cells. */
const LOOSE_RUNS: ReadonlySet<LineCells['layout']> = new Set(['bars', 'tabs', 'pair', 'aligned']);

/** True if a line continues the table of the line before it. */
function continues(before: LineCells | undefined, { layout, cells, names }: LineCells): boolean {
  if (before === undefined) return true;
  if (layout === 'rule' || before.layout === 'rule') return true;
  if (layout !== before.layout) return false;
  if (layout === 'pairs') return names!.join('\n') === before.names!.join('\n');
  return LOOSE_RUNS.has(layout) || cells.length === before.cells.length;
}

/** True if the last line repeats the names of the table: with a rule below, it begins another one. */
function endsWithItsNames(run: readonly LineCells[]): boolean {
  const namesIn = (line: LineCells | undefined) => line?.cells.map(({ text }) => text).join('|');
  return run.length > 2 && run[1]!.layout === 'rule' && namesIn(run[0]) === namesIn(run.at(-1));
}

function tableOfRun(run: readonly LineCells[], title: string): Table | undefined {
  const lines = run.filter(({ layout }) => layout !== 'rule');
  const [first] = lines;
  if (first === undefined) return undefined;
  const ruled = run.findIndex(({ layout }) => layout === 'rule');
  const read = first.layout === 'aligned' ? alignedRows(lines) : withCorner(lines);
  if (read === undefined) return undefined;
  const rows: TableRow[] = withMergedHeads(read, ruled);
  const given = { start: first.start, end: lines.at(-1)!.end, title, rows };
  const { layout, names } = first;
  if (layout === 'pairs') return tableOf({ ...given, names });
  if (rows.length < 2 && ruled !== 1) return undefined;
  if (layout === 'pair') return tableOf({ ...given, rows: labelledRows(lines) });
  const isMarked = ruled === 1 || rows.length < lines.length;
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text));
  const hasNames = isMarked || namesColumns(texts);
  const isLoose = layout === 'commas' || layout === 'semicolons';
  if (isLoose && !(hasNames && rows.length > 2 && (rows.slice(1).every(hasNumber) || isOfWords(rows))))
    return undefined;
  if (!hasNames) return tableOf(given);
  // The first of a few facts would be lost as a head: "Name | Acme" over "Staff | 350".
  const isSure =
    isMarked || (rows.length > 2 && (texts[0]!.length > 2 || (hasAmountsBelow(texts) && !mayBeFacts(texts))));
  return tableOf({ ...given, rows: rows.slice(1), names: texts[0], head: isSure ? headOf(rows[0]!, run) : undefined });
}

/** The line or lines of names, with the rule under them. */
function headOf({ end, cells }: TableRow, run: readonly LineCells[]): TableHead {
  const below = run[run.findIndex((line) => line.end === end) + 1];
  const names = cells.map(({ text }) => text);
  return { start: run[0]!.start, end: below?.layout === 'rule' ? below.end : end, names };
}

/** A bar before the names of a table whose other lines begin with their labels is after an empty corner. */
function withCorner([first, ...others]: readonly LineCells[]): TableRow[] {
  const isOpen = ({ isBarred }: LineCells) => isBarred === true;
  const corner = { start: first!.start, end: first!.start, text: '' };
  const cells = isOpen(first!) && others.length > 0 && !others.some(isOpen) ? [corner, ...first!.cells] : first!.cells;
  return [
    { start: first!.start, end: first!.end, cells },
    ...others.map(({ start, end, cells }) => ({ start, end, cells })),
  ];
}

/**
 * Two or three rows of names as one, each name after that of its group: "Net sales" over "2022" and "2023".
 *
 * @param ruled the lines above the rule under the names; below 2 the cells alone show whether two rows are names.
 */
function withMergedHeads(rows: TableRow[], ruled: number): TableRow[] {
  const width = rows[ruled > 1 ? ruled : 1]?.cells.length ?? 0;
  const given = rows.slice(0, MOST_HEADS).map(({ cells }) => ({
    ...{ spansColumns: false, deep: 1 },
    cells: Array.from({ length: width }, (_, i) => cells[i]?.text ?? ''),
  }));
  const areNames = ruled <= MOST_HEADS && given.slice(0, ruled).every(({ cells }) => cells.every(canName));
  if (ruled > 1 && areNames) return withOneHead(rows, ruled);
  // The name of a group is written once, or over each of its columns.
  const isGrouped = given[0]!.cells.includes('') || new Set(given[0]!.cells).size < width;
  return rows.length < 4 || ruled > 1 || !isGrouped || headRows(given) < 2 ? rows : withOneHead(rows, 2);
}

const MOST_HEADS = 3;

function withOneHead([first, second, ...others]: TableRow[], count: number): TableRow[] {
  let group = '';
  const cells = second!.cells.map((cell, i) => {
    // The corner is above the names of the rows alone.
    group = first!.cells[i]?.text || (i > 1 ? group : '');
    return { ...cell, text: `${group} ${cell.text}`.trim() };
  });
  const rows = [{ ...second!, cells }, ...others];
  return count > 2 ? withOneHead(rows, count - 1) : rows;
}

function hasNumber({ cells }: TableRow): boolean {
  return cells.slice(1).some(({ text }) => /\d/.test(text));
}

/** Longer cells are prose. */
const MOST_CELL = 60;

const DAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i;

/** True if lines are CSV without a number: no space is after a comma, and the first one has nouns alone, which name columns. */
function isOfWords(rows: readonly TableRow[]): boolean {
  const isClose = ({ cells }: TableRow) => cells.every(({ start }, i) => i === 0 || start === cells[i - 1]!.end + 1);
  const isNoun = ({ text }: TableCell) =>
    DAY.test(text) || partOfSpeech(text.split(/[\s_]/).at(-1)!.toLowerCase()) === 'NOUN';
  return rows[0]!.cells.every(isNoun) && rows.every((row) => isClose(row) && row.cells.every(isShort));
}

function isShort({ text }: TableCell): boolean {
  return text.length <= MOST_CELL;
}

/** "Weight: 1.19 kg" on its own line is a row of the two columns name and value. */
function labelledRows(run: readonly LineCells[]): TableRow[] {
  return run.flatMap(({ start, end, cells, names }) => {
    const [name] = names ?? [];
    return name === undefined
      ? []
      : [{ start, end, cells: [{ start, end: start + name.length, text: name }, ...cells] }];
  });
}

interface GivenTable extends Span {
  readonly title: string;
  readonly rows: readonly TableRow[];
  readonly head?: TableHead | undefined;
  /** Those of the head, or in the rows. */
  readonly names?: readonly string[] | undefined;
}

const EMPTY = { start: 0, end: 0, text: '' };

function tableOf({ start, end, title, rows, head, names = head?.names ?? [] }: GivenTable): Table | undefined {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const ofTitle = unitOfCorner(names[0] ?? '') ?? unitOfTitle(title);
  const columns = Array.from({ length: width }, (_, i) => {
    const column = columnOf(names[i] ?? '');
    return i > 0 && !isUnit(column) && isUnit(ofTitle) ? { ...column, ...ofTitle, isOfTitle: true } : column;
  });
  return { start, end, title, head, columns, rows, context: '' };
}

/** The rows with a cell for every column, and their units. */
function filledRows({ columns, rows }: Table): TableRow[] {
  const units = columns.findIndex(({ name }) => /^units?$/i.test(name));
  return rows.map((row) => withUnit({ ...row, cells: columns.map((_, i) => row.cells[i] ?? EMPTY) }, units));
}

/** A row whose label names a unit, or a column of units: "Price (EUR)" is the label "Price". */
function withUnit(row: TableRow, units: number): TableRow {
  const [label, ...others] = row.cells;
  const given = row.cells[units]?.text ?? '';
  if (given !== '') return { ...row, unit: { ...NO_UNIT, unit: given } };
  if (label === undefined || !label.text.endsWith(')')) return row;
  const { name, ...unit } = columnOf(label.text);
  return isUnit(unit) ? { ...row, cells: [{ ...label, text: name }, ...others], unit } : row;
}

/** The first tables within the bounds; one with too many rows is left out whole, because a part of it has other totals. */
function bounded(tables: readonly Table[]): Table[] {
  const kept: Table[] = [];
  let left = { rows: MAX_ROWS, cells: MAX_CELLS };
  for (const table of tables) {
    if (kept.length === MAX_TABLES) break;
    const { length } = table.rows;
    const width = table.columns.length;
    const rest = { rows: left.rows - length, cells: left.cells - length * width };
    if (length === 0 || width < 2 || rest.rows < 0 || rest.cells < 0) continue;
    kept.push(table);
    left = rest;
  }
  return kept;
}
