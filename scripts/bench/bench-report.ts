import type { Spread } from './rounds.ts';

export type Cell = string | number | Spread | undefined;

/** Rows of named cells; the first row determines the columns. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** A target for a ratio or a time, with the measured value. */
export interface Target {
  readonly what: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly got: number;
}

export interface Section {
  readonly tables: readonly Table[];
  readonly targets?: readonly Target[];
  readonly notes?: readonly string[];
}

function isMet({ atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY, got }: Target): boolean {
  return got >= atLeast && got <= atMost;
}

export function showSection(name: string, { tables, targets = [], notes = [] }: Section): string {
  const shown = tables.map(({ title, rows }) => `${title}\n${showRows(rows)}`);
  const promised = targets.map(
    (target) => `${isMet(target) ? 'reached ' : 'MISSED  '} ${target.what}: ${number(target.got)} (${wanted(target)})`,
  );
  return [`== ${name} ==`, ...shown, promised.join('\n'), notes.join('\n')].filter((part) => part !== '').join('\n\n');
}

function wanted({ atLeast, atMost }: Target): string {
  return atLeast === undefined ? `wanted at most ${atMost}` : `wanted at least ${atLeast}`;
}

/** The table as Markdown for a README, without the title. */
export function toMarkdown({ rows }: Table): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${columns.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`;
  return [line(columns), rule, ...rows.map((row) => line(columns.map((column) => show(row[column]))))].join('\n');
}

function showRows(rows: Table['rows']): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const pad = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!));
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function show(cell: Cell): string {
  if (cell === undefined) return '-';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return number(cell);
  return `${number(cell.median)} [${number(cell.low)}, ${number(cell.high)}]`;
}

/** Three significant digits, or all digits of the integer part. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toPrecision(3);
}
