import { COMPARATIVES, DOWNWARDS, quantityKey, UPWARDS } from '../lexicon/table-words.ts';
import { BELOW_ZERO } from './cell-relations.ts';
import { cellValue } from './cell-values.ts';
import type { Mentions } from './mentions.ts';
import { clearRows } from './named-cells.ts';
import type { At } from './outcome.ts';
import { RANK, tableIndex } from './table-index.ts';

/** The cell that the claim is about, and the one that it is compared with. */
export type CellPair = readonly [At, At];

/** "A has more than B": two rows of one column. */
export function pairInColumn(mentions: Mentions, column: number): CellPair | undefined {
  const rows = clearRows(mentions);
  if (rows?.length !== 2 || !areApart(mentions)) return undefined;
  const [row, other] = rows as [number, number];
  return [
    { row, column },
    { row: other, column },
  ];
}

/** "More patients responded to A than to B" compares A with B, and neither with the patients. */
function areApart({ claim: { tokens }, rows }: Mentions): boolean {
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  return than < 0 || rows.some(({ from }) => from < than) === rows.some(({ from }) => from > than);
}

/** "A has more than B and C": each row before "than" with each row after it. */
export function pairsInColumn(mentions: Mentions, column: number): readonly CellPair[] | undefined {
  const { rows, claim } = mentions;
  const pair = pairInColumn(mentions, column);
  if (pair !== undefined) return [pair];
  const than = claim.tokens.findIndex(({ lower }) => lower === 'than');
  if (than < 0 || rows.some((mention) => mention.rows.length > 1)) return undefined;
  const [before, behind] = [rows.filter(({ from }) => from < than), rows.filter(({ from }) => from > than)];
  const at = (mention: (typeof rows)[number]) => ({ row: mention.rows[0]!, column });
  const pairs = before.flatMap((one) => behind.map((other): CellPair => [at(one), at(other)]));
  return pairs.length > 0 ? pairs : undefined;
}

/**
 * Two columns of one row, "In 2024 revenue was higher than in 2023", or of two: "The maximum of C3 is higher than the
 * minimum of D1".
 */
export function pairOfColumns(mentions: Mentions): CellPair | undefined {
  const rows = clearRows(mentions);
  const [column, other, ...more] = mentions.columns;
  if (rows === undefined || rows.length === 0 || rows.length > 2) return undefined;
  if (column === undefined || other === undefined || more.length > 0) return undefined;
  if (rows.length === 2 && !(areApart(mentions) && isOfSides(mentions, [column, other]))) return undefined;
  return [
    { row: rows[0]!, column },
    { row: rows.at(-1)!, column: other },
  ];
}

/** With two rows and two columns each side of the comparison, by "than" or "as", names its own. */
function isOfSides({ claim: { tokens }, table }: Mentions, columns: readonly [number, number]): boolean {
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const at = than >= 0 ? than : tokens.findLastIndex(({ lower }) => lower === 'as');
  const sides = [tokens.slice(0, Math.max(0, at)), tokens.slice(at + 1)];
  return columns.every((column, i) => {
    const keys = new Set(tableIndex(table).columnKeys[column]!);
    return sides[i]!.some(({ lower }) => keys.has(quantityKey(lower)));
  });
}

/** An earlier period that the claim compares with. */
export const PRIOR =
  /\b(?:a |the )?(?:year|quarter|month|period)s? (?:before|earlier|ago)\b|\b(?:previous|prior|preceding|last) (?:year|quarter|month|period)\b|\byear[- ](?:on|over)[- ]year\b/i;
/** Words between the two sides of a comparison with an earlier period. */
const BASE = /\b(?:compared (?:with|to)|than|from|against|relative to|versus)\b/i;

interface ComparedColumns {
  readonly subject: number;
  readonly other: number;
  readonly isMore: boolean;
}

/** Words before the column that a value is compared with, and whether the value is more: "below their reorder level". */
export const SIDES: ReadonlyMap<string, boolean> = new Map([
  ...['above', 'over', 'beyond', 'after', 'later', 'ahead'].map((word) => [word, true] as const),
  ...['below', 'under', 'before', 'earlier', 'behind', 'short'].map((word) => [word, false] as const),
]);

/** True if the words put a value above or below another: "two points ahead of". */
export function sideOf(words: readonly string[]): boolean | undefined {
  return words.map((word) => SIDES.get(word)).find((side) => side !== undefined);
}

const TIMED = /^(?:after|before)$/;
/** Words between "than" and the name of the column. */
const MOST_BETWEEN = 3;

