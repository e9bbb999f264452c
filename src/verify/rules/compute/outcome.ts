import type { Span, Table } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import type { Computed, Operand } from './computed.ts';
import { partsOf } from './derived-columns.ts';
import type { Mentions } from './mentions.ts';
import { labelOf } from './table-index.ts';
import { writtenRow } from './transposed.ts';

/** A cell by row and column. */
export interface At {
  readonly row: number;
  readonly column: number;
}

interface Given extends Pick<Computed, 'stance' | 'operation'> {
  /** The cells that decide it. */
  readonly cells: readonly At[];
  /** Further cells whose rows are quoted. */
  readonly quoted?: readonly At[];
  readonly result?: string;
  /** The names and values of the cells where it is left out. */
  readonly formula?: string;
  /** The value of the claim that another one contradicts. */
  readonly value?: Fact | undefined;
  readonly reason?: Computed['reason'];
  readonly isWhole?: boolean;
}

/** The outcome of a claim by cells of a table. */
export function outcome(
  { table, loose, unheld }: Pick<Mentions, 'table' | 'loose' | 'unheld'>,
  given: Given,
): Computed {
  const { stance, operation, cells, value, quoted = [], reason } = given;
  const operands = cells.flatMap((at) => operandsOf(table, at));
  return {
    stance,
    operation,
    operands,
    reason,
    isWhole: (given.isWhole ?? true) && loose.length + unheld.length === 0,
    result: given.result ?? cells.map(({ row, column }) => table.rows[row]!.cells[column]!.text).join(', '),
    formula: given.formula ?? cells.map((at) => cellName(table, at)).join('; '),
    places: placesOf(table, [...cells, ...quoted]),
    found: stance === 'against' && value !== undefined ? { start: value.start, end: value.end } : undefined,
  };
}

/** A cell as it is written, or those that it is made of. */
function operandsOf({ rows }: Table, { row, column }: At): readonly Operand[] {
  const cell = rows[row]!.cells[column]!;
  return partsOf(cell)?.operands ?? [operandOf({ rows }, { row, column })];
}

export function operandOf({ rows }: Pick<Table, 'rows'>, { row, column }: At): Operand {
  const { start, end, text } = rows[row]!.cells[column]!;
  return { value: text, start, end };
}

/** The rows of the text that cells are in, each once, in the order of the text. */
function placesOf(table: Table, cells: readonly At[]): Span[] {
  const rows = cells.flatMap((at) => partsOf(table.rows[at.row]!.cells[at.column]!)?.places ?? [writtenRow(table, at)]);
  const places = new Map(rows.map((row) => [row.start, row]));
  return [...places.values()].sort((one, other) => one.start - other.start).map(({ start, end }) => ({ start, end }));
}

/** "West, Revenue: 61.0" */
export function cellName(table: Table, { row, column }: At): string {
  const { name } = table.columns[column]!;
  const label = labelOf(table, row);
  const cell = table.rows[row]!.cells[column]!;
  return `${name === '' ? label : `${label}, ${name}`}: ${partsOf(cell)?.formula ?? cell.text}`;
}
