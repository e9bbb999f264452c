import { isFunctionWord, partOfSpeech, range, sentenceWords, type Table, type Token } from '../../../text/index.ts';
import { isDate } from '../compare/relate.ts';
import type { Fact } from '../findings.ts';
import { ONES } from '../lexicon/number-words.ts';
import { words } from '../lexicon/phrases.ts';
import { BLOCKING, GROWTH, isOperator, OWNERS, quantityKey, SAYS_NOTHING } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { cellValue } from './cell-values.ts';
import {
  countedRows,
  type IndexedCell,
  keysOf,
  labelOf,
  RANK,
  type TableIndex,
  tableIndex,
  taxKey,
} from './table-index.ts';
import { isAbbreviation, isDerived } from './vocabulary.ts';

/** Words of a claim that name rows of a table, by their indices. */
export interface RowMention {
  readonly rows: readonly number[];
  /** The column whose cells have these words. */
  readonly column: number;
  /** The first of its tokens and one past the last. */
  readonly from: number;
  readonly to: number;
  /** It has only a part of what the cell says. */
  readonly isPartial: boolean;
}

/** The parts of a table that a claim mentions. */
export interface Mentions {
  readonly table: Table;
  readonly claim: SurfaceReading;
  /** Rows that are named by their label, in the order of the claim. */
  readonly rows: readonly RowMention[];
  /** Cells of other columns whose words the claim has. */
  readonly cells: readonly RowMention[];
  /** The columns that fit the words of the claim best: several where it fits them equally. */
  readonly columns: readonly number[];
  /** Columns with all words of their name in the claim. */
  readonly isWholeName: boolean;
  /** For each column, how many words of its name the claim has. */
  readonly heldByColumns: readonly number[];
  /** Numbers and dates of the claim that are no name of a row or column, nor in the title. */
  readonly values: readonly Fact[];
  /** Its ordinals: "second". */
  readonly ranks: readonly Fact[];
  /** Words of content that neither the table nor the text around it has. */
  readonly unheld: readonly Token[];
  /** The verbs and adverbs among them: they say how a value and its row belong together. */
  readonly loose: readonly Token[];
  /** Indices of the tokens that name a row or column or belong to a value: "at least 14". */
  readonly held: ReadonlySet<number>;
  /** Words that ask for more than a look-up, deny or hedge; none of them names a row or column or belongs to a value. */
  readonly operators: readonly Token[];
}

/** A claim says something else if the source lacks more of its loose words than this, or of its others. */
export const MOST_LOOSE = 2;
export const MOST_UNHELD = 1;
const LOOSE: ReadonlySet<string | undefined> = new Set(['VERB', 'ADV', 'AUX']);

/** A verb, an adverb, or whose value it is: a table and a calculation say it without the word. */
export function isLooseWord({ type, lower }: Pick<Token, 'type' | 'lower'>): boolean {
  return type === 'word' && (OWNERS.has(lower) || LOOSE.has(partOfSpeech(lower)));
}

/** Claims with more words than this are no sentence about a table. */
const MOST_TOKENS = 120;

