import { isFunctionWord } from '../../../text/index.ts';
import { quantityKey, SAYS_NOTHING } from '../lexicon/table-words.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows } from './named-cells.ts';
import { outcome } from './outcome.ts';
import { yearOf } from './source-numbers.ts';
import { tableIndex } from './table-index.ts';

/** Columns that are quoted at most. */
const MOST_QUOTED = 3;

/** A claim about a row in a year for which a table with columns of years has none, nor the text around it, is open. */
export function missingPeriodClaim(mentions: Mentions): Computed | undefined {
  const { table, claim, columns } = mentions;
  const { periods, columnKeys, contextKeys, titleKeys } = tableIndex(table);
  const rows = clearRows(mentions);
  const years = claim.facts.flatMap(({ fact }) => yearOf(fact) ?? []).map((year) => quantityKey(String(year)));
  const isKnown = (year: string) =>
    contextKeys.has(year) || titleKeys.has(year) || columnKeys.some((own) => own.includes(year));
  const isOfPeriods = periods.length > 1 && columns.every((column) => periods.includes(column));
  if (!isOfPeriods || rows?.length !== 1 || !isOfTable(mentions) || years.every(isKnown)) return undefined;
  const cells = periods.slice(-MOST_QUOTED).map((column) => ({ row: rows[0]!, column }));
  return outcome(mentions, { stance: 'open', operation: 'cell', cells, result: '', reason: 'not_settled' });
}

/** True if the table and its title have all words of a claim: what only the text around it has may be dated there. */
function isOfTable({ table, claim: { tokens, facts }, held }: Mentions): boolean {
  const { titleKeys } = tableIndex(table);
  const isIn = (at: number) => facts.some(({ fact }) => fact.boundFrom <= at && at < fact.to);
  const isSaid = (key: string) => titleKeys.has(key) || SAYS_NOTHING.has(key);
  return tokens.every(
    ({ type, lower }, at) =>
      type !== 'word' || isFunctionWord(lower) || held.has(at) || isIn(at) || isSaid(quantityKey(lower)),
  );
}