/** A column that the claim names after "than" or "below", and the only other one of its unit, or that the claim names. */
function comparedWithColumn({ claim, table, columns }: Mentions): ComparedColumns | undefined {
  const words = claim.tokens.map(({ lower }) => lower);
  const at = words.findIndex((word, i) => word === 'than' || (SIDES.has(word) && !words.includes('than', i)));
  if (at < 0 || PRIOR.test(claim.text)) return undefined;
  const { columnKeys, label } = tableIndex(table);
  const behind = words.slice(at + 1, at + 1 + MOST_BETWEEN).map(quantityKey);
  const [base, ...bases] = columns.filter((column) => columnKeys[column]!.some((key) => behind.includes(key)));
  if (base === undefined || bases.length > 0) return undefined;
  const unit = unitIn(table, base);
  // "Were ahead after the first quarter" says when.
  if (unit === '' && words.slice(at, at + MOST_BETWEEN).some((word) => TIMED.test(word))) return undefined;
  const alike = table.columns.flatMap(({ name }, i) =>
    i !== base && i > label && !RANK.test(name) && unit !== undefined && unitIn(table, i) === unit ? [i] : [],
  );
  const named = alike.filter((column) => columns.includes(column));
  const [subject, ...others] = named.length > 0 ? named : alike;
  const isMore = directionOf(words) ?? sideOf(words);
  return subject === undefined || others.length > 0 || isMore === undefined
    ? undefined
    : { subject, other: base, isMore };
}

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

/** The columns of one thing by years, such as "Sales 2023" and "Sales 2024", where the claim names one of them; in their order. */
function yearsOf({ columns: all }: Mentions['table'], columns: readonly number[]): readonly number[] {
  const [first] = columns;
  if (first === undefined || !YEAR.test(all[first]!.name)) return [];
  const thing = (column: number) => all[column]!.name.replace(YEAR, '').trim();
  const alike = all.flatMap(({ name }, i) => (YEAR.test(name) && thing(i) === thing(first) ? [i] : []));
  const year = (column: number) => Number(YEAR.exec(all[column]!.name)![0]);
  return alike.sort((one, other) => year(one) - year(other));
}

/** The columns of times in their order: all of them, or those of the thing that some columns are of. */
export function periodsOf(table: Mentions['table'], columns: readonly number[]): readonly number[] {
  const { periods } = tableIndex(table);
  return periods.length > 1 ? periods : yearsOf(table, columns);
}

/** The unit of the first number or date of a column. */
function unitIn(table: Mentions['table'], column: number): string | undefined {
  const row = table.rows.findIndex((_, i) => cellValue(table, i, column).number !== undefined);
  return row < 0 ? undefined : cellValue(table, row, column).facts[0]!.unit;
}

/** The two periods of a claim that a level went up or down, or was higher than before, and which way. */
export function comparedColumns(mentions: Mentions): ComparedColumns | undefined {
  const { claim, table, columns } = mentions;
  const inOrder = periodsOf(table, columns);
  const withColumn = comparedWithColumn(mentions);
  if (withColumn !== undefined) return withColumn;
  const named = columns.filter((column) => inOrder.includes(column));
  const isMore = directionOf(claim.tokens.map(({ lower }) => lower));
  if (named.length !== columns.length || isMore === undefined) return undefined;
  const isThan = claim.tokens.some(({ lower }) => lower === 'than');
  const isLast = PRIOR.test(claim.text) || (inOrder.length === 2 && !isThan);
  if (named.length === 0 && inOrder.length > 1 && isLast)
    return { subject: inOrder.at(-1)!, other: inOrder.at(-2)!, isMore };
  if (named.length === 2) {
    const [earlier, later] = inOrder.filter((column) => named.includes(column)) as [number, number];
    return isThan ? { subject: named[0]!, other: named[1]!, isMore } : { subject: later, other: earlier, isMore };
  }
  if (named.length !== 1) return undefined;
  const [only] = named as [number];
  const isPrior = PRIOR.test(claim.text);
  // "Rose compared with 2023" names the period that is compared with.
  if (inOrder.length === 2 && BASE.test(claim.text) && !isPrior) {
    const other = inOrder.find((column) => column !== only)!;
    return { subject: other, other: only, isMore };
  }
  const before = inOrder[inOrder.indexOf(only) - 1];
  if (before === undefined || (isThan && !isPrior)) return undefined;
  return { subject: only, other: before, isMore };
}

export function directionOf(words: readonly string[]): boolean | undefined {
  const comparative = words.map((word) => COMPARATIVES.get(word)).find((found) => found !== undefined);
  // "Made a loss" is no change of a level.
  const isDown = (word: string) => DOWNWARDS.has(word) && !BELOW_ZERO.test(word);
  const [up, down] = [words.some((word) => UPWARDS.has(word)), words.some(isDown)];
  if (comparative !== undefined && words.includes('than')) return comparative.end === 'most';
  return up === down ? undefined : up;
}
