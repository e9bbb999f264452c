import { NO_UNIT, partOfSpeech, type Span, type Table, type TableCell, type Token } from '../../../text/index.ts';
import { DAY } from '../extract/clock-times.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { cellValue, isNumeric, SCALES, setValue, shownAs } from './cell-values.ts';
import type { Operand } from './computed.ts';
import { RANK, tableIndex } from './table-index.ts';
import { writtenRow } from './transposed.ts';

/** The two cells of a row that a derived one is made of. */
interface Parts {
  readonly operands: readonly Operand[];
  readonly places: readonly Span[];
  /** "1,310.5 - 1,120.3 = 190.2" */
  readonly formula: string;
}

const parts = new WeakMap<TableCell, Parts>();

/** The cells that a derived cell is made of; undefined for a cell of the text. */
export function partsOf(cell: TableCell): Parts | undefined {
  return parts.get(cell);
}

/** A column that a claim is about and the table lacks: the difference or quotient of two that it has. */
interface Derived {
  readonly one: number;
  readonly other: number;
  /** "to": how long it is from one time of day to the other. */
  readonly sign: '-' | '/' | 'to';
  /** Its words in the claim. */
  readonly name: string;
  /** "Per 1,000 inhabitants" */
  readonly times: number;
}

const MOST_ROWS = 1_000;
/** Rows that are read for the kind of a column. */
const MOST_READ = 5;
/** Columns of words that choose the rows. */
const MOST_WORDS = 8;

/**
 * The table with the column that a claim is about in place of its numbers: "profit" from revenue and costs, "goals per game"
 * from goals and games.
 *
 * @returns `isAsked` where the claim is about such a column, which no other one stands for.
 */
export function derivedTable(
  claim: SurfaceReading,
  table: Table,
): { readonly table: Table | undefined; readonly isAsked: boolean } {
  const found =
    table.rows.length > MOST_ROWS
      ? undefined
      : (quotientOf(claim, table) ?? differenceOf(claim, table) ?? tripOf(claim, table));
  return { isAsked: found !== undefined, table: found && found !== 'unclear' ? withColumn(table, found) : undefined };
}

function withColumn(table: Table, derived: Derived): Table {
  const { rows, columns } = table;
  const { label } = tableIndex(table);
  const kept = columns.flatMap((_, i) => (i === label || !isNumeric(table, i) ? [i] : [])).slice(0, MOST_WORDS);
  const unit = { ...NO_UNIT, name: derived.name };
  return {
    ...table,
    columns: [...kept.map((i) => columns[i]!), unit],
    rows: rows.map((row, i) => ({ ...row, cells: [...kept.map((one) => row.cells[one]!), cellOf(table, i, derived)] })),
  };
}

function cellOf(table: Table, row: number, { one, other, sign, times }: Derived): TableCell {
  const cells = [one, other].map((column) => table.rows[row]!.cells[column]!);
  const [{ start, end }] = cells as [TableCell];
  const [a, b] = [one, other].map((column) => cellValue(table, row, column));
  // A count below a title in thousands of dollars has none of them.
  const [fact, by] = [a!.facts[0], sign === '/' ? b!.facts.at(-1) : b!.facts[0]];
  if (a!.number === undefined || b!.number === undefined || !fact || !by || (sign === '/' && by.low === 0))
    return { start, end, text: '' };
  if (sign === 'to')
    return timeBetween(
      cells,
      [a!.number, b!.number],
      [one, other].map((column) => writtenRow(table, { row, column })),
    );
  const number = sign === '/' ? (a!.number / by.low) * times : a!.number - b!.number;
  const [low, step] = [Math.abs(number), Math.abs(number) * 1e-9];
  const unit = sign === '/' && by.unit !== '' ? `${fact.unit}/${by.unit}` : fact.unit;
  const text = shownAs(table, { row, column: one }, number);
  const cell = { start, end, text };
  const exact = { low, high: low, outerLow: low, outerHigh: low, step, roundStep: step, nouns: [] };
  setValue(cell, {
    facts: [{ ...fact, ...exact, unit, statedUnit: unit, written: text }],
    number,
    isNegative: number < 0,
  });
  parts.set(cell, {
    operands: cells.map((part) => ({ value: part.text, start: part.start, end: part.end })),
    places: [one, other].map((column) => writtenRow(table, { row, column })),
    formula: `${cells.map((part) => part.text).join(` ${sign} `)}${times === 1 ? '' : ` × ${times}`} = ${text}`,
  });
  return cell;
}

