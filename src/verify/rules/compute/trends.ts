import { words } from '../lexicon/phrases.ts';
import { COMPARATIVES, DOWNWARDS, UPWARDS } from '../lexicon/table-words.ts';
import { sizeAt } from './cell-relations.ts';
import { directionOf, periodsOf } from './compared-cells.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { outcome } from './outcome.ts';

/** Words for a change in each of several periods. */
const EACH_PERIOD =
  /\b(?:every|each) (?:single )?(?:year|quarter|month|week|day|period)\b|\b(?:from )?(year|quarter|month|week|day|period) (?:after|to|by) \1\b|\bin (?:all|every) (?:of the )?(?:years|quarters|months|periods)\b|\b(?:steadily|continuously|consistently|constantly)\b/i;
const OPERATORS: ReadonlySet<string> = new Set([
  ...UPWARDS,
  ...DOWNWARDS,
  ...COMPARATIVES.keys(),
  ...words('every each all since after before between quarter'),
]);
/** Fewer periods have one change. */
const LEAST_PERIODS = 3;

/** A claim that the level of a row went one way in each of its periods: "The median wait got shorter every year". */
export function trendClaim(mentions: Mentions): Computed | undefined {
  const { claim, table } = mentions;
  const isOther = mentions.values.some(({ kind }) => kind !== 'frequency');
  if (!EACH_PERIOD.test(claim.text) || isOther || isIncomplete(mentions, OPERATORS)) return undefined;
  const said = claim.tokens.map(({ lower }) => lower);
  const comparative = said.map((word) => COMPARATIVES.get(word)).find((found) => found !== undefined);
  const isUp = directionOf(said) ?? (comparative && comparative.end === 'most');
  const rows = clearRows(mentions);
  const all = periodsOf(table, mentions.columns);
  // A part of the name of another column says what the values are.
  const columns = mentions.isWholeName ? mentions.columns : mentions.columns.filter((column) => all.includes(column));
  if (isUp === undefined || rows?.length !== 1 || !columns.every((column) => all.includes(column))) return undefined;
  const named = columns.map((column) => all.indexOf(column)).sort((one, other) => one - other);
  const isSince = named.length === 1;
  const periods = all.slice(named[0], named.length > 1 ? named.at(-1)! + 1 : undefined);
  const row = rows[0]!;
  const sizes = periods.map((column) => sizeAt(table, row, column));
  if (periods.length < LEAST_PERIODS || (isSince && !/\bsince\b/i.test(claim.text))) return undefined;
  const cells = periods.map((column) => ({ row, column }));
  if (sizes.includes(undefined))
    return outcome(mentions, { stance: 'open', operation: 'comparison', cells, result: '', reason: 'not_settled' });
  const wrong = sizes.findIndex((size, i) => i > 0 && !(isUp ? size! > sizes[i - 1]! : size! < sizes[i - 1]!));
  return wrong < 0
    ? outcome(mentions, { stance: 'for', operation: 'comparison', cells, result: '' })
    : outcome(mentions, {
        ...{ stance: 'against', operation: 'comparison', result: '' },
        cells: cells.slice(wrong - 1, wrong + 1),
      });
}