/** The parts of a table that a claim mentions; undefined where it names neither rows nor columns. */
export function mentionsOf(claim: SurfaceReading, table: Table): Mentions | undefined {
  const { tokens } = claim;
  if (tokens.length > MOST_TOKENS) return undefined;
  const index = tableIndex(table);
  const keys = inVocabulary(tokens, ofTaxes(tokens, keysOfTokens(tokens, index), index), index);
  const found = [...cellMentions(tokens, keys, index), ...placed(tokens, table, index)];
  const taken = new Set(found.flatMap(({ from, to }) => range(from, to)));
  const isLabelNamed = found.some(({ column }) => column === index.label);
  const partial = isLabelNamed
    ? partialMentions(tokens, keys, { index, taken })
    : nearestLabel(tokens, keys, { table, index, taken });
  for (const { from } of partial) taken.add(from);
  const all = [...found, ...partial].sort((a, b) => a.from - b.from);
  const { columns, isWholeName, heldByColumns } = columnsOf(keys, index, taken);
  const named = new Set(columns.flatMap((column) => index.columnKeys[column]!));
  const nameWords = new Set(
    [
      ...columns.map((column) => table.columns[column]!.name),
      ...partial.flatMap(({ rows }) => rows.map((row) => labelOf(table, row))),
    ].flatMap((name) => sentenceWords(name).map(quantityKey)),
  );
  const ofHeads = new Set(index.columnKeys[index.label]!);
  // "Rose" is the name of a column of changes, and of no other column that the claim names.
  const isOfGrowth = columns.every((column) => index.columnKeys[column]!.includes(GROWTH));
  const isNamed = (at: number) =>
    taken.has(at) || ((named.has(keys[at]!) || nameWords.has(keys[at]!)) && (keys[at] !== GROWTH || isOfGrowth));
  const isHeld = (at: number) =>
    keys[at] === '' || isNamed(at) || ofHeads.has(keys[at]!) || index.titleKeys.has(keys[at]!);
  const isAround = (at: number) => isHeld(at) || index.contextKeys.has(keys[at]!);
  const facts = claim.facts.flatMap(({ fact }) => {
    const isSaid = (at: number) => isAround(at) || isFunctionWord(tokens[at]!.lower) || SAYS_NOTHING.has(keys[at]!);
    const isName = range(fact.from, fact.to).every(isDate(fact) ? isSaid : isHeld);
    return fact.kind === 'identifier' || isName ? [] : [fact];
  });
  const values = facts.filter((fact) => fact.kind !== 'ordinal' && !isCountOfAll(fact, { tokens, table }));
  const ofValues = new Set(facts.flatMap(({ boundFrom, to }) => range(boundFrom, to)));
  const isFree = (at: number) => !isHeld(at) && !ofValues.has(at);
  const denied = new Set(claim.negations.map(({ at }) => at));
  const others = tokens.filter(
    ({ lower }, at) =>
      isFree(at) &&
      !denied.has(at) &&
      !isFunctionWord(lower) &&
      !isOperator(lower) &&
      !BLOCKING.has(lower) &&
      !SAYS_NOTHING.has(keys[at]!) &&
      !isInContext(keys[at]!, index),
  );
  const ofOtherNames = new Set(index.columnKeys.flat());
  const isLoose = (token: Token) =>
    isLooseWord(token) || (token.type === 'word' && ofOtherNames.has(quantityKey(token.lower)));
  // "The share of pupils with free meals" is what a column of percentages has.
  const isOfShares = columns.length > 0 && columns.every((column) => isOfPercent(table, column));
  const rows = all.filter(({ column }) => column === index.label);
  const cells = all.filter(({ column }) => column !== index.label);
  const isAboutRows = keys.some((key) => ofHeads.has(key));
  if (rows.length === 0 && cells.length === 0 && columns.length === 0 && !isAboutRows) return undefined;
  return {
    ...{ table, claim, rows, cells, columns, isWholeName, heldByColumns, values },
    ranks: facts.filter(({ kind }) => kind === 'ordinal'),
    unheld: others.filter((token) => !isLoose(token)),
    loose: others.filter(isLoose),
    operators: tokens.filter(
      ({ lower, text }, at) =>
        isFree(at) &&
        !isIdiom(tokens, at) &&
        !(SHARES.has(lower) && isOfShares) &&
        // "May" is a month.
        (isOperator(lower) || (BLOCKING.has(lower) && text !== 'May') || denied.has(at)),
    ),
    held: new Set(keys.flatMap((_, at) => (isNamed(at) || ofValues.has(at) ? [at] : []))),
  };
}

const SHARES = words('share proportion percentage');

function isOfPercent({ columns, rows }: Table, column: number): boolean {
  return columns[column]!.unit === '%' || rows[0]!.cells[column]!.text.endsWith('%');
}

const PERIODS = words('day night week weekday weekend month quarter year');

/** "Up to 2 kg", "only two", "each month" and "the Team plan" ask for nothing. */
function isIdiom(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  switch (tokens[at]!.lower) {
    case 'up':
      return next?.lower === 'to';
    case 'only':
      return saysOnlySo(tokens, at);
    case 'each':
    case 'every':
      return PERIODS.has(next?.lower ?? '') && at + 2 >= tokens.length - 1;
    case 'plan':
    case 'plans':
      return next?.lower !== 'to';
    default:
      return false;
  }
}

/** "Only two" is said of a number, and not of who alone has something. */
export function saysOnlySo(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.type === 'number' || ONES.has(next?.lower ?? '');
}

const OF_ALL = new Set(['the', 'of', 'all', 'these', 'those', 'among', 'other']);

/** "The five regions" of a table with five rows. */
function isCountOfAll(
  { kind, low, from }: Fact,
  { tokens, table }: { readonly tokens: readonly Token[]; readonly table: Table },
): boolean {
  return (
    kind === 'number' &&
    OF_ALL.has(tokens[from - 1]?.lower ?? '') &&
    (low === countedRows(table) || low === table.columns.length - 1)
  );
}

/** True if the text around the table has a word, or one that it is derived from. */
function isInContext(key: string, { contextKeys }: TableIndex): boolean {
  return contextKeys.has(key) || [...contextKeys].some((other) => isDerived(key, other));
}

const QUARTER = /^q[1-4]$/;
const QUARTERS: ReadonlyMap<string, string> = new Map(
  ['first', 'second', 'third', 'fourth'].map((word, i) => [word, `q${i + 1}`]),
);

