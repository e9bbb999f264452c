import { isFunctionWord, sentenceWords, type Table, type TableRow } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { AVERAGE_LABEL, GROWTH, quantityKey, TOTAL_LABEL } from '../lexicon/table-words.ts';
import { isNumeric } from './cell-values.ts';

/** The parts of a table that claims are compared with; made once a table. */
export interface TableIndex {
  /** The column of row labels. */
  readonly label: number;
  /** Cells of words by the first key of their text. */
  readonly cells: ReadonlyMap<string, readonly IndexedCell[]>;
  /** Labels of rows by each of their keys. */
  readonly labelWords: ReadonlyMap<string, readonly number[]>;
  /** The keys of the names of columns; of names that give one year each the year alone. */
  readonly columnKeys: readonly (readonly string[])[];
  /** Columns that are named by when, in the order of time. */
  readonly periods: readonly number[];
  /** The words of the names of columns. */
  readonly names: ReadonlySet<string>;
  /** Names of columns that are short enough for an abbreviation, with their keys. */
  readonly abbreviations: ReadonlyMap<string, string>;
  readonly titleKeys: ReadonlySet<string>;
  readonly contextKeys: ReadonlySet<string>;
}

export interface IndexedCell {
  readonly keys: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** Cells with one first word that are compared at most, and words of a cell. */
const MOST_CELLS = 200;
const MOST_WORDS = 12;
const YEAR = /^(?:fy\s?)?(?:19|20)\d\d$/i;

/** The keys of words that say something; of all words where none does. */
export function keysOf(text: string): readonly string[] {
  const outside = text.length > 400 ? '' : withoutBrackets(text);
  const words = sentenceWords((/[\p{L}\d]/u.test(outside) ? outside : text.slice(0, 400)).replace(CODE_HYPHEN, ''));
  // "Zone A"
  const last = /\s\p{Lu}$/u.test(text) ? words.length - 1 : -1;
  // "Not included" is the opposite of "included", and "Owners without mortgage" are others than "Owners with mortgage".
  const content = words.filter(
    (word, i) => !isFunctionWord(word) || i === last || word === 'not' || word === 'without',
  );
  return (content.length > 0 ? content : words).map(quantityKey);
}

/** "Placebo (n = 412)" is named by its first word. */
export function withoutBrackets(text: string): string {
  return text.replace(/[([][^()[\]]{0,80}[)\]]/g, ' ');
}

/** A code is one word: "C-02". */
const CODE_HYPHEN = /(?<=[\p{L}\d])-(?=\d)|(?<=\d)-(?=\p{L})/gu;

export const tableIndex = oncePer((table: Table): TableIndex => {
  const { rows, columns, title, context } = table;
  const isWords = columns.map((_, i) => rows.every(({ cells }) => YEAR.test(cells[i]!.text)) || !isNumeric(table, i));
  const label = Math.max(0, isWords.indexOf(true));
  const cells = new Map<string, IndexedCell[]>();
  const labelWords = new Map<string, number[]>();
  for (const [row, { cells: own }] of rows.entries()) {
    for (const [column, cell] of own.entries()) {
      if (!isWords[column] && column !== label) continue;
      const keys =
        column === label && isTotalLabel(cell.text) ? sentenceWords(cell.text).map(quantityKey) : keysOf(cell.text);
      if (keys.length === 0 || keys.length > MOST_WORDS) continue;
      push(cells, keys[0]!, { keys, row, column });
      if (column === label) for (const key of new Set(keys)) push(labelWords, key, row);
    }
  }
  // "Product: Halo lamp" says whose values follow.
  const firstRow = (rows[0]?.cells ?? []).map(({ text }) => text).join(' ');
  const isNamed = columns.some(({ name }) => name !== '');
  const names = columns.map(({ name }) => name);
  const read = columnKeysOf(names, label);
  const named = { ...read, columnKeys: withSigns(table, read, label) };
  return {
    label,
    cells,
    labelWords,
    ...named,
    names: new Set(named.columnKeys.slice(0, MOST_NAMES).flat()),
    abbreviations: abbreviationsOf(table, named.columnKeys),
    titleKeys: new Set(keysOf(isNamed ? title : `${title} ${firstRow}`)),
    contextKeys: new Set(sentenceWords(isNamed ? context : `${context} ${firstRow}`).map(quantityKey)),
  };
});

/** Columns whose names are looked up in other forms. */
const MOST_NAMES = 60;
/** Names of columns with ranks. */
export const RANK = /^(?:rank|ranking|pos|position|place|#)\b/i;
/** One letter, or a beginning: "GA" has the initials of two words. */
const SHORT = /^\p{Lu}(?:\p{L}{0,2}\p{Ll})?\.?$/u;

function abbreviationsOf({ columns }: Table, columnKeys: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const short = columns.slice(0, MOST_NAMES).flatMap(({ name }, i) => {
    const [key, ...others] = columnKeys[i]!;
    return SHORT.test(name) && !RANK.test(name) && key !== undefined && others.length === 0
      ? [[name.replace('.', '').toLowerCase(), key] as const]
      : [];
  });
  return new Map(short);
}

const YEAR_IN = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const WHEN =
  /^(?:(?:fy|cy)?\d{0,4}|[qh][1-4]|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|fiscal|year|quarter|ended|ending|end|at|as|of)$/i;

/** True if words only give a time: "31 Dec 2024", "FY 2024", "Q1 2025". */
export function saysWhen(name: string): boolean {
  return name.length <= 40 && name.split(/[\s,./-]/).every((word) => WHEN.test(word));
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The quarter, half or month of a time, so that these are in their order; '' for none. */
function partOfYear(when: string): string {
  const part = /\b[qh][1-4]\b/i.exec(when)?.[0].toLowerCase();
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(when));
  return part ?? (month < 0 ? '' : String(month).padStart(2, '0'));
}

function wordsOfName(name: string): string[] {
  return name.length > 100 ? [name] : name.split(/[\s,./()_-]+/).filter((word) => word !== '');
}

/** Finds the words that are in all of several names and give no time. */
function sharedWords(names: readonly string[]): (word: string) => boolean {
  const [first, ...others] = names.map((name) => new Set(wordsOfName(name.toLowerCase())));
  if (first === undefined || others.length === 0) return () => false;
  const shared = new Set([...first].filter((word) => !WHEN.test(word) && others.every((other) => other.has(word))));
  return (word) => shared.has(word.toLowerCase());
}

/** A price with a tax, and one without. */
const TAXED = [
  [/[([]?\b(?:incl(?:\.|uding|usive of)?|with) (?:vat|sales tax|tax(?:es)?)\b[)\]]?/i, 'gross'],
  [/[([]?\b(?:excl(?:\.|uding|usive of)?|without|plus|before) (?:vat|sales tax|tax(?:es)?)\b[)\]]?/i, 'net'],
] as const;

/** "Price (incl. VAT)" and "Price (excl. VAT)" as "Price gross" and "Price net"; a single one is the price. */
function withTaxes(names: readonly string[]): readonly string[] {
  const isBoth = TAXED.every(([written]) => names.some((name) => written.test(name)));
  if (!isBoth) return names;
  return names.map((name) => TAXED.reduce((text, [written, word]) => text.replace(written, ` ${word} `), name));
}

/** The key of a column that "including VAT", or "excluding VAT", names in a text. */
export function taxKey(text: string): string | undefined {
  return TAXED.find(([written]) => written.test(text))?.[1];
}

const SHARE = quantityKey('share');
const CHANGE_SIGN = /^(?:[+±] ?\/? ?[-−–]?|[Δ∆])$/;

/**
 * The keys of columns of which some are named by a sign, and have the share, or the change, of the column before: "Seats | +/-".
 * A goal difference is no change of the games in the column "P".
 */
function withSigns(
  { columns, rows }: Table,
  { columnKeys, periods }: Pick<TableIndex, 'columnKeys' | 'periods'>,
  label: number,
): TableIndex['columnKeys'] {
  return columns.map(({ name }, i) => {
    const [sign, ofName] = [name.trim(), columns[i - 1]?.name ?? ''];
    const isOfAmount = i - 1 > label && /\p{L}{3}/u.test(ofName) && !periods.includes(i - 1);
    const isShare = sign === '%' && !rows.some(({ cells }) => /^[-+−–]/.test(cells[i]?.text ?? ''));
    return isOfAmount && (isShare || CHANGE_SIGN.test(sign))
      ? [...columnKeys[i - 1]!, isShare ? SHARE : GROWTH]
      : columnKeys[i]!;
  });
}

/**
 * The keys of column names: a column for each of some years is named by its year, however it is written. What all columns
 * are of says nothing: "Revenue 2023" and "Revenue 2024" are named by their years.
 */
function columnKeysOf(names: readonly string[], label: number): Pick<TableIndex, 'columnKeys' | 'periods'> {
  const columnKeys = withTaxes(names).map(keysOf);
  const isShared = sharedWords(names.filter((_, i) => i !== label));
  const all = names.flatMap((name, i) => {
    const own = wordsOfName(name)
      .filter((word) => !isShared(word))
      .join(' ');
    const isWhen = i !== label && saysWhen(own);
    const year = isWhen ? YEAR_IN.exec(own)?.[0] : undefined;
    const part = isWhen ? partOfYear(own) : '';
    return year === undefined && part === '' ? [] : [{ i, year, when: `${year ?? ''} ${part}` }];
  });
  const whens = inTime(all);
  const isOneEach = new Set(whens.map(({ year }) => year)).size === whens.length;
  for (const { i, year } of isOneEach ? whens : [])
    if (year !== undefined)
      columnKeys[i] = [quantityKey(year), ...columnKeys[i]!.filter((key) => /^[qh][1-4]$/.test(key))];
  const inOrder = [...whens].sort((one, other) => one.when.localeCompare(other.when));
  return { columnKeys, periods: inOrder.map(({ i }) => i) };
}

/** The times with a year; where none has one, all of them if each is after the one before: January may be after December. */
function inTime<When extends { readonly year: string | undefined; readonly when: string }>(all: readonly When[]) {
  const dated = all.filter(({ year }) => year !== undefined);
  const isAscending = all.every(({ when }, i) => i === 0 || when > all[i - 1]!.when);
  return dated.length > 0 || !isAscending ? dated : all;
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else if (list.length < MOST_CELLS) list.push(item);
}

/** The name of a row. */
export function labelOf(table: Table, row: number): string {
  return table.rows[row]!.cells[tableIndex(table).label]!.text;
}

/** True if the rows of a table are times. */
export function isOfTimes(table: Table): boolean {
  const { label } = tableIndex(table);
  return table.rows.every(({ cells }) => saysWhen(cells[label]!.text));
}

export function isTotalRow(table: Table, { cells }: TableRow): boolean {
  return isTotalLabel(cells[tableIndex(table).label]!.text);
}

/** Rows that are no sum of others. */
export function countedRows(table: Table): number {
  return table.rows.filter((row) => !isTotalRow(table, row)).length;
}

function isTotalLabel(text: string): boolean {
  return TOTAL_LABEL.test(text) || AVERAGE_LABEL.test(text);
}
