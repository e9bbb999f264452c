import { isFunctionWord } from '../../../text/index.ts';
import { ONES } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import {
  COMPARATIVES,
  DOWNWARDS,
  GROWTH,
  POSITIVES,
  quantityKey,
  SAYS_NOTHING,
  SUPERLATIVES,
  UPWARDS,
} from '../lexicon/table-words.ts';
import { isGrowth, relationAt } from './cell-relations.ts';
import { cellValue, isBlank, isNumeric, isTransposed } from './cell-values.ts';
import type { Computed } from './computed.ts';
import type { Mentions } from './mentions.ts';
import { columnsFor, isIncomplete, rowsOf } from './named-cells.ts';
import { cellName, outcome } from './outcome.ts';
import { isTotalRow, labelOf, saysWhen, tableIndex } from './table-index.ts';

const RANKS: ReadonlyMap<string, number> = new Map(
  ['first', 'second', 'third', 'fourth', 'fifth'].map((word, i) => [word, i]),
);
const OPERATORS: ReadonlySet<string> = new Set([
  ...SUPERLATIVES.keys(),
  ...COMPARATIVES.keys(),
  ...RANKS.keys(),
  ...UPWARDS,
  ...DOWNWARDS,
  ...words('than nobody no none all other others every much many'),
]);

/** A claim that a row, or a value, is at an end of a column: "West had the second-highest revenue". */
export function extremeClaim(mentions: Mentions): Computed | undefined {
  const { claim, table, values } = mentions;
  const at = extremeAt(mentions);
  // "Twice as many as any other" orders nothing.
  const isMultiple = values.some(({ unit }) => unit === 'times');
  if (at === undefined || isMultiple || isIncomplete(mentions, OPERATORS)) return undefined;
  const word = claim.tokens[at]!.lower;
  if (!PEAKS.has(word) && isOfSubject(mentions, at)) return undefined;
  // "Most densely populated" is no number of people.
  if (mentions.loose.includes(claim.tokens[at + 1]!) && /ly$/.test(claim.tokens[at + 1]!.lower)) return undefined;
  const { end, quantity } = (SUPERLATIVES.get(word) ?? COMPARATIVES.get(word) ?? POSITIVES.get(word))!;
  const column = columnOf(mentions, quantity) ?? extremeColumn(mentions, end);
  if (column === undefined) return undefined;
  // "The largest operating profit" is none of "Operating costs".
  if (mentions.columns.length > 0 && !mentions.isWholeName && mentions.unheld.length > 0) return undefined;
  // "The strongest growth in 2023" is no highest value.
  if (!isGrowth(table, column) && claim.tokens.some(({ lower }) => quantityKey(lower) === GROWTH)) return undefined;
  // "Longest" asks for no price.
  const isMoney = table.rows.some((_, row) => cellValue(table, row, column).facts.some(({ kind }) => kind === 'money'));
  if (isMoney && quantity !== undefined && quantity !== PRICE) return undefined;
  const rank = rankAt(mentions, at);
  const isLeast = (end === 'least') !== isReversed(mentions, column, word);
  const ordered = orderedRows(mentions, column, isLeast);
  if (ordered === 'not_a_number') return notANumber(mentions, column);
  const top = ordered[rank];
  if (top === undefined) return undefined;
  const isTied = ordered[rank - 1]?.number === top.number || ordered[rank + 1]?.number === top.number;
  const named = rowsOf(mentions)?.filter((rows) => !rows.every((row) => isTotalRow(table, table.rows[row]!))) ?? [];
  if (PEAKS.has(word) && !named.flat().every((row) => saysWhen(labelOf(table, row)))) return undefined;
  const [value] = values.filter(({ kind }) => kind !== 'ordinal');
  const given = (stance: Computed['stance']) =>
    outcome(mentions, {
      stance,
      operation: isLeast ? 'minimum' : 'maximum',
      cells: [{ row: top.row, column }],
      value,
      quoted: named.flat().map((row) => ({ row, column })),
      result: labelOf(table, top.row),
      formula: `${rank === 0 ? '' : `${[...RANKS.keys()][rank]} `}${isLeast ? 'lowest' : 'highest'} - ${cellName(table, { row: top.row, column })}`,
    });
  if (named.length > 1 || named.some((rows) => rows.length > 1)) return undefined;
  if (named.length === 0 && value === undefined) return undefined;
  const [subject] = named;
  if (subject !== undefined && !ordered.some(({ row }) => row === subject[0])) return notANumber(mentions, column);
  const isAtTop = ordered.some(({ row, number }) => row === subject?.[0] && number === top.number);
  // Neither of two with the most has more than any other.
  if (isTied)
    return rank > 0 || subject === undefined || (isAtTop && !OTHERS.test(claim.text)) ? undefined : given('against');
  if (subject !== undefined && subject[0] !== top.row) return given('against');
  if (value === undefined) return given('for');
  const relation = relationAt(mentions, { value, row: top.row, column });
  if (relation === 'entailed') return given('for');
  return relation === 'excluded' ? given('against') : undefined;
}

