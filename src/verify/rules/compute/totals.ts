import { calculationText } from '../../../contract/words.ts';
import type { Fact } from '../findings.ts';
import { AVERAGE, quantityKey } from '../lexicon/table-words.ts';
import { cellValue, scaleOf, shownAs } from './cell-values.ts';
import type { Computed } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { columnOf, notANumber } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete, rowsOf } from './named-cells.ts';
import { type At, operandOf, outcome } from './outcome.ts';
import { SUMS } from './source-numbers.ts';
import { isTotalRow, tableIndex } from './table-index.ts';

const OPERATORS: ReadonlySet<string> = new Set([...SUMS, ...AVERAGE]);
/** More rows are no sum that a reader can follow. */
const MOST_ROWS = 200;

/** A claim about the sum or the mean of a column, or of some of its rows: "North and East together had 36 stores". */
export function totalClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values, held } = mentions;
  const has = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }, at) => words.has(lower) && !held.has(at));
  const isMean = has(AVERAGE);
  const column = columnOf(mentions, undefined);
  if (column === undefined || values.length !== 1 || isIncomplete(mentions, OPERATORS)) return undefined;
  if (!isMean && !has(SUMS)) return wholeColumn(mentions, column, values[0]!);
  if (isMean && has(SUMS)) return undefined;
  const rows = summedRows(mentions);
  // The mean of a column of means is another one, unless the claim is about the rows: "the regions had 25.5 stores on average".
  if (isMean && mentions.rows.length === 0 && !isAboutRows(mentions)) return undefined;
  if (rows === undefined || rows.length < 2 || rows.length > MOST_ROWS) return undefined;
  const numbers = rows.map((row) => cellValue(table, row, column).number);
  if (numbers.includes(undefined)) return notANumber(mentions, column);
  const sum = numbers.reduce<number>((total, number) => total + number!, 0);
  return summed(mentions, { rows, column, value: values[0]!, result: isMean ? sum / rows.length : sum, isMean });
}

/** Smaller numbers may equal a sum by chance. */
const LEAST_SUM = 100;

/** "The company employs 140 people" of a table of departments: without a row the sum may be meant, if it is the value. */
function wholeColumn(mentions: Mentions, column: number, value: Fact): Computed | undefined {
  const { table, rows: named, cells } = mentions;
  const rows = table.rows.map((_, row) => row);
  const numbers = rows.map((row) => cellValue(table, row, column).number);
  const isPart = named.length + cells.length > 0 || table.rows.some((row) => isTotalRow(table, row));
  const isClear = value.bound === 'exact' && value.low >= LEAST_SUM;
  if (isPart || !isClear || rows.length < 2 || rows.length > MOST_ROWS || numbers.includes(undefined)) return undefined;
  const result = numbers.reduce<number>((total, number) => total + number!, 0);
  const found = summed(mentions, { rows, column, value, result, isMean: false });
  return found.stance === 'for' ? found : undefined;
}

/** The rows that are named, at least two, or all but totals. */
function summedRows(mentions: Mentions): readonly number[] | undefined {
  const { table } = mentions;
  const named = rowsOf(mentions);
  const isTotal = (row: number) => isTotalRow(table, table.rows[row]!);
  if (named === undefined || (named.length === 1 && named[0]!.every(isTotal)))
    return table.rows.flatMap((_, i) => (isTotal(i) ? [] : [i]));
  return clearRows(mentions);
}

function isAboutRows({ table, claim }: Mentions): boolean {
  const { columnKeys, label } = tableIndex(table);
  return claim.tokens.some(({ lower }) => columnKeys[label]!.includes(quantityKey(lower)));
}

interface Sum {
  readonly rows: readonly number[];
  readonly column: number;
  readonly value: Fact;
  readonly result: number;
  readonly isMean: boolean;
}

function summed(mentions: Mentions, { rows, column, value, result, isMean }: Sum): Computed {
  const { table } = mentions;
  const isFor = isResult(value, result, { table, row: rows[0]!, column });
  const cells = rows.map((row) => ({ row, column }));
  const operands = cells.map((at) => operandOf(table, at));
  const written = shownAs(table, cells[0]!, result);
  const operation = isMean ? 'average' : 'sum';
  return outcome(mentions, {
    stance: isFor ? 'for' : 'against',
    operation,
    cells,
    value,
    result: written,
    formula: calculationText({ operation, operands, result: written }),
  });
}

/** True if a result is the value of the claim; without a currency the unit of the title may not be meant. */
export function isResult(value: Fact, result: number, { table, ...at }: At & Pick<Mentions, 'table'>): boolean {
  const isFree =
    value.kind !== 'money' && table.columns[at.column]!.isOfTitle && table.rows[at.row]!.unit === undefined;
  return equalAt(value, result) || (isFree && equalAt(value, result / scaleOf(table, at)));
}
