import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { DOWNWARDS, TOTAL_LABEL, UPWARDS } from '../lexicon/table-words.ts';
import { isGrowth } from './cell-relations.ts';
import { cellValue, isNumeric } from './cell-values.ts';
import { type Mentions, MOST_LOOSE, MOST_UNHELD } from './mentions.ts';
import { isTotalRow, RANK, tableIndex } from './table-index.ts';

/** For each thing that the claim names the rows that it may be; undefined where it names none. */
export function rowsOf({ rows, cells, table }: Mentions): readonly (readonly number[])[] | undefined {
  const total = (mention: (typeof rows)[number]) => mention.rows.every((row) => isTotalRow(table, table.rows[row]!));
  const named = rows.length > 1 && !rows.every(total) ? rows.filter((mention) => !total(mention)) : rows;
  const filters = cells.map((cell) => new Set(cell.rows));
  if (named.length === 0) {
    const [first, ...others] = cells;
    return first && [first.rows.filter((row) => others.every((other) => other.rows.includes(row)))];
  }
  return named.map(({ rows: own }) => {
    if (own.length === 1) return own;
    const kept = own.filter((row) => filters.every((filter) => filter.has(row)));
    return kept.length > 0 ? kept : own;
  });
}

/** The rows that a claim names, where it leaves no choice. */
export function clearRows(mentions: Mentions): readonly number[] | undefined {
  const rows = rowsOf(mentions);
  return rows?.every((own) => own.length === 1) ? rows.map(([row]) => row!) : undefined;
}

/** The columns that the claim names; of a table of two columns the one with the values. */
export function columnsFor(mentions: Mentions): readonly number[] {
  const { cells, columns, rows, table, values, unheld } = mentions;
  const { label, periods } = tableIndex(table);
  const ofUnit = values.length === 1 ? columnsOfUnit(mentions, values[0]!) : [];
  if (ofUnit.length > 0) return ofUnit;
  const ofChange = values.length === 1 ? columnsOfChange(mentions, values[0]!) : [];
  if (ofChange.length === 1) return ofChange;
  if (columns.length > 1 && values.length < columns.length) {
    const isChange = values.length === 0 || values[0]!.unit === '%';
    const kept = columns.filter((column) => isGrowth(table, column) === isChange);
    const fitting = kept.length > 0 ? kept : columns;
    // "The train to Olten arrives": the cell has the column "To".
    const free = fitting.filter((column) => rows.length > 0 || !cells.some((cell) => cell.column === column));
    return free.length > 0 ? free : fitting;
  }
  if (columns.length > 0) return columns;
  const others = table.columns.flatMap((_, i) => (i === label ? [] : [i]));
  if (others.every((i) => periods.includes(i))) return others;
  // A thing that the table does not name is in none of its columns.
  if (unheld.length > 0) return [];
  if (others.length === 1) return others;
  const numeric = others.filter((i) => isNumeric(table, i) && !RANK.test(table.columns[i]!.name));
  const totals = numeric.filter((i) => TOTAL_LABEL.test(table.columns[i]!.name));
  return numeric.length === 1 ? numeric : totals;
}

/** The columns with the unit of a value that have most words of the claim, where those that it names have another unit. */
function columnsOfUnit({ table, columns, heldByColumns }: Mentions, { unit, kind }: Fact): readonly number[] {
  if (unit === '' || unit === 'pp' || unit === 'times') return [];
  const wanted = unit.split('/')[0]!;
  const has = (column: number) => {
    const facts = table.rows.slice(0, MOST_READ).flatMap((_, row) => cellValue(table, row, column).facts);
    return facts.some((fact) => fact.unit === wanted && (kind !== 'year' || fact.kind === 'year'));
  };
  if (columns.some(has)) return [];
  const ofUnit = table.columns.flatMap((_, column) => (has(column) ? [column] : []));
  const most = ofUnit.reduce((found, column) => Math.max(found, heldByColumns[column]!), 0);
  const best = ofUnit.filter((column) => heldByColumns[column] === most);
  return columns.length === 0 || most > 0 ? best : [];
}

/** "Gained four seats" is about "Change in seats" and not about "Seats". */
function columnsOfChange({ table, columns, claim, operators, heldByColumns }: Mentions, { unit, from }: Fact) {
  const isChange = operators.some(({ lower }) => UPWARDS.has(lower) || DOWNWARDS.has(lower));
  if (!isChange || columns.length === 0 || claim.tokens[from - 1]?.lower === 'to') return [];
  const { columnKeys } = tableIndex(table);
  return table.columns.flatMap((_, column) => {
    const isHeld = heldByColumns[column]! > 0 && heldByColumns[column]! >= columnKeys[column]!.length - 1;
    const isOfUnit = table.rows.some((_row, row) =>
      cellValue(table, row, column).facts.some((fact) => fact.unit === unit),
    );
    return isHeld && isGrowth(table, column) && isOfUnit ? [column] : [];
  });
}

/** Rows that are read for the unit of a column. */
const MOST_READ = 5;

/** True if the claim says something that its words in the table do not settle. */
export function isIncomplete(
  { unheld, loose, operators: asked }: Mentions,
  operators: ReadonlySet<string> = NO_WORDS,
): boolean {
  return (
    asked.some(({ lower }) => !operators.has(lower)) ||
    unheld.length > MOST_UNHELD ||
    unheld.some(isName) ||
    loose.length + unheld.length > MOST_LOOSE
  );
}

/** A name or a code that the table lacks is of something else. */
function isName({ text, type, start }: Token): boolean {
  return type !== 'word' || (start > 0 && /^\p{Lu}/u.test(text));
}

const NO_WORDS: ReadonlySet<string> = new Set();