/**
 * "The fewest robberies in 2020" orders what there is of robberies, and not the rows of which they are one; "highest in the
 * North" orders the rows.
 */
function isOfSubject({ claim: { tokens }, rows, columns }: Mentions, at: number): boolean {
  if (PLACES.has(tokens[at + 1]?.lower ?? '')) return false;
  const next = tokens.findIndex(
    ({ lower, type }, i) =>
      i > at && type === 'word' && !isFunctionWord(lower) && !SAYS_NOTHING.has(quantityKey(lower)),
  );
  return columns.length > 0 && rows.length === 1 && rows.some(({ from, to }) => from <= next && next < to);
}

const PLACES = words('in at on for among during');
const PRICE = quantityKey('price');

/** Other names of columns of a quantity. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    price: 'cost fee fare rent',
    weight: 'mass',
    length: 'duration',
    age: 'built founded born opened',
  }).map(([quantity, names]) => [quantityKey(quantity), [...words(names)].map(quantityKey)]),
);

/** With these a level is highest at some time. */
const PEAKS = new Set(['peaked']);
const NOBODY = new Set(['nobody', 'no', 'none']);
const NO_OTHER = /\bno (?:other|others)\b/i;
const OTHERS = /\bthan (?:in |through |of |at |for |by |on )?(?:any|all|every|each)? ?(?:of )?(?:the )?others?\b/i;

/** The word that names an end of a column, if it is no part of a column's name: "the highest", "more than any other". */
export function extremeAt({ claim: { tokens, text }, held, rows }: Mentions): number | undefined {
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const other = tokens.findIndex(({ lower }, i) => i > than && !isFunctionWord(lower));
  const isNobody =
    than >= 0 && tokens.some(({ lower }) => NOBODY.has(lower)) && rows.some(({ from }) => from === other);
  const equal = tokens.findIndex(({ lower }, i) => POSITIVES.has(lower) && tokens[i - 1]?.lower === 'as');
  if (equal > 0 && NO_OTHER.test(text) && tokens.some(({ lower }, i) => i > equal && lower === 'as')) return equal;
  const isOfAll = OTHERS.test(text) || isNobody;
  const ends = isOfAll ? COMPARATIVES : SUPERLATIVES;
  const named = tokens.flatMap(({ lower }, i) => {
    const word = ends.get(lower);
    return word !== undefined && (!held.has(i) || word.quantity !== undefined) ? [i] : [];
  });
  const [at, ...others] = named;
  // "Most employees", "two of the five largest cities" and "the most salt but the least sugar" name no one end.
  const before = tokens[(at ?? 0) - 1];
  const isMany =
    (at === 0 && tokens[0]!.lower === 'most') || before?.type === 'number' || ONES.has(before?.lower ?? '');
  return others.length > 0 || isMany ? undefined : at;
}

const AGE = quantityKey('age');

/** The one column that the claim names, or that the superlative is about: "the heaviest" of a column of weights. */
export function columnOf(mentions: Mentions, quantity: string | undefined): number | undefined {
  const column = columnFor(mentions, quantity);
  if (column === undefined || quantity !== AGE) return column;
  const { table } = mentions;
  const isDate = (i: number) => cellValue(table, i, column).facts[0]?.unit === 'date';
  const areDates = table.rows.every((row, i) => isTotalRow(table, row) || isDate(i)) || isOfOldYears(table, column);
  return areDates || tableIndex(table).columnKeys[column]!.includes(AGE) ? column : undefined;
}

const OLD_YEAR = /^\d{3,4}$/;
const LAST_YEAR = 2100;

/** Years before 1400 are read as numbers; in a column with the year of a beginning the oldest one is the smallest. */
function isOfOldYears(table: Mentions['table'], column: number): boolean {
  const isBeginning = tableIndex(table).columnKeys[column]!.some((key) => NAMES.get(AGE)!.includes(key));
  return (
    isBeginning &&
    table.rows.every(({ cells }) => OLD_YEAR.test(cells[column]!.text) && Number(cells[column]!.text) < LAST_YEAR)
  );
}