const NO_QUARTERS: typeof QUARTERS = new Map();

/** The keys of the words; '' for marks. "The first quarter" is "Q1", but for a table of quarters by their ordinals. */
function keysOfTokens(
  tokens: readonly Token[],
  { names, cells, columnKeys, labelWords, titleKeys }: TableIndex,
): string[] {
  const isKnown = (key: string) => [names, cells, labelWords, titleKeys].some((own) => own.has(key));
  const isByOrdinals = (titleKeys.has('quarter') || names.has('quarter')) && ![...QUARTERS.values()].some(isKnown);
  const ofQuarters = isByOrdinals ? NO_QUARTERS : QUARTERS;
  const keys = tokens.map(({ type, lower }, at) => {
    if (type === 'symbol' || type === 'break') return '';
    const quarter = tokens[at + 1]?.lower === 'quarter' ? ofQuarters.get(lower) : undefined;
    if (quarter !== undefined) return quarter;
    return lower === 'quarter' && ofQuarters.has(tokens[at - 1]?.lower ?? '') ? '' : quantityKey(lower);
  });
  // "The third boat" is "Boat 3".
  for (const [at, { lower }] of tokens.entries()) {
    const number = String(ORDINALS.indexOf(lower) + 1);
    const [noun] = keys.slice(at + 1, at + 2);
    const isName = (own: readonly string[]) => own.length === 2 && own[0] === noun && own[1] === number;
    if (noun === undefined || noun === '' || !ORDINALS.includes(lower)) continue;
    if (columnKeys.some(isName) || cells.get(noun)?.some((cell) => isName(cell.keys)))
      [keys[at], keys[at + 1]] = [noun, number];
  }
  return keys;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** "Including VAT" names the gross price, where a table has that and the net price. */
function ofTaxes(tokens: readonly Token[], keys: readonly string[], { names }: TableIndex): readonly string[] {
  if (!names.has('gross') || !names.has('net')) return keys;
  const of = (at: number) => (at < 0 ? undefined : taxKey(`${tokens[at]!.lower} ${tokens[at + 1]?.lower}`));
  return keys.map((key, at) => of(at) ?? (of(at - 1) === undefined ? key : ''));
}

/** A word that the table has in another form or abbreviated has the key of that one. */
function inVocabulary(tokens: readonly Token[], keys: readonly string[], index: TableIndex): string[] {
  const { names, cells, labelWords } = index;
  const isKnown = (key: string) => names.has(key) || cells.has(key) || labelWords.has(key) || index.titleKeys.has(key);
  return keys.map((key, at) => {
    const { type, lower, text } = tokens[at]!;
    if (type !== 'word' || key === '' || isFunctionWord(lower) || isKnown(key)) return key;
    // "The Germans" of a table with a row for Germany.
    const known = /^\p{Lu}/u.test(text) ? [...names, ...labelWords.keys()] : [...names];
    const forms = known.filter((name) => isDerived(key, name));
    if (forms.length === 1) return forms[0]!;
    const short = [...index.abbreviations].filter(([written]) => isAbbreviation(written, lower));
    return short.length === 1 ? short[0]![1] : key;
  });
}

/** Share of a label's words that a claim needs to mean its row, where it has no label whole. */
const MOST_OF_LABEL = 0.6;

/** The one row of whose label the claim has most words: "operating activities" for "Net cash from operating activities". */
function nearestLabel(
  tokens: readonly Token[],
  keys: readonly string[],
  given: { readonly table: Table; readonly index: TableIndex; readonly taken: ReadonlySet<number> },
): RowMention[] {
  const { index, table } = given;
  const counts = new Map<number, number>();
  for (const key of new Set(keys.filter((_, at) => !given.taken.has(at))))
    if (key !== '' && !index.titleKeys.has(key) && !index.columnKeys.some((own) => own.includes(key)))
      for (const row of index.labelWords.get(key) ?? []) counts.set(row, (counts.get(row) ?? 0) + 1);
  const ranked = [...counts].sort(([, one], [, other]) => other - one);
  const [best, second] = ranked;
  if (best === undefined) return [];
  const label = keysOf(labelOf(table, best[0]));
  if (best[1] === second?.[1] || best[1] < MOST_OF_LABEL * label.length) return partialMentions(tokens, keys, given);
  const at = keys.findIndex((key) => label.includes(key));
  return [{ rows: [best[0]], column: index.label, from: at, to: at + 1, isPartial: true }];
}

/** The longest cell of words that begins at each word; of several equal ones the labels of rows, else those of one column. */
function cellMentions(tokens: readonly Token[], keys: readonly string[], { cells, label }: TableIndex): RowMention[] {
  const found: RowMention[] = [];
  for (let at = 0; at < tokens.length; ) {
    let best: { to: number; length: number; cells: IndexedCell[] } | undefined;
    for (const cell of cells.get(keys[at]!) ?? []) {
      const to = endOf(cell.keys, { tokens, keys, at });
      const { length } = cell.keys;
      if (to === undefined || to < (best?.to ?? 0)) continue;
      if (best === undefined || best.to < to || best.length < length) best = { to, length, cells: [cell] };
      else if (best.length === length) best.cells.push(cell);
    }
    if (best === undefined) at += 1;
    else {
      const [first] = best.cells;
      const column = best.cells.some((cell) => cell.column === label) ? label : first!.column;
      const rows = best.cells.filter((cell) => cell.column === column).map(({ row }) => row);
      found.push({ rows: [...new Set(rows)], column, from: at, to: best.to, isPartial: false });
      at = best.to;
    }
  }
  return found;
}

const PLACES = [words('winner champion'), words('runner')];

/** "The winner" is the row with the first rank, "the runner-up" that with the second. */
function placed(tokens: readonly Token[], table: Table, { label, cells, labelWords }: TableIndex): RowMention[] {
  const column = table.columns.findIndex(({ name }) => RANK.test(name));
  if (column < 0) return [];
  return tokens.flatMap(({ lower }, from) => {
    const place = PLACES.findIndex((list) => list.has(lower)) + 1;
    if (place === 0 || cells.has(quantityKey(lower)) || labelWords.has(quantityKey(lower))) return [];
    const rows = table.rows.flatMap((_, row) => (cellValue(table, row, column).number === place ? [row] : []));
    const to = tokens[from + 2]?.lower === 'up' ? from + 3 : from + 1;
    return rows.length === 1 ? [{ rows, column: label, from, to, isPartial: false }] : [];
  });
}

interface Words {
  readonly tokens: readonly Token[];
  readonly keys: readonly string[];
  readonly at: number;
}

/** One past the last token of a phrase that begins at a token; function words and marks may be between. */
function endOf(phrase: readonly string[], { tokens, keys, at }: Words): number | undefined {
  let next = at;
  for (const key of phrase) {
    while (
      next > at &&
      next < tokens.length &&
      keys[next] !== key &&
      (keys[next] === '' || isFunctionWord(tokens[next]!.lower))
    )
      next += 1;
    if (keys[next] !== key) return undefined;
    next += 1;
  }
  return next;
}

/** A capitalized word that is a part of labels: "Ruiz" for the row of "Ana Ruiz", and of several where they share it. */
function partialMentions(
  tokens: readonly Token[],
  keys: readonly string[],
  { index, taken }: { readonly index: TableIndex; readonly taken: ReadonlySet<number> },
): RowMention[] {
  return tokens.flatMap(({ text, lower }, at) => {
    const rows = index.labelWords.get(keys[at]!) ?? [];
    const isNamed = /^\p{Lu}/u.test(text) && (at > 0 || partOfSpeech(lower) !== 'NOUN');
    const isName =
      (isNamed || QUARTER.test(keys[at]!)) && /\p{L}/u.test(keys[at]!) && !isFunctionWord(lower) && !taken.has(at);
    if (!isName || rows.length === 0 || index.titleKeys.has(keys[at]!)) return [];
    return [{ rows, column: index.label, from: at, to: at + 1, isPartial: true }];
  });
}

/** The columns whose names have most words in the claim, whole names before parts. */
function columnsOf(keys: readonly string[], { columnKeys, label }: TableIndex, taken: ReadonlySet<number>) {
  const said = new Set(keys.filter((key, at) => key !== '' && !taken.has(at)));
  const scored = columnKeys.map((own, column) => {
    const held = own.filter((key) => said.has(key)).length;
    return { column, held, isWhole: held > 0 && held === own.length };
  });
  const others = scored.filter(({ column, held }) => column !== label && held > 0);
  const whole = others.filter(({ isWhole }) => isWhole);
  const isPartOf = (one: readonly string[], other: readonly string[]) =>
    other.length > one.length && one.every((key) => other.includes(key));
  // Each name once: a table may have a thousand columns of one name.
  const names = [...new Map(whole.map(({ column }) => [columnKeys[column]!.join(' '), columnKeys[column]!])).values()];
  const widest = whole.filter(({ column }) => !names.some((name) => isPartOf(columnKeys[column]!, name)));
  const most = others.reduce((largest, { held }) => Math.max(largest, held), 0);
  const best = whole.length > 0 ? widest : others.filter(({ held }) => held === most);
  const placed = best.map(({ column }) => ({ column, at: keys.findIndex((key) => columnKeys[column]!.includes(key)) }));
  placed.sort((one, other) => one.at - other.at);
  const heldByColumns = scored.map(({ held }) => held);
  return { columns: placed.map(({ column }) => column), isWholeName: whole.length > 0, heldByColumns };
}
