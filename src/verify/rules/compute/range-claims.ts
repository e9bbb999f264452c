import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { clearRows } from './named-cells.ts';
import { outcome } from './outcome.ts';
import { countedRows, isTotalRow, tableIndex } from './table-index.ts';

type Place = 'below' | 'within' | 'above';

const RANGE_COLUMN = /\b(?:reference|normal|target|allowed|permitted|recommended)\b|\brange\b/i;
const VALUE_COLUMN = /^(?:result|value|measured|measurement|level|reading|actual)s?\b/i;
const NUMBER = /-?\d+(?:\.\d+)?/g;
const UPPER = /^(?:below|under|up to|at most|less than|<|≤|<=|max)/i;
const LOWER = /^(?:above|over|at least|more than|>|≥|>=|min)/i;

const SAYS_RANGE = /\b(?:range|limits?|interval|normal|abnormal|too (?:high|low)|elevated)\b/i;
const SAYS: readonly (readonly [RegExp, readonly Place[]])[] = [
  [/\b(?:outside|out of|beyond|abnormal)\b/i, ['below', 'above']],
  [/\b(?:below|under|beneath|too low|lower than)\b/i, ['below']],
  [/\b(?:above|over|exceed(?:s|ed)?|too high|elevated|higher than)\b/i, ['above']],
  [/\b(?:within|in|inside|normal)\b/i, ['within']],
];
const ALLOWED = words(
  `outside out beyond abnormal below under beneath too low lower high higher above over exceed exceeds exceeded elevated within
  inside normal permitted allowed permissible reference recommended target range limit limits interval level levels value values than it is was lies lie lay are were`,
);

/** A claim that a value is within the range of its row, or below or above it: laboratory results, limits. */
export function rangeClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values } = mentions;
  const [said] = SAYS_RANGE.test(claim.text) ? SAYS.filter(([pattern]) => pattern.test(claim.text)) : [];
  const range = table.columns.findIndex(({ name }) => RANGE_COLUMN.test(name));
  const column = table.columns.findIndex(({ name }) => VALUE_COLUMN.test(name));
  if (said === undefined || range < 0 || column < 0 || range === column || claim.negations.length > 0) return undefined;
  const places = said[1];
  const isIn = (row: number) => {
    const place = placeOf(table.rows[row]!.cells[column]!.text, table.rows[row]!.cells[range]!.text);
    return place && places.includes(place);
  };
  if (!saysNoMore(mentions)) return undefined;
  const rows = clearRows(mentions);
  const counts = values.filter(({ kind, unit }) => kind === 'number' && unit === '');
  const cells = (some: readonly number[]) =>
    some.flatMap((row) => [column, range].map((one) => ({ row, column: one })));
  if (rows?.length === 1) {
    const [row] = rows as [number];
    const isFor = isIn(row);
    const isValue = ({ written }: Fact) =>
      Number(written) === Number(numbersIn(table.rows[row]!.cells[column]!.text)[0]);
    if (isFor === undefined) return undefined;
    return outcome(mentions, {
      stance: isFor && values.every(isValue) ? 'for' : 'against',
      operation: 'comparison',
      cells: cells([row]),
      result: '',
    });
  }
  const [count, whole, ...more] = counts;
  const all = table.rows.flatMap((row, i) => (isTotalRow(table, row) ? [] : [i]));
  const read = all.map(isIn);
  const isOfAll = whole === undefined || whole.low === countedRows(table);
  if (rows !== undefined || count === undefined || !isOfAll || more.length > 0 || read.includes(undefined))
    return undefined;
  const holding = all.filter((_, i) => read[i]);
  const stance = holding.length === count.low ? 'for' : 'against';
  return outcome(mentions, {
    stance,
    operation: 'count',
    cells: cells(holding.length > 0 ? holding : all),
    result: String(holding.length),
    value: count,
  });
}

/** True if all words of a claim are in the table or about a range; "all" and "none" ask for more. */
function saysNoMore({ claim: { tokens }, held, table, loose, unheld }: Mentions): boolean {
  const heads = new Set([...tableIndex(table).columnKeys[tableIndex(table).label]!]);
  const isOpen = ({ lower }: (typeof tokens)[number]) => !ALLOWED.has(lower) && !heads.has(quantityKey(lower));
  return (
    [...loose, ...unheld].every((token) => !isOpen(token)) &&
    !tokens.some(({ lower }, at) => ASKS.has(lower) && !held.has(at))
  );
}

const ASKS = words('most least highest lowest more fewer only rose fell increased decreased all every both none no');

function placeOf(value: string, range: string): Place | undefined {
  const [number] = /^[<>≤≥]/.test(value) ? [] : numbersIn(value);
  const bounds = numbersIn(range.replace(/(?<=\d)\s*[-–]\s*(?=\d)/g, ' to '));
  if (number === undefined || bounds.length === 0 || bounds.length > 2) return undefined;
  const [one, other] = bounds;
  const isUpper = UPPER.test(range.trim());
  if (other === undefined && !isUpper && !LOWER.test(range.trim())) return undefined;
  const [low, high] =
    other !== undefined ? [one!, other] : isUpper ? [Number.NEGATIVE_INFINITY, one!] : [one!, Number.POSITIVE_INFINITY];
  return number < low ? 'below' : number > high ? 'above' : 'within';
}

function numbersIn(text: string): number[] {
  return (text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').match(NUMBER) ?? []).map(Number);
}
