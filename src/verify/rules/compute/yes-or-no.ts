import { words } from '../lexicon/phrases.ts';
import { isGrowth } from './cell-relations.ts';
import { cellValue } from './cell-values.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, columnsFor, isIncomplete } from './named-cells.ts';
import { type At, outcome } from './outcome.ts';

/** With these a yes-or-no column is denied. */
export const DENIES: ReadonlySet<string> = new Set(['without', 'not', 'no', 'lacks', 'lack', 'nor', 'neither']);
/** Nothing is left of what the column counts. */
const OUT_OF = /\bout of stock\b/i;
const YES = /^(?:yes|y|true|✓|✔|x|included|available)$/i;
const NO = /^(?:no|n|false|✗|✘|none|not (?:included|available|offered|supported|possible|allowed)|[-–—])$/i;
/** Marks that say so only in a column of them. */
const MARK = /^(?:.|none)$/i;
const MOST_READ = 20;

export function isYesOrNo({ rows }: Mentions['table'], column: number): boolean {
  const read = rows.slice(0, MOST_READ).map(({ cells }) => cells[column]!.text);
  return read.filter((text) => YES.test(text) || NO.test(text)).length * 2 > read.length;
}

export function saysYes(
  { rows }: Mentions['table'],
  row: number,
  column: number,
  isDenied: boolean,
): boolean | undefined {
  const { text } = rows[row]!.cells[column]!;
  return YES.test(text) ? !isDenied : NO.test(text) ? isDenied : undefined;
}

const LOSS = words('loss deficit');
const PROFIT = /\b(?:profit|surplus|loss|deficit|result|earnings)\b/i;
const MADE =
  /\b(?:made|makes|ran|runs|had|recorded|posted|reported|suffered) an? (?:\p{L}+ )?(profit|surplus|loss|deficit)\b/iu;

/** "Made a loss": the sign of a result; undefined for other claims. */
function madeProfit(mentions: Mentions, { row, column }: At): boolean | undefined {
  const { table, claim } = mentions;
  const said = MADE.exec(claim.text)?.[1]?.toLowerCase();
  const { number } = cellValue(table, row, column);
  const isOfResult = PROFIT.test(table.columns[column]!.name) && !isGrowth(table, column);
  if (said === undefined || number === undefined || !isOfResult || claim.negations.length > 0) return undefined;
  // A column of losses has them without a sign.
  if (
    LOSS.has(table.columns[column]!.name.toLowerCase()) &&
    number >= 0 &&
    table.rows.every((_, i) => !cellValue(table, i, column).isNegative)
  )
    return undefined;
  return isIncomplete(mentions, LOSS) ? undefined : LOSS.has(said) ? number < 0 : number > 0;
}

/** A claim that a row has, or lacks, what a column says: "The Starter plan includes API access", "Support has no open positions". */
export function presenceClaim(mentions: Mentions): Computed | undefined {
  const { table, claim, values, unheld, loose } = mentions;
  const rows = clearRows(mentions);
  const [column, ...others] = columnsFor(mentions);
  if (rows?.length !== 1 || column === undefined || others.length > 0 || values.length > 0) return undefined;
  const at = { row: rows[0]!, column };
  const made = madeProfit(mentions, at);
  if (made !== undefined)
    return outcome(mentions, { stance: made ? 'for' : 'against', operation: 'cell', cells: [at] });
  if (isIncomplete(mentions, DENIES)) return undefined;
  const isDenied = OUT_OF.test(claim.text) || claim.tokens.some(({ lower }) => DENIES.has(lower));
  const { text } = table.rows[at.row]!.cells[column]!;
  const { number } = cellValue(table, at.row, column);
  const says = MARK.test(text) && !isYesOrNo(table, column) ? undefined : saysYes(table, at.row, column, isDenied);
  const isFor = says ?? (number === undefined || !isDenied ? undefined : number === 0);
  // The rest of the claim, beyond row and column, may be true.
  return isFor === undefined || (!isFor && unheld.length + loose.length > 0)
    ? undefined
    : outcome(mentions, { stance: isFor ? 'for' : 'against', operation: 'cell', cells: [at] });
}
