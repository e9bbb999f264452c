import { calculationText } from '../../../contract/words.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import { cellValue } from './cell-values.ts';
import { type Computed, shownNumber } from './computed.ts';
import { equalAt } from './equal-at.ts';
import { columnOf } from './extremes.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, isIncomplete } from './named-cells.ts';
import { operandOf, outcome } from './outcome.ts';
import { isTotalRow, labelOf, tableIndex } from './table-index.ts';

const OPERATORS = words('all total overall than more most half majority share absolute percent');
const MAJORITY = /\b(?:a|the|an absolute|an overall) majority of\b/i;
/** More than half. */
const MORE_THAN_HALF = { unit: '%', low: 50, high: Number.POSITIVE_INFINITY, bound: 'more_than', step: 0 } as const;

/** A claim about the share that a row has of its column: "Asia made up a quarter of total sales", "a majority of the 43 seats". */
export function shareClaim(mentions: Mentions): Computed | undefined {
  const { table, unheld, claim } = mentions;
  const { value, said: wholes } = shareOf(mentions);
  const rows = clearRows(mentions);
  const column = columnOf(mentions, undefined);
  const said = { ...mentions, unheld: unheld.filter(({ lower }) => !OPERATORS.has(lower)) };
  if (value === undefined || column === undefined || rows?.length !== 1) return undefined;
  if (said.unheld.length > 0 || isIncomplete(said, OPERATORS)) return undefined;
  const totals = table.rows.flatMap((row, i) => (isTotalRow(table, row) ? [i] : []));
  const [row] = rows as [number];
  const summed = totals.length > 0 ? totals : table.rows.map((_, i) => i);
  // A part of another row is counted there too.
  if (totals.length === 0 && table.rows.some((_, i) => PART_LABEL.test(labelOf(table, i)))) return undefined;
  const numbers = summed.map((i) => cellValue(table, i, column));
  const one = cellValue(table, row, column).number;
  const isClear = numbers.every(({ number, facts }) => number !== undefined && number >= 0 && facts[0]!.unit !== '%');
  if (one === undefined || one < 0 || totals.length > 1 || totals.includes(row) || !isClear) return undefined;
  const whole = numbers.reduce((sum, { number }) => sum + number!, 0);
  const isWhole = wholes.every(({ low, bound }) => low === whole && bound === 'exact');
  if (whole === 0 || one > whole || !isWhole || !isOfWhole(mentions, column)) return undefined;
  const result = (100 * one) / whole;
  const isFor = equalAt(value as Fact, result);
  // Without a total there may be rows that the table leaves out, and the share is smaller.
  const isSure = totals.length === 1 || (isFor ? value.low === Number.NEGATIVE_INFINITY : result < value.low);
  if (!isSure) return undefined;
  const cells = [row, ...summed].map((i) => ({ row: i, column }));
  const operands = (totals.length === 1 ? cells : cells.slice(0, 1)).map((at) => operandOf(table, at));
  const written = `${shownNumber(result)} %`;
  const stated = claim.facts.find(({ fact }) => fact === value)?.fact;
  return outcome(said, {
    stance: isFor ? 'for' : 'against',
    operation: 'share',
    cells,
    value: stated,
    result: written,
    formula: calculationText({ operation: 'share', operands, result: written }),
  });
}

/** The share that a claim states, "20 % of", "a majority of", and the wholes that it gives: "of the 43 seats". */
function shareOf({ values, claim: { text, tokens } }: Mentions) {
  const isShare = ({ unit, to }: Fact) => unit === '%' && tokens[to]?.lower === 'of';
  const shares = values.filter(isShare);
  const said = values.filter((value) => !isShare(value));
  if (MAJORITY.test(text)) return { value: shares.length === 0 ? MORE_THAN_HALF : undefined, said };
  const isChange = tokens.some(({ lower }) => lower === 'by');
  return { value: shares.length === 1 && !isChange ? shares[0] : undefined, said };
}

const PART_LABEL = /^(?:of which|of them|thereof|including|incl)\b|\bsubtotal\b/i;
const ALL = words('all total overall');

/** True if the whole is named by its column, or as a total: "of all sales", "of the seats". */
function isOfWhole({ claim: { tokens }, table }: Mentions, column: number): boolean {
  const at = tokens.findLastIndex(({ lower }) => lower === 'of');
  const behind = tokens.slice(at + 1, at + 1 + MOST_BEHIND).map(({ lower }) => lower);
  const keys = tableIndex(table).columnKeys[column]!;
  return behind.some((word) => ALL.has(word)) || behind.some((word) => keys.includes(quantityKey(word)));
}

/** Words behind "of" that name the whole. */
const MOST_BEHIND = 4;
