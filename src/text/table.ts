import type { Span } from './span.ts';

/** A cell of a table, as a place of the text that holds it. */
export interface TableCell extends Span {
  /** Its words, without markup and the marks between cells. */
  readonly text: string;
}

export interface TableRow extends Span {
  /** One for each column, in their order; further cells are left out, missing ones are empty. */
  readonly cells: readonly TableCell[];
  /** The unit that its first cell names, as in "Price (EUR)"; undefined for none. */
  readonly unit?: CellUnit | undefined;
}

/** How the bare numbers of a column, or of a row, are meant. */
export interface CellUnit {
  /** A currency, to be written before a number: "EUR", "$"; '' for none. */
  readonly currency: string;
  /** A scale word: "million"; '' for none. */
  readonly scale: string;
  /** Another unit, to be written after a number: "kg", "%"; '' for none. */
  readonly unit: string;
  /** It is that of the title: some of the columns below may have others. */
  readonly isOfTitle: boolean;
}

export interface TableColumn extends CellUnit {
  /** Its name without its unit; '' where it has none. */
  readonly name: string;
}

/** The row or rows that name the columns. */
export interface TableHead extends Span {
  /** The names as written, with their units. */
  readonly names: readonly string[];
}

/** Rows of cells under the names of their columns. Offsets are places of the text that holds the table. */
export interface Table extends Span {
  /** The heading or the line above it; '' where there is none. */
  readonly title: string;
  /** Undefined where columns have no names, where each row has them, "Name: value", and where the first row may be a fact. */
  readonly head?: TableHead | undefined;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The text right above and below it. */
  readonly context: string;
}

/** Columns of a table at most: further ones are not read. */
export const MAX_COLUMNS = 1_000;

/** Rows and tables of one source at most, for the rules: further ones are read as text alone. */
export const MAX_ROWS = 600;
export const MAX_TABLES = 20;
