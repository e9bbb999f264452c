import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { shareAt, sizeAt } from './cell-relations.ts';
import { cellValue, isNumeric } from './cell-values.ts';
import {
  type CellPair,
  comparedColumns,
  directionOf,
  PRIOR,
  pairOfColumns,
  pairsInColumn,
  periodsOf,
  SIDES,
} from './compared-cells.ts';
import type { Computed } from './computed.ts';
import { columnOf, isReversed } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { type At, outcome } from './outcome.ts';
import { SUMS } from './source-numbers.ts';
import { RANK } from './table-index.ts';

/** Words of a claim that compares two values. */
export const COMPARING: ReadonlySet<string> = new Set([
  ...COMPARATIVES.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  ...words('before between compared than previous prior earlier last'),
]);
const OPERATORS: ReadonlySet<string> = new Set([...COMPARING, ...SIDES.keys(), ...words('same combined together')]);

/** A claim that compares two cells of one column, or of one row: "North had more stores than East". */
export function comparisonClaim(mentions: Mentions): Computed | undefined {
  const { claim, values } = mentions;
  const at = claim.tokens.findIndex(({ lower }) => COMPARATIVES.has(lower) || lower === 'same');
  if (at < 0 || values.length > 0 || PRIOR.test(claim.text) || isIncomplete(mentions, OPERATORS)) return undefined;
  // "Less than a second behind" is a bound.
  if (BOUND.test(claim.text)) return undefined;
  const word = claim.tokens[at]!.lower;
  const { end, quantity } = COMPARATIVES.get(word) ?? { end: 'same', quantity: undefined };
  const column = columnOf(mentions, quantity);
  const isThan = claim.tokens.some(({ lower }) => lower === 'than');
  if (!isThan && !/^(?:exceed|out|surpass|same)/.test(word)) return undefined;
  const across = pairOfColumns(mentions);
  const settled = (pairs: readonly CellPair[]) => {
    const isMore = end === 'same' ? undefined : (end === 'most') !== isReversed(mentions, pairs[0]![0].column, word);
    const each = sidesOf(mentions, pairs).map((sides) =>
      compared(mentions, { ...sides, isMore: isMore === undefined ? undefined : isMore !== sides.isTurned }),
    );
    return each.find(({ stance }) => stance !== 'for') ?? each[0];
  };
  const pairs = (column === undefined ? undefined : pairsInColumn(mentions, column)) ?? (across && [across]);
  // "Bus 2 takes longer" is not shown by when both leave.
  const isTime = ({ row, column: of }: At) => cellValue(mentions.table, row, of).facts[0]?.kind === 'time';
  if (OF_SPANS.test(word) && pairs?.flat().some(isTime)) return undefined;
  if (pairs !== undefined) return settled(pairs);
  const isOther = quantity !== undefined && mentions.columns.length === 0;
  return isOther ? undefined : inEveryColumn(mentions, settled);
}

const BOUND = /\b(?:less|more) than (?:an?|half an?) (?:second|minute|hour|day|week|month|year|point|goal)\b/i;
const OF_SPANS = /^(?:long|short|fast|slow|quick)/;

/** "More than B and C combined", and "B and C together have more", have one sum on a side, which is compared as the other one. */
function sidesOf({ claim }: Mentions, pairs: readonly CellPair[]): readonly Sides[] {
  const [[first, second]] = pairs as [CellPair];
  const isSum = pairs.length > 1 && claim.tokens.some(({ lower }) => SUMS.has(lower));
  if (isSum && pairs.every(([{ row }]) => row === first.row))
    return [{ subject: first, others: pairs.map(([, other]) => other), isTurned: false }];
  if (isSum && pairs.every(([, { row }]) => row === second.row))
    return [{ subject: second, others: pairs.map(([one]) => one), isTurned: true }];
  return pairs.map(([subject, other]) => ({ subject, others: [other], isTurned: false }));
}

/** Where all columns that may be meant say the same: those that the claim names, else all of numbers. */
function inEveryColumn(
  mentions: Mentions,
  settled: (pairs: readonly CellPair[]) => Computed | undefined,
): Computed | undefined {
  const { table, columns, unheld, loose } = mentions;
  if (columns.length === 0 && unheld.length > 0) return undefined;
  const found = table.columns.flatMap(({ name }, column) => {
    const isMeant = columns.length === 0 ? !RANK.test(name) && isNumeric(table, column) : columns.includes(column);
    const pairs = isMeant ? pairsInColumn(mentions, column) : undefined;
    return pairs === undefined ? [] : [settled(pairs)];
  });
  const [first] = found;
  if (first === undefined || first.stance === 'open' || found.some((one) => one?.stance !== first.stance))
    return undefined;
  // "Pays better" may be of something else than what the columns agree on.
  return first.stance === 'for' && columns.length === 0 && loose.length > 0 ? undefined : first;
}

interface Sides {
  readonly subject: At;
  /** The cell that it is compared with, or those whose sum is. */
  readonly others: readonly At[];
  /** The claim names the others first. */
  readonly isTurned: boolean;
}

