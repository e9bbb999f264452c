import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import type { Mentions } from './mentions.ts';
import { clearRows } from './named-cells.ts';
import type { At } from './outcome.ts';
import { tableIndex } from './table-index.ts';

/** The cell that the claim is about, and the one that it is compared with. */
export type CellPair = readonly [At, At];

/** "A has more than B": two rows of one column. */
export function pairInColumn(mentions: Mentions, column: number): CellPair | undefined {
  const rows = clearRows(mentions);
  if (rows?.length !== 2) return undefined;
  const [row, other] = rows as [number, number];
  return [
    { row, column },
    { row: other, column },
  ];
}

/** "A has more than B and C": each row before "than" with each row behind it. */
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
  return [
    { row: rows[0]!, column },
    { row: rows.at(-1)!, column: other },
  ];
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

/** The two periods of a claim that a level went up or down, or was higher than before, and which way. */
export function comparedColumns({ claim, table, columns }: Mentions): ComparedColumns | undefined {
  const { periods: inOrder } = tableIndex(table);
  const named = columns.filter((column) => inOrder.includes(column));
  const isMore = directionOf(claim.tokens.map(({ lower }) => lower));
  if (named.length !== columns.length || isMore === undefined) return undefined;
  if (named.length === 0 && inOrder.length > 1 && PRIOR.test(claim.text))
    return { subject: inOrder.at(-1)!, other: inOrder.at(-2)!, isMore };
  const isThan = claim.tokens.some(({ lower }) => lower === 'than');
  if (named.length === 2) {
    const [earlier, later] = inOrder.filter((column) => named.includes(column)) as [number, number];
    return isThan ? { subject: named[0]!, other: named[1]!, isMore } : { subject: later, other: earlier, isMore };
  }
  if (named.length !== 1) return undefined;
  const [only] = named as [number];
  if (inOrder.length === 2 && isBase(claim.text)) {
    const other = inOrder.find((column) => column !== only)!;
    return { subject: other, other: only, isMore };
  }
  const before = inOrder[inOrder.indexOf(only) - 1];
  if (before === undefined || (isThan && !PRIOR.test(claim.text))) return undefined;
  return { subject: only, other: before, isMore };
}

/** The one named period is what is compared with: "rose compared with 2023". */
function isBase(text: string): boolean {
  return BASE.test(text) && !PRIOR.test(text);
}

export function directionOf(words: readonly string[]): boolean | undefined {
  const comparative = words.map((word) => COMPARATIVES.get(word)).find((found) => found !== undefined);
  const [up, down] = [words.some((word) => UPWARDS.has(word)), words.some((word) => DOWNWARDS.has(word))];
  if (comparative !== undefined && words.includes('than')) return comparative.end === 'most';
  return up === down ? undefined : up;
}