function timeBetween(
  cells: readonly TableCell[],
  [from, to]: readonly [number, number],
  places: readonly Span[],
): TableCell {
  const [{ start, end }] = cells as [TableCell];
  const text = `${(to - from + DAY) % DAY} minutes`;
  const cell = { start, end, text };
  parts.set(cell, {
    operands: cells.map((part) => ({ value: part.text, start: part.start, end: part.end })),
    places,
    formula: `${cells.map((part) => part.text).join(' to ')} = ${text}`,
  });
  return cell;
}

/** Numeric columns of amounts, with the keys of their names. */
const numericColumns = oncePer((table: Table) => {
  const { columnKeys, label } = tableIndex(table);
  return table.columns.flatMap(({ name }, column) =>
    column !== label && !RANK.test(name) && isNumeric(table, column)
      ? [{ column, name, keys: columnKeys[column]! }]
      : [],
  );
});

type NumericColumn = ReturnType<typeof numericColumns>[number];

/** The one of some columns whose name has most words of the claim. */
function mostNamed(columns: readonly NumericColumn[], said: ReadonlySet<string>): NumericColumn | undefined {
  const counts = columns.map(({ keys }) => keys.filter((key) => said.has(key)).length);
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
  const best = columns.filter((_, i) => counts[i] === most);
  return best.length === 1 ? best[0] : undefined;
}

/** Amounts that are paid for one: "a fee of 50 euros per participant". */
const OF_ONE = /\b(?:prices?|fees?|fares?|rates?|wages?|salar(?:y|ies)|averages?|mean|share|tariffs?)\b/i;

const isVerb = ({ lower }: Token) => partOfSpeech(lower) === 'VERB';
const keysIn = (tokens: readonly Token[]) => new Set(tokens.map(({ lower }) => quantityKey(lower)));

const GAMES = words('game match');
const PLAYED = /^(?:played|games|matches|appearances|apps|gp|mp|pld?|p)$/i;
const FOR = words('scored scores score scoring');
const AGAINST = words('conceded concedes concede allowed allows');
/** Tokens of what is behind "per" at most. */
const MOST_BEHIND = 3;

