import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { isIncomplete, rowsOf, sizeAt } from './cells.ts';
import type { Computed } from './computed.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { type At, outcome } from './outcome.ts';
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

/** A claim that compares two cells of one column, or of one row: "North had more stores than East". */
export function comparisonClaim(mentions: Mentions): Computed | undefined {
  const { claim, values } = mentions;
  const at = claim.tokens.findIndex(({ lower }) => COMPARATIVES.has(lower) || lower === 'same');
  if (at < 0 || values.length > 0 || PRIOR.test(claim.text) || isIncomplete(mentions, OPERATORS)) return undefined;
  const word = claim.tokens[at]!.lower;
  const { end, quantity } = COMPARATIVES.get(word) ?? { end: 'same', quantity: undefined };
  const column = columnOf(mentions, quantity);
  const isThan = claim.tokens.some(({ lower }) => lower === 'than');
  if (!isThan && !/^(?:exceed|out|surpass|same)/.test(word)) return undefined;
  const pairs =
    (column === undefined ? undefined : pairsInColumn(mentions, column)) ?? pairInRow(mentions) ?? pairAcross(mentions);
  if (pairs === undefined) return undefined;
  const isMore = end === 'same' ? undefined : (end === 'most') !== isReversed(mentions, pairs[0]![0].column, word);
  const each = pairs.map(([subject, other]) => compared(mentions, { subject, other, isMore }));
  return each.find(({ stance }) => stance !== 'for') ?? each[0];
}

/** "A has more than B and C": what is before "than" with each of those behind it. */
function pairsInColumn(mentions: Mentions, column: number): [At, At][] | undefined {
  const { rows, claim } = mentions;
  const pair = pairInColumn(mentions, column);
  if (pair !== undefined) return [pair];
  const than = claim.tokens.findIndex(({ lower }) => lower === 'than');
  if (than < 0 || rows.some((mention) => mention.rows.length > 1)) return undefined;
  const [before, behind] = [rows.filter(({ from }) => from < than), rows.filter(({ from }) => from > than)];
  const pairs = before.flatMap((one) =>
    behind.map(
      (other) =>
        [
          { row: one.rows[0]!, column },
          { row: other.rows[0]!, column },
        ] as [At, At],
    ),
  );
  return pairs.length > 0 ? pairs : undefined;
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
export function pairAcross(mentions: Mentions): [At, At][] | undefined {
  const rows = rowsOf(mentions);
  const { columns } = mentions;
  if (rows?.length !== 2 || rows.some((own) => own.length !== 1) || columns.length !== 2) return undefined;
  return [
    [
      { row: rows[0]![0]!, column: columns[0]! },
      { row: rows[1]![0]!, column: columns[1]! },
    ],
  ];
}

/** "In 2024 revenue was higher than in 2023": two columns of one row. */
function pairInRow(mentions: Mentions): [At, At][] | undefined {
  const rows = rowsOf(mentions);
  const { columns } = mentions;
  if (rows?.length !== 1 || rows[0]!.length !== 1 || columns.length !== 2) return undefined;
  const row = rows[0]![0]!;
  return [
    [
      { row, column: columns[0]! },
      { row, column: columns[1]! },
    ],
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
  },
): Computed {
  const { table } = mentions;
  const numberAt = ({ row, column }: At) => sizeAt(table, row, column);
  const [one, two] = [numberAt(subject), numberAt(other)];
  const given = (stance: Computed['stance'], reason?: 'not_settled') =>
    outcome(mentions, { stance, operation: 'comparison', cells: [subject, other], result: '', reason });
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

/** A claim that the level of a row changed between two periods, without a number: "Revenue rose in 2024". */
export function directionClaim(mentions: Mentions): Computed | undefined {
  const { values } = mentions;
  if (values.length > 0 || isIncomplete(mentions, OPERATORS)) return undefined;
  const rows = rowsOf(mentions);
  const pair = comparedColumns(mentions);
  if (pair === undefined || rows?.length !== 1 || rows[0]!.length !== 1) return undefined;
  const row = rows[0]![0]!;
  const [subject, other] = [pair.subject, pair.other].map((column) => ({ row, column })) as [At, At];
  return compared(mentions, { subject, other, isMore: pair.isMore });
}
