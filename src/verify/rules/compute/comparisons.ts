import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { cellName, isIncomplete, operandOf, placesOf, rowsOf, sizeAt } from './cells.ts';
import type { Computed } from './computed.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { tableIndex } from './table-index.ts';

const OPERATORS = new Set([
  ...COMPARATIVES.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  'same',
  'before',
  'compared',
  'than',
  'previous',
  'prior',
  'earlier',
  'last',
]);

/** A cell by row and column. */
export interface At {
  readonly row: number;
  readonly column: number;
}

/** A claim that compares two cells of one column, or of one row: "North had more stores than East". */
export function comparisonClaim(mentions: Mentions): Computed | undefined {
  const { claim, values, table } = mentions;
  const at = claim.tokens.findIndex(({ lower }) => COMPARATIVES.has(lower) || lower === 'same');
  if (at < 0 || values.length > 0 || isIncomplete(mentions, OPERATORS)) return undefined;
  const word = claim.tokens[at]!.lower;
  const { end, quantity } = COMPARATIVES.get(word) ?? { end: 'same', quantity: undefined };
  const column = columnOf(mentions, quantity);
  const isThan = claim.tokens.some(({ lower }) => lower === 'than');
  if (!isThan && !/^(?:exceed|out|surpass|same)/.test(word)) return undefined;
  const pair =
    (column === undefined ? undefined : pairInColumn(mentions, column)) ?? pairInRow(mentions) ?? pairAcross(mentions);
  if (pair === undefined) return undefined;
  const [subject, other] = pair;
  const isMore = end === 'same' ? undefined : (end === 'most') !== isReversed(mentions, subject.column, word);
  return compared(mentions, { subject, other, isMore, table });
}

export function pairInColumn(mentions: Mentions, column: number): [At, At] | undefined {
  const rows = rowsOf(mentions);
  if (rows?.length !== 2 || rows.some((own) => own.length !== 1)) return undefined;
  return [
    { row: rows[0]![0]!, column },
    { row: rows[1]![0]!, column },
  ];
}

/** "The maximum of C3 is higher than the minimum of D1": two columns of two rows. */
function pairAcross(mentions: Mentions): [At, At] | undefined {
  const rows = rowsOf(mentions);
  const { columns } = mentions;
  if (rows?.length !== 2 || rows.some((own) => own.length !== 1) || columns.length !== 2) return undefined;
  return [
    { row: rows[0]![0]!, column: columns[0]! },
    { row: rows[1]![0]!, column: columns[1]! },
  ];
}

/** "In 2024 revenue was higher than in 2023": two columns of one row. */
function pairInRow(mentions: Mentions): [At, At] | undefined {
  const rows = rowsOf(mentions);
  const { columns } = mentions;
  if (rows?.length !== 1 || rows[0]!.length !== 1 || columns.length !== 2) return undefined;
  const row = rows[0]![0]!;
  return [
    { row, column: columns[0]! },
    { row, column: columns[1]! },
  ];
}

function compared(
  mentions: Mentions,
  {
    subject,
    other,
    isMore,
  }: {
    readonly subject: At;
    readonly other: At;
    readonly isMore: boolean | undefined;
    readonly table: Mentions['table'];
  },
): Computed | undefined {
  const { table } = mentions;
  const numberAt = ({ row, column }: At) => sizeAt(table, row, column);
  const [one, two] = [numberAt(subject), numberAt(other)];
  const given = (stance: Computed['stance'], reason?: 'not_settled'): Computed => ({
    ...{ stance, operation: 'comparison', found: undefined, reason, isWhole: mentions.loose.length === 0 },
    operands: [subject, other].map(({ row, column }) => operandOf(table, row, column)),
    result: '',
    formula: [subject, other].map(({ row, column }) => cellName(table, row, column)).join('; '),
    places: placesOf(table, [subject.row, other.row]),
  });
  if (one === undefined || two === undefined) return given('open', 'not_settled');
  const isFor = isMore === undefined ? one === two : one !== two && one > two === isMore;
  return given(isFor ? 'for' : 'against');
}

const PRIOR =
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

/** A claim that the level of a row changed between two periods, without a number: "Revenue rose in 2024". */
export function directionClaim(mentions: Mentions): Computed | undefined {
  const { values, table } = mentions;
  if (values.length > 0 || isIncomplete(mentions, OPERATORS)) return undefined;
  const rows = rowsOf(mentions);
  const pair = comparedColumns(mentions);
  if (pair === undefined || rows?.length !== 1 || rows[0]!.length !== 1) return undefined;
  const row = rows[0]![0]!;
  const [subject, other] = [pair.subject, pair.other].map((column) => ({ row, column })) as [At, At];
  return compared(mentions, { subject, other, isMore: pair.isMore, table });
}
