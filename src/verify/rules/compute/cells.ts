import { isFunctionWord, partOfSpeech, type Table, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { LIGHT, recordKey } from '../lexicon/record-words.ts';
import { DOWNWARDS, TOTAL_LABEL, UPWARDS } from '../lexicon/table-words.ts';
import { isGrowth, relationAt, sizeAt, type ToCompare } from './cell-relations.ts';
import { cellValue, isForm, isNumeric, isOneValue, isTransposed } from './cell-values.ts';
import { periodsOf } from './compared-cells.ts';
import type { Computed } from './computed.ts';
import { isMoreBy } from './differences.ts';
import type { Mentions } from './mentions.ts';
import { clearRows, columnsFor, isIncomplete, rowsOf } from './named-cells.ts';
import { type At, outcome } from './outcome.ts';
import { isTotalRow, keysOf, labelOf, RANK, tableIndex } from './table-index.ts';

/** A claim about single cells: row, column and value are named. */
export function cellClaim(mentions: Mentions): Computed | undefined {
  const ranked = rankClaim(mentions);
  if (ranked !== undefined) return ranked;
  // "The first ferry" is one of several rows by their order.
  if (mentions.ranks.length > 0) return undefined;
  const named = rowsOf(mentions);
  const rows = named ?? totalOf(mentions);
  if (rows === undefined || rows.some((own) => own.length === 0)) return undefined;
  const { values, cells } = mentions;
  // "17 euros cheaper" is no price.
  if (
    values.some((value) => isMoreBy(mentions, value)) &&
    !mentions.columns.every((column) => isGrowth(mentions.table, column))
  )
    return undefined;
  // The only column of numbers is not meant by the words of a cell: "The branch Pisa is in Italy".
  const isOfWords = values.length === 0 && mentions.columns.length === 0 && cells.length === 1;
  const columns = isOfWords ? [] : columnsFor(mentions);
  if (columns.length === 0) return rows.length === 1 ? withoutColumn(mentions, rows[0]!) : undefined;
  if (named === undefined)
    return onlyFor(joined(mentions, [{ value: values[0]!, row: rows[0]![0]!, column: columns[0]! }]));
  if (rows.length === 1) {
    const [own] = rows;
    if (values.length === 0)
      return own!.length === 1 && columns.length === 1 ? wordsClaim(mentions, own![0]!, columns[0]!) : undefined;
    if (values.length === columns.length && mentions.isWholeName && own!.length === 1)
      return joined(
        mentions,
        values.map((value, i) => ({ value, row: own![0]!, column: columns[i]! })),
      );
    if (values.length !== 1) return undefined;
    const compared = own!.flatMap((row) => columns.map((column) => ({ value: values[0]!, row, column })));
    return compared.length === 1 ? joined(mentions, compared) : oneOf(mentions, compared);
  }
  if (columns.length !== 1 || values.length !== rows.length || rows.some((own) => own.length > 1)) return undefined;
  return joined(
    mentions,
    values.map((value, i) => ({ value, row: rows[i]![0]!, column: columns[0]! })),
  );
}

/** A cell that the claim does not name in so many words can support, but not contradict. */
function onlyFor(found: Computed | undefined): Computed | undefined {
  return found?.stance === 'for' ? { ...found, isWhole: false } : undefined;
}

/** Without a column: the words of a cell, "The Finch was sold", or the one cell of the row that has the value. */
function withoutColumn(mentions: Mentions, rows: readonly number[]): Computed | undefined {
  const [cell, ...others] = mentions.cells;
  const isWords = mentions.values.length === 0 && mentions.loose.length === 0 && mentions.rows.length > 0;
  if (cell !== undefined && others.length === 0 && isWords) return wordsClaim(mentions, rows[0]!, cell.column);
  return onlyCell(mentions, rows);
}

function onlyCell(mentions: Mentions, rows: readonly number[]): Computed | undefined {
  const { table, values } = mentions;
  const [value] = values;
  if (values.length !== 1 || rows.length !== 1 || isIncomplete(mentions)) return undefined;
  const compared = table.columns.map((_, column) => ({ value: value!, row: rows[0]!, column }));
  const equal = compared.filter((one) => relationAt(mentions, one) === 'entailed');
  return equal.length === 1 ? { ...computed(mentions, equal, 'for'), isWhole: false } : undefined;
}

/** "rose to 67 in June": one cell and the one of the period before it. */
function isMoved(
  table: Mentions['table'],
  compared: readonly At[],
  says: (words: ReadonlySet<string>) => boolean,
): boolean {
  const [only, ...others] = compared;
  const periods = only === undefined || others.length > 0 ? [] : periodsOf(table, [only.column]);
  const before = periods[periods.indexOf(only?.column ?? -1) - 1];
  return before !== undefined && isFromTo(table, [{ row: only!.row, column: before }, only!], says);
}

/** "France finished second": a row and its cell in the column of ranks. */
function rankClaim(mentions: Mentions): Computed | undefined {
  const { table, ranks, values } = mentions;
  const rows = clearRows(mentions);
  const column = table.columns.findIndex(({ name }) => RANK.test(name));
  if (column < 0 || ranks.length !== 1 || values.length > 0 || rows?.length !== 1) return undefined;
  const at = { row: rows[0]!, column };
  const { number } = cellValue(table, at.row, column);
  if (number === undefined || isIncomplete(mentions)) return undefined;
  const stance = number === ranks[0]!.low ? 'for' : 'against';
  return outcome(mentions, { stance, operation: 'cell', cells: [at], value: ranks[0] });
}

/** The row of the total, where a claim with a value names no row. */
function totalOf({ table, values }: Mentions): readonly (readonly number[])[] | undefined {
  const totals = table.rows.flatMap((row, i) => (isTotalRow(table, row) ? [i] : []));
  return totals.length === 1 && values.length === 1 ? [totals] : undefined;
}

/** All cells of a claim have its values, or one of them has another. */
function joined(mentions: Mentions, compared: readonly ToCompare[]): Computed | undefined {
  if (isIncomplete(mentions, changesIn(mentions, compared))) return undefined;
  const related = compared.map((one) => ({ ...one, relation: relationAt(mentions, one) }));
  const { table } = mentions;
  const isNoNumber = ({ row, column, relation }: (typeof related)[number]) =>
    relation !== 'entailed' &&
    relation !== 'excluded' &&
    cellValue(table, row, column).number === undefined &&
    isNumeric(table, column);
  const unsettled = related.find(isNoNumber);
  if (unsettled !== undefined) return { ...computed(mentions, [unsettled], 'open'), reason: 'not_settled' };
  const against = related.find(({ relation }) => relation === 'excluded');
  // "7,200 prescriptions" is no rate, and another number than one per 1,000 inhabitants.
  if (against !== undefined && RATE.test(`${table.title} ${table.context}`) && !RATE.test(mentions.claim.text))
    return undefined;
  if (against !== undefined) return isSaidOf(mentions, against) ? computed(mentions, [against], 'against') : undefined;
  // "Web-1 refused a connection": the row with this message is of another host.
  const isOfOther = mentions.cells.some(
    (cell) =>
      !cell.isPartial && table.columns[cell.column]!.name !== '' && !related.some(({ row }) => cell.rows.includes(row)),
  );
  const isFor = !isOfOther && related.every(({ relation }) => relation === 'entailed');
  return isFor ? computed(mentions, related, 'for') : undefined;
}

const RATE = /\bper \d/i;

/** Another cell of the row has the value, or the cell has it in another unit: the claim means the cell with a part of its names. */
function isMixedUp(mentions: Mentions, { value, row, column }: ToCompare): boolean {
  const { table } = mentions;
  // Another row of the text may spend the value that is meant.
  const isSpent = (other: number) => isTransposed(table) && cellValue(table, row, other).isNegative;
  const isElsewhere = table.columns.some(
    (_, other) =>
      other !== column && !isSpent(other) && relationAt(mentions, { value, row, column: other }) === 'entailed',
  );
  return isElsewhere || value.written === table.rows[row]!.cells[column]!.text.replace(/[^\d.]/g, '');
}

/** True if the claim gives the cell a wrong value, and not one of something else: "the branch library had 900 visitors". */
function isSaidOf(mentions: Mentions, against: ToCompare): boolean {
  const { unheld, claim, rows } = mentions;
  const [counted, next] = claim.tokens.slice(against.value.to);
  // The table may have another name for what is counted: "900 guests", and not "900 foreign visitors".
  const isCounted = next === undefined || next.type !== 'word' || isFunctionWord(next.lower);
  // "The popular City Museum"
  const isKind = (token: Token) =>
    partOfSpeech(token.lower) === 'ADJ' && rows.some(({ from }) => claim.tokens[from - 1] === token);
  const isElse = unheld.some((token) => (token !== counted || !isCounted) && !isKind(token));
  return isMixedUp(mentions, against) || (isNamed(mentions) && !isElse);
}

/** The claim has a column's whole name, or the table leaves no choice; and the whole labels of its rows. */
function isNamed({ isWholeName, columns, rows }: Mentions): boolean {
  return (isWholeName || columns.length === 0) && rows.every(({ isPartial }) => !isPartial);
}

/** Several cells may be meant: the claim is open where one of them has the value. */
function oneOf(mentions: Mentions, compared: readonly ToCompare[]): Computed | undefined {
  if (isIncomplete(mentions)) return undefined;
  const relations = compared.map((one) => relationAt(mentions, one));
  // "12 vacant posts" are in none of the columns.
  if (relations.every((relation) => relation === 'excluded'))
    return mentions.unheld.length > 0 ? undefined : computed(mentions, compared, 'against');
  if (!relations.some((relation) => relation === 'entailed')) return undefined;
  return { ...computed(mentions, compared, 'open'), reason: 'ambiguous_reference' };
}

const CHANGES: ReadonlySet<string> = new Set([...UPWARDS, ...DOWNWARDS]);
const NO_WORDS: ReadonlySet<string> = new Set();
const OF_TOTALS = words('negative minus loss total overall combined totals all');

/** "rose from 55 in May to 67 in June": two cells in the direction of the claim. */
function isFromTo(
  table: Mentions['table'],
  compared: readonly At[],
  says: (words: ReadonlySet<string>) => boolean,
): boolean {
  const [from, to, ...others] = compared.map(({ row, column }) => sizeAt(table, row, column));
  const isUp = says(UPWARDS);
  return (
    from !== undefined &&
    to !== undefined &&
    others.length === 0 &&
    isUp !== says(DOWNWARDS) &&
    from !== to &&
    to > from === isUp
  );
}

/** The operators that cells answer by themselves: a change where all columns are about growth, a total where a row or column is one. */
function changesIn({ table, claim }: Mentions, compared: readonly (At & Partial<ToCompare>)[]): ReadonlySet<string> {
  const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
  const isTotal = compared.every(
    ({ row, column }) => isTotalRow(table, table.rows[row]!) || TOTAL_LABEL.test(table.columns[column]!.name),
  );
  if (
    compared.every(({ column }) => isGrowth(table, column)) ||
    isFromTo(table, inOrderOfChange(compared, claim), says) ||
    (compared.every(({ value }) => value !== undefined && isLevel(value, claim)) && isMoved(table, compared, says))
  )
    return CHANGES;
  return isTotal ? OF_TOTALS : NO_WORDS;
}

/** "Rose to 67 in June from 55 in May" has the later one first. */
function inOrderOfChange(compared: readonly (At & Partial<ToCompare>)[], { tokens }: Mentions['claim']) {
  const [, last] = compared;
  const isTurned = last?.value !== undefined && tokens[last.value.boundFrom - 1]?.lower === 'from';
  return isTurned ? compared.toReversed() : compared;
}

/** "rose to 67", not "rose 67", which is the size of the change. */
function isLevel({ boundFrom }: Fact, { tokens }: Mentions['claim']): boolean {
  return /^(?:to|at)$/.test(tokens[boundFrom - 1]?.lower ?? '');
}

/** A claim without a number: "Ana Ruiz manages the North" by the words of the cell, "The South declined" by its sign. */
function wordsClaim(mentions: Mentions, row: number, column: number): Computed | undefined {
  const { table, claim, cells } = mentions;
  const compared = [{ row, column }];
  if (isIncomplete(mentions, changesIn(mentions, compared)) || mentions.rows.length === 0) return undefined;
  if (isGrowth(table, column)) {
    const { number } = cellValue(table, row, column);
    const says = (words: ReadonlySet<string>) => claim.tokens.some(({ lower }) => words.has(lower));
    const [up, down] = [says(UPWARDS), says(DOWNWARDS) && !says(new Set(['growth']))];
    if (number === undefined || number === 0 || up === down) return undefined;
    return computed(mentions, compared, number > 0 === up ? 'for' : 'against');
  }
  const named = cells.filter((cell) => cell.column === column);
  if (named.length !== 1 || cells.length !== 1 || named[0]!.isPartial) return undefined;
  // "Is kept in bin C-02" says no more than that this is its bin.
  const isLight = ({ lower }: Token) => mentions.columns.includes(column) && LIGHT.has(recordKey(lower));
  if (!mentions.loose.every(isLight) || claim.tokens.some(({ lower }) => AWAY.has(lower))) return undefined;
  if (named[0]!.rows.includes(row)) {
    // "Italy is in Pisa"
    const isExchanged = mentions.columns.length === 0 && named[0]!.from < mentions.rows[0]!.from;
    return isExchanged ? undefined : computed(mentions, compared, 'for');
  }
  return isDeniedBy(mentions, { row, column }) ? computed(mentions, compared, 'against') : undefined;
}

/** True if the other words of a cell say that a claim with the words of another row is wrong. */
function isDeniedBy(mentions: Mentions, { row, column }: At): boolean {
  const { table, columns, unheld, cells } = mentions;
  // "Tova imports sugar" says something else than its main export, and "made of oak" something else than "Made in".
  if ((columns.length === 0 && unheld.length > 0) || isTransposed(table) || isForm(table) || !isNamed(mentions))
    return false;
  return isOneValue(table.rows[row]!.cells[column]!) && !isToldAround(table, [row, cells[0]!.rows[0]!], column);
}

/** True if the text around a table has the name of one row and the words of a cell of the other. */
function isToldAround(table: Table, [row, other]: readonly [number, number], column: number): boolean {
  const { contextKeys } = tableIndex(table);
  return [labelOf(table, row), table.rows[other]!.cells[column]!.text].every((text) =>
    keysOf(text).every((key) => contextKeys.has(key)),
  );
}

/** With these a claim says where a thing is not. */
const AWAY = words(
  'near nearby outside beyond behind beside opposite next close far from toward towards unlike like against above below over under off',
);

function computed(
  mentions: Mentions,
  cells: readonly (At & { readonly value?: Fact })[],
  stance: Computed['stance'],
): Computed {
  return outcome(mentions, { stance, operation: 'cell', cells, value: cells[0]!.value });
}