function compared(
  mentions: Mentions,
  { subject, others, isMore }: Omit<Sides, 'isTurned'> & { readonly isMore: boolean | undefined },
): Computed {
  const { table } = mentions;
  const [one, ...sizes] = [subject, ...others].map(({ row, column }) => sizeAt(table, row, column));
  const two = sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size));
  const given = (stance: Computed['stance'], reason?: 'not_settled') =>
    outcome(mentions, { stance, operation: 'comparison', cells: [subject, ...others], result: '', reason });
  if (one === undefined || two === undefined) return given('open', 'not_settled');
  const [share, otherShare] = [subject, others[0]!].map(({ row, column }) => shareAt(table, row, column));
  // "9 (4.2 %)" and "5 (4.8 %)": more of them, and less often.
  const isMixed = share !== undefined && otherShare !== undefined && one > two !== share > otherShare;
  if (isMixed) return given('open', 'not_settled');
  const isFor = isMore === undefined ? one === two : one !== two && one > two === isMore;
  return given(isFor ? 'for' : 'against');
}

/** "Each year", of columns of years, is no "almost each year". */
const EACH_PERIOD =
  /(?<!\b(?:almost|nearly|virtually) )\b(?:every|each|from (?:year|quarter|month|period) to|(?:year|quarter|month) (?:after|by)) (year|quarter|month|period)\b/i;
/** "Got shorter" */
const BECAME = /^(?:get|gets|got|gotten|become|becomes|became)$/;
const PERIOD_NAMES: Readonly<Record<string, RegExp>> = {
  year: /^(?:fy ?)?(?:19|20)\d\d$/i,
  quarter: /\bq[1-4]\b/i,
  month: /^\p{L}{3,9}(?: (?:19|20)\d\d)?$/u,
  period: /./,
};
/** "Faster every year" is another change. */
const STEPS: ReadonlySet<string> = new Set(
  [...UPWARDS, ...DOWNWARDS, ...words('every each since between after')].filter((word) => !COMPARATIVES.has(word)),
);
/** "Colder" and "better" may be of something else than the values. */
const OF_VALUES = words('longer shorter larger smaller higher lower bigger');
const COMPARED_STEPS: ReadonlySet<string> = new Set([...STEPS, ...OF_VALUES]);
const SINCE = /\bsince\b/i;

/** A claim that a row went one way from each period to the next: "Sales have grown every year since 2021". */
export function everyPeriodClaim(mentions: Mentions): Computed | undefined {
  const { table, claim, columns, values } = mentions;
  const rows = clearRows(mentions);
  // "Every year" is read as how often.
  const isFree = values.every(({ unit, written }) => unit === 'times/day' && written === '');
  const named = PERIOD_NAMES[EACH_PERIOD.exec(claim.text)?.[1]?.toLowerCase() ?? ''];
  const became = becomesMore(claim.tokens);
  const steps = became === undefined ? STEPS : COMPARED_STEPS;
  if (named === undefined || !isFree || rows?.length !== 1 || isIncomplete(mentions, steps)) return undefined;
  const all = periodsOf(table, columns);
  const places = columns.map((column) => all.indexOf(column)).sort((one, other) => one - other);
  const isMore = directionOf(claim.tokens.map(({ lower }) => lower)) ?? became;
  // "In every quarter of 2024" names each of them.
  const isRow = places.length > 2 && places.at(-1)! - places[0]! === places.length - 1;
  const isRange = isRow || places.length === 2 || (places.length === 1 && SINCE.test(claim.text));
  if (isMore === undefined || places[0] === -1 || !(isRange || places.length === 0)) return undefined;
  const compared = all.slice(places[0] ?? 0, places.length > 1 ? places.at(-1)! + 1 : all.length);
  if (!compared.every((column) => named.test(table.columns[column]!.name))) return undefined;
  const sizes = compared.map((column) => sizeAt(table, rows[0]!, column));
  if (sizes.length < 3 || sizes.includes(undefined)) return undefined;
  const turn = sizes.findIndex((size, i) => i > 0 && (size === sizes[i - 1] || size! > sizes[i - 1]! !== isMore));
  const shown = turn < 0 ? compared : compared.slice(turn - 1, turn + 1);
  return outcome(mentions, {
    stance: turn < 0 ? 'for' : 'against',
    operation: 'comparison',
    result: '',
    cells: shown.map((column) => ({ row: rows[0]!, column })),
  });
}

function becomesMore(tokens: Mentions['claim']['tokens']): boolean | undefined {
  const became = tokens.findIndex(({ lower }) => BECAME.test(lower));
  const word = tokens[became + 1]?.lower ?? '';
  return became >= 0 && OF_VALUES.has(word) ? COMPARATIVES.get(word)!.end === 'most' : undefined;
}

/** "Has the higher margin" compares with another row. */
const OF_TWO = /\bthe (?:higher|lower)\b/i;

/** A claim that the level of a row changed between two periods, without a number: "Revenue rose in 2024". */
export function directionClaim(mentions: Mentions): Computed | undefined {
  const { values, claim } = mentions;
  if (values.length > 0 || OF_TWO.test(claim.text) || isIncomplete(mentions, OPERATORS)) return undefined;
  const rows = clearRows(mentions);
  const pair = comparedColumns(mentions);
  if (pair === undefined || rows?.length !== 1) return undefined;
  const [row] = rows as [number];
  const { subject, other, isMore } = pair;
  return compared(mentions, { subject: { row, column: subject }, others: [{ row, column: other }], isMore });
}
