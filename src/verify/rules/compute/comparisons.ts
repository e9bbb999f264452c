import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { sizeAt } from './cell-relations.ts';
import { comparedColumns, PRIOR, pairOfColumns, pairsInColumn } from './compared-cells.ts';
import type { Computed } from './computed.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { type At, outcome } from './outcome.ts';

/** Words of a claim that compares two values. */
export const COMPARING: ReadonlySet<string> = new Set([
  ...COMPARATIVES.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  ...words('before compared than previous prior earlier last'),
]);
const OPERATORS: ReadonlySet<string> = new Set([...COMPARING, 'same']);

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
  const across = pairOfColumns(mentions);
  const pairs = (column === undefined ? undefined : pairsInColumn(mentions, column)) ?? (across && [across]);
  if (pairs === undefined) return undefined;
  const isMore = end === 'same' ? undefined : (end === 'most') !== isReversed(mentions, pairs[0]![0].column, word);
  const each = pairs.map(([subject, other]) => compared(mentions, { subject, other, isMore }));
  return each.find(({ stance }) => stance !== 'for') ?? each[0];
}

function compared(
  mentions: Mentions,
  { subject, other, isMore }: { readonly subject: At; readonly other: At; readonly isMore: boolean | undefined },
): Computed {
  const { table } = mentions;
  const [one, two] = [subject, other].map(({ row, column }) => sizeAt(table, row, column));
  const given = (stance: Computed['stance'], reason?: 'not_settled') =>
    outcome(mentions, { stance, operation: 'comparison', cells: [subject, other], result: '', reason });
  if (one === undefined || two === undefined) return given('open', 'not_settled');
  const isFor = isMore === undefined ? one === two : one !== two && one > two === isMore;
  return given(isFor ? 'for' : 'against');
}

/** A claim that the level of a row changed between two periods, without a number: "Revenue rose in 2024". */
export function directionClaim(mentions: Mentions): Computed | undefined {
  const { values } = mentions;
  if (values.length > 0 || isIncomplete(mentions, OPERATORS)) return undefined;
  const rows = clearRows(mentions);
  const pair = comparedColumns(mentions);
  if (pair === undefined || rows?.length !== 1) return undefined;
  const [row] = rows as [number];
  const { subject, other, isMore } = pair;
  return compared(mentions, { subject: { row, column: subject }, other: { row, column: other }, isMore });
}
