import { COMPARATIVES, DOWNWARDS, SUPERLATIVES, UPWARDS } from '../lexicon/table-words.ts';
import { cellValue, isBlank, isNumeric } from './cell-values.ts';
import { cellName, columnsFor, isGrowth, isIncomplete, operandOf, placesOf, relationTo, rowsOf } from './cells.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { isTotalRow, tableIndex } from './table-index.ts';

const RANKS: ReadonlyMap<string, number> = new Map(
  ['first', 'second', 'third', 'fourth', 'fifth'].map((word, i) => [word, i]),
);
const OPERATORS = new Set([
  ...SUPERLATIVES.keys(),
  ...COMPARATIVES.keys(),
  ...RANKS.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  'than',
  'all',
  'other',
  'others',
  'every',
]);

/** A claim that a row, or a value, is at an end of a column: "West had the second-highest revenue". */
export function extremeClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values } = mentions;
  const at = extremeAt(mentions);
  if (at === undefined || isIncomplete(mentions, OPERATORS)) return undefined;
  const word = claim.tokens[at]!.lower;
  const { end, quantity } = (SUPERLATIVES.get(word) ?? COMPARATIVES.get(word))!;
  const column = columnOf(mentions, quantity) ?? extremeColumn(mentions, end);
  if (column === undefined) return undefined;
  const rank = rankAt(mentions, at);
  const isLeast = (end === 'least') !== isReversed(mentions, column, word);
  const ordered = orderedRows(mentions, column, isLeast);
  if (ordered === 'not_a_number') return notANumber(mentions, column);
  const top = ordered[rank];
  if (top === undefined || ordered[rank - 1]?.number === top.number || ordered[rank + 1]?.number === top.number)
    return undefined;
  const named = rowsOf(mentions)?.filter((rows) => !rows.every((row) => isTotalRow(table, table.rows[row]!))) ?? [];
  const [value] = values.filter(({ kind }) => kind !== 'ordinal');
  const given = (stance: Computed['stance'], found: Computed['found']): Computed => ({
    ...{
      stance,
      operation: isLeast ? 'minimum' : 'maximum',
      found,
      reason: undefined,
      isWhole: mentions.loose.length === 0,
    },
    operands: [operandOf(table, top.row, column)],
    result: labelOf(mentions, top.row),
    formula: `${rank === 0 ? '' : `${[...RANKS.keys()][rank]} `}${isLeast ? 'lowest' : 'highest'} - ${cellName(table, top.row, column)}`,
    places: placesOf(table, [top.row, ...named.flat()]),
  });
  if (named.length > 1 || named.some((rows) => rows.length > 1)) return undefined;
  if (named.length === 0 && value === undefined) return undefined;
  const [subject] = named;
  if (subject !== undefined && subject[0] !== top.row) return given('against', undefined);
  if (value === undefined) return given('for', undefined);
  const { facts } = cellValue(table, top.row, column);
  const relation = relationTo(value, facts);
  if (relation === 'entailed') return given('for', undefined);
  return relation === 'excluded' ? given('against', { start: value.start, end: value.end }) : undefined;
}

const OTHERS = /\bthan (?:in |through |of |at |for |by |on )?(?:any|all|every|each)? ?(?:of )?(?:the )?others?\b/i;

/** The word that names an end of a column, if it is no part of a column's name: "the highest", "more than any other". */
function extremeAt({ claim: { tokens, text }, heldByNames }: Mentions): number | undefined {
  const words = OTHERS.test(text) ? COMPARATIVES : SUPERLATIVES;
  const at = tokens.findIndex(({ lower }, i) => words.has(lower) && !heldByNames.has(i));
  return at < 0 ? undefined : at;
}

function labelOf({ table }: Mentions, row: number): string {
  return table.rows[row]!.cells[tableIndex(table).label]!.text;
}