/** "Revenue per employee", where the table has both and no rate of them. */
function quotientOf(claim: SurfaceReading, table: Table): Derived | 'unclear' | undefined {
  const { tokens } = claim;
  const per = tokens.findIndex(({ lower }) => lower === 'per');
  const behind = tokens.slice(per + 1, per + 1 + MOST_BEHIND);
  if (per < 1 || behind.length === 0) return undefined;
  const [first] = behind;
  const scale = SCALES[first!.lower];
  const isNumber = scale !== undefined || first!.type === 'number';
  const times = scale ?? (isNumber ? Number(first!.text.replaceAll(',', '')) : 1);
  const named = tokens[per + 1 + (isNumber ? 1 : 0)];
  if (named === undefined || !(times >= 1)) return undefined;
  const key = quantityKey(named.lower);
  const all = numericColumns(table);
  if (/\bper\b|\//i.test(`${table.title} ${all.map(({ name }) => name).join(' ')}`)) return undefined;
  const said = keysIn(tokens.filter((token, at) => (at < per || at > per + 2) && !isVerb(token)));
  const unit = claim.facts.find(({ fact }) => fact.from < per && fact.to > per)?.fact.unit.split('/')[1];
  const bases = all.filter(
    ({ column, name, keys }) =>
      keys.includes(key) ||
      (GAMES.has(key) && PLAYED.test(name)) ||
      (unit !== undefined && cellValue(table, 0, column).facts[0]?.unit === unit),
  );
  const base = mostNamed(bases, said);
  if (base === undefined) return bases.length > 0 ? 'unclear' : undefined;
  const has = (list: ReadonlySet<string>) => tokens.some(({ lower }) => list.has(lower));
  const isSide = ({ name }: NumericColumn) =>
    has(FOR) ? !/\b(?:against|conceded)\b/i.test(name) : !(has(AGAINST) && /\b(?:for|scored)\b/i.test(name));
  const tops = all.filter(
    (one) =>
      one.column !== base.column && one.keys.some((own) => said.has(own)) && isSide(one) && !OF_ONE.test(one.name),
  );
  if (tops.length === 0) return undefined;
  const top = mostNamed(tops, said);
  if (top === undefined) return 'unclear';
  const held = top.name.split(/[^\p{L}\d]+/u).filter((word) => said.has(quantityKey(word.toLowerCase())));
  const behindName = tokens.slice(per + 1, per + (isNumber ? 3 : 2) + (unit === undefined ? 0 : 1));
  const name = [...held, 'per', ...behindName.map(({ text }) => text)].join(' ');
  return { one: top.column, other: base.column, sign: '/', name, times };
}

const TRIP = words('trip journey ride drive flight crossing route time duration');
const TAKES = words(
  'take takes took taking last lasts lasted longer longest shorter shortest faster fastest slower slowest quicker quickest',
);

/** "Takes 48 minutes from the Harbour to the Airport": two columns of times that the claim names, or the only two. */
function tripOf({ tokens }: SurfaceReading, table: Table): Derived | 'unclear' | undefined {
  if (!tokens.some(({ lower }) => TAKES.has(lower))) return undefined;
  const isTime = ({ column }: NumericColumn) =>
    table.rows.slice(0, MOST_READ).some((_, row) => cellValue(table, row, column).facts[0]?.kind === 'time');
  const times = numericColumns(table).filter(isTime);
  const said = keysIn(tokens);
  const named = times.filter(({ keys }) => keys.every((key) => said.has(key)));
  const [one, other, ...more] = named.length > 0 ? named : times;
  if (one === undefined || other === undefined) return undefined;
  if (more.length > 0) return 'unclear';
  const ofNames = named.length > 0 ? [one, other].flatMap(({ name }) => name.split(/[^\p{L}\d]+/u)) : [];
  const ofTrip = tokens.flatMap(({ lower }) => (TRIP.has(lower) ? [lower] : []));
  const name = [...ofNames, ...ofTrip].join(' ') || 'time';
  return { one: one.column, other: other.column, sign: 'to', name, times: 1 };
}

/** Joins words that are no result: "a non-profit", "the loss-making branch". */
const isHyphen = (token: Token | undefined) => token?.text === '-';
const isResult = (word: string) => PROFIT.has(word) || LOSS.has(word);
const PROFIT = words('profit profits surplus profitable');
const LOSS = words('loss losses deficit');
/** Other costs are left out, or more of them subtracted. */
const OTHER_PROFIT = words('net gross ebitda ebit pre-tax pretax margin margins');
const INCOME = /\b(?:revenues?|sales|income|receipts|turnover)\b/i;
const COSTS = /(?<!\bper )\b(?:costs?|expenses|expenditures?|spending|outgoings)\b(?! of\b| per\b)/i;
const YEAR = /^(?:19|20)\d\d$/;
const GOALS_FOR = /^(?:goals (?:for|scored)|gf)$/i;
const GOALS_AGAINST = /^(?:goals (?:against|conceded)|ga)$/i;

/** "Profit" of revenue and costs, "goal difference" of goals for and against, where the table has no such column. */
function differenceOf({ tokens }: SurfaceReading, table: Table): Derived | 'unclear' | undefined {
  const has = (list: ReadonlySet<string>) => tokens.some(({ lower }) => list.has(lower));
  const at = tokens.findIndex(({ lower }, i) => lower === 'difference' && /^goals?$/.test(tokens[i - 1]?.lower ?? ''));
  const result = tokens.find(({ lower }, i) => isResult(lower) && !isHyphen(tokens[i - 1]) && !isHyphen(tokens[i + 1]));
  const isProfit = result !== undefined && !has(OTHER_PROFIT);
  if (at < 0 && !isProfit) return undefined;
  const all = numericColumns(table);
  const { labelWords } = tableIndex(table);
  const isGiven = [...PROFIT, ...LOSS, 'result', 'difference', 'earnings']
    .map(quantityKey)
    .some((key) => all.some(({ keys }) => keys.includes(key)) || labelWords.has(key));
  if (isGiven) return undefined;
  const said = keysIn(tokens);
  const [plus, minus] = at >= 0 ? [GOALS_FOR, GOALS_AGAINST] : [INCOME, COSTS];
  const named = (pattern: RegExp) => all.filter(({ name }) => pattern.test(name));
  const [ones, others] = [named(plus), named(minus)];
  if (ones.length === 0 || others.length === 0) return undefined;
  const [one, other] = [mostNamed(ones, said), mostNamed(others, said)];
  if (one === undefined || other === undefined || one.column === other.column) return 'unclear';
  const word = at >= 0 ? 'goal difference' : result!.text;
  const year = tokens.find(({ lower }) => YEAR.test(lower) && one.keys.includes(quantityKey(lower)))?.lower;
  const operating = said.has(quantityKey('operating')) ? 'operating ' : '';
  return {
    one: one.column,
    other: other.column,
    sign: '-',
    name: `${operating}${word}${year ? ` ${year}` : ''}`,
    times: 1,
  };
}