function columnFor(mentions: Mentions, quantity: string | undefined): number | undefined {
  const named = columnsFor(mentions);
  if (named.length > 1) return undefined;
  if (quantity === undefined || mentions.columns.length > 0) return named[0];
  // The only column may have another quantity, in the same unit: a load is no weight.
  const { columnKeys } = tableIndex(mentions.table);
  const names = NAMES.get(quantity) ?? [];
  const isOfQuantity = (keys: readonly string[]) =>
    keys.includes(quantity) || (keys.length === 1 && names.includes(keys[0]!));
  const ofWord = columnKeys.flatMap((keys, i) => (isOfQuantity(keys) ? [i] : []));
  return ofWord.length === 1 ? ofWord[0] : undefined;
}

/** Without a name of a row or column, all columns together: the one with the extreme value. */
function extremeColumn({ table, rows, columns, values }: Mentions, end: 'most' | 'least'): number | undefined {
  const numeric = table.columns.flatMap((_, i) => (isNumeric(table, i) ? [i] : []));
  const isOneUnit = new Set(numeric.map((i) => table.columns[i]!.unit + table.columns[i]!.currency)).size === 1;
  if (rows.length > 0 || columns.length > 0 || values.length !== 1 || !isOneUnit) return undefined;
  const extremeOf = (column: number) =>
    table.rows.reduce<number>(
      (best, row, i) => {
        const number = isTotalRow(table, row) ? undefined : cellValue(table, i, column).number;
        return number === undefined ? best : end === 'least' ? Math.min(best, number) : Math.max(best, number);
      },
      end === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    );
  const ordered = numeric.map((column) => ({ column, value: extremeOf(column) }));
  ordered.sort((one, other) => (end === 'least' ? one.value - other.value : other.value - one.value));
  return ordered[0]?.column;
}

/** "second-highest", "third largest" */
export function rankAt({ claim: { tokens } }: Mentions, at: number): number {
  const before = tokens[at - 1]?.text === '-' ? tokens[at - 2] : tokens[at - 1];
  return RANKS.get(before?.lower ?? '') ?? 0;
}

/** True if more is lower in a column: the fastest time, and the steepest decline. */
export function isReversed({ table, claim, columns }: Mentions, column: number, word: string): boolean {
  const { rows } = table;
  const [fact] = rows.flatMap((_, row) => cellValue(table, row, column).facts);
  if (/^(?:fast|slow|quick|best|better|worse|worst)/.test(word) && fact?.kind === 'duration') return true;
  if (/^(?:old|young)/.test(word) && (fact?.unit === 'date' || isOfOldYears(table, column))) return true;
  return (
    isGrowth(table, column) &&
    columns.includes(column) &&
    claim.tokens.some(({ lower }) => DOWNWARDS.has(lower)) &&
    !claim.tokens.some(({ lower }) => lower === 'growth')
  );
}

/** The rows that a claim is about, but for totals, from the end of a column that is meant. */
function orderedRows({ table, rows: named, cells: filters }: Mentions, column: number, isLeast: boolean) {
  const ordered: { row: number; number: number }[] = [];
  const units = new Set<string>();
  // Without a label the cells name the row itself and do not choose among rows.
  const isSubject = named.length === 0;
  for (const [row, { cells }] of table.rows.entries()) {
    if (isTotalRow(table, table.rows[row]!) || (!isSubject && !filters.every(({ rows }) => rows.includes(row))))
      continue;
    const { number, facts } = cellValue(table, row, column);
    if (number !== undefined) {
      ordered.push({ row, number });
      units.add(facts[0]!.unit);
    } else if (!isBlank(cells[column]!)) return 'not_a_number';
  }
  // A revenue and its growth are in one column of an exchanged table.
  if (units.size > 1 && isTransposed(table)) return [];
  return ordered.sort((one, other) => (isLeast ? one.number - other.number : other.number - one.number));
}

/** A column with a cell that is no number settles nothing that compares its cells. */
export function notANumber(mentions: Mentions, column: number): Computed | undefined {
  const { table } = mentions;
  const row = table.rows.findIndex(
    (one, i) => !isTotalRow(table, one) && cellValue(table, i, column).number === undefined,
  );
  if (row < 0 || !isNumeric(table, column) || isTransposed(table)) return undefined;
  return outcome(mentions, {
    stance: 'open',
    operation: 'cell',
    cells: [{ row, column }],
    result: '',
    reason: 'not_settled',
  });
}