/** The one column that the claim names, or that the superlative is about: "the heaviest" of a column of weights. */
export function columnOf(mentions: Mentions, quantity: string | undefined): number | undefined {
  const named = columnsFor(mentions);
  if (named.length === 1) return named[0];
  if (named.length > 1) return undefined;
  const { columnKeys } = tableIndex(mentions.table);
  const ofWord = columnKeys.flatMap((keys, i) => (quantity !== undefined && keys.includes(quantity) ? [i] : []));
  return ofWord.length === 1 ? ofWord[0] : undefined;
}

/** Without a name of a row or column, all columns together: the one with the extreme value. */
function extremeColumn({ table, rows, columns, values }: Mentions, end: 'most' | 'least'): number | undefined {
  const numeric = table.columns.flatMap((_, i) => (isNumeric(table, i) ? [i] : []));
  const isOneUnit = new Set(numeric.map((i) => table.columns[i]!.unit + table.columns[i]!.currency)).size === 1;
  if (rows.length > 0 || columns.length > 0 || values.length !== 1 || !isOneUnit) return undefined;
  const extremeOf = (column: number) =>
    table.rows.reduce<number>(
      (best, row, i) => {
        const number = isTotalRow(table, row) ? undefined : cellValue(table, i, column).number;
        return number === undefined ? best : end === 'least' ? Math.min(best, number) : Math.max(best, number);
      },
      end === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    );
  const ordered = numeric.map((column) => ({ column, value: extremeOf(column) }));
  ordered.sort((one, other) => (end === 'least' ? one.value - other.value : other.value - one.value));
  return ordered[0]?.column;
}

/** "second-highest", "third largest" */
function rankAt({ claim: { tokens } }: Mentions, at: number): number {
  const before = tokens[at - 1]?.text === '-' ? tokens[at - 2] : tokens[at - 1];
  return RANKS.get(before?.lower ?? '') ?? 0;
}

/** True if more is lower in a column: the fastest time, and the steepest decline. */
export function isReversed({ table, claim, columns }: Mentions, column: number, word: string): boolean {
  const { rows } = table;
  const [fact] = rows.flatMap((_, row) => cellValue(table, row, column).facts);
  if (/^(?:fast|slow)/.test(word) && fact?.kind === 'duration') return true;
  if (/^(?:old|young)/.test(word) && fact?.unit === 'date') return true;
  const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
  return (
    isGrowth(table, column) &&
    columns.includes(column) &&
    says(DOWNWARDS) &&
    !claim.tokens.some(({ lower }) => lower === 'growth')
  );
}

/** The rows that a claim is about, but for totals, from the end of a column that is meant. */
function orderedRows({ table, rows: named, cells: filters }: Mentions, column: number, isLeast: boolean) {
  const ordered: { row: number; number: number }[] = [];
  // Without a label the cells name the row itself and do not choose among rows.
  const isSubject = named.length === 0;
  for (const [row, { cells }] of table.rows.entries()) {
    if (isTotalRow(table, table.rows[row]!) || (!isSubject && !filters.every(({ rows }) => rows.includes(row))))
      continue;
    const { number } = cellValue(table, row, column);
    if (number !== undefined) ordered.push({ row, number });
    else if (!isBlank(cells[column]!)) return 'not_a_number';
  }
  return ordered.sort((one, other) => (isLeast ? one.number - other.number : other.number - one.number));
}

/** A column with a cell that is no number settles nothing that compares its cells. */
export function notANumber({ table }: Mentions, column: number): Computed | undefined {
  const row = table.rows.findIndex(
    (one, i) => !isTotalRow(table, one) && cellValue(table, i, column).number === undefined,
  );
  if (row < 0 || !isNumeric(table, column)) return undefined;
  return {
    ...{ stance: 'open', operation: 'cell', found: undefined, reason: 'not_settled', isWhole: true },
    operands: [operandOf(table, row, column)],
    result: '',
    formula: cellName(table, row, column),
    places: placesOf(table, [row]),
  };
}
