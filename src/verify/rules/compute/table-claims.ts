import type { Span, Table } from '../../../text/index.ts';
import { isOperator, quantityKey } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { cellClaim } from './cells.ts';
import { comparisonClaim, directionClaim, everyPeriodClaim } from './comparisons.ts';
import type { Computed } from './computed.ts';
import { derivedTable } from './derived-columns.ts';
import { differenceClaim } from './differences.ts';
import { extremeClaim } from './extremes.ts';
import { growthExtremeClaim } from './growth-extremes.ts';
import { type Mentions, mentionsOf } from './mentions.ts';
import { quantifiedClaim } from './quantified.ts';
import { rangeClaim } from './range-claims.ts';
import { shareClaim } from './shares.ts';
import { isOfTimes, tableIndex } from './table-index.ts';
import { totalClaim } from './totals.ts';
import { transposed } from './transposed.ts';
import { presenceClaim } from './yes-or-no.ts';

/** In the order in which they are tried. */
const CLAIMS: readonly ((mentions: Mentions) => Computed | undefined)[] = [
  rangeClaim,
  quantifiedClaim,
  extremeClaim,
  growthExtremeClaim,
  comparisonClaim,
  everyPeriodClaim,
  directionClaim,
  differenceClaim,
  shareClaim,
  presenceClaim,
  cellClaim,
  totalClaim,
];

/** The result of the first table that settles a claim span. */
export function tableClaim(claim: SurfaceReading, tables: readonly Table[]): Computed | undefined {
  for (const table of tables) {
    if (MORE_OF_MANY.test(claim.text) && RATE.test(table.title)) continue;
    const other = namesRows(table, claim) && !isOfTimes(table) ? undefined : transposed(table);
    const [one, two] = [readDerived(table, claim), other && readDerived(other, claim)];
    // Rows taken for columns say the same, or the claim can be read in two ways.
    if (isForAndAgainst(one, two)) return undefined;
    const found = [one, two].find((read) => read !== undefined && read.stance !== 'open') ?? one ?? two;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** "The most common event" is one of the rows of a table of events. */
function namesRows(table: Table, { tokens }: SurfaceReading): boolean {
  const { columnKeys, label } = tableIndex(table);
  return tokens.some(({ lower }) => columnKeys[label]!.includes(quantityKey(lower)));
}

function isForAndAgainst(one: Computed | undefined, two: Computed | undefined): boolean {
  const stances = [one?.stance, two?.stance];
  return stances.includes('for') && stances.includes('against');
}

/** A claim about a column that is made of two others is compared with that alone. */
function readDerived(table: Table, claim: SurfaceReading): Computed | undefined {
  const derived = derivedTable(claim, table);
  return derived.isAsked ? derived.table && readAs(derived.table, claim) : readAs(table, claim);
}

function readAs(table: Table, claim: SurfaceReading): Computed | undefined {
  const mentions = mentionsOf(claim, table);
  if (mentions === undefined || (MORE_OF_MANY.test(claim.text) && isOfRates(mentions))) return undefined;
  for (const read of CLAIMS) {
    const found = read(mentions);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MORE_OF_MANY = /\b(?:more|fewer|most|fewest) (?:people|\p{L}+s)\b/iu;
const RATE = /\b(?:rates?|per ?cent|percentages?|per capita|average|mean)\b|%/i;

/** "More people are unemployed" is not shown by rates: a higher one may be of fewer people. */
function isOfRates({ table, columns }: Mentions): boolean {
  const names = columns.map((column) => `${table.columns[column]!.name} ${table.columns[column]!.unit}`);
  return RATE.test(names.join(' '));
}

/** A longer cell is prose after a name: "Passwords: these need not be changed ...". */
const MOST_CELL = 80;

/** True if a claim has a number, or compares, counts or denies, and one of its places is in a row of a table: words in common prove none of these. */
export function asksOfTable(claim: SurfaceReading, tables: readonly Table[], places: readonly Span[]): boolean {
  const touches = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
  const isInTable = (place: Span) =>
    tables.some((table) => touches(table, place) && table.rows.some((row) => touches(row, place) && isShort(row)));
  const hasNumber = claim.facts.some(({ fact }) => fact.kind !== 'identifier');
  const asks = hasNumber || claim.negations.length > 0 || claim.tokens.some(({ lower }) => isOperator(lower));
  return asks && places.some(isInTable);
}

function isShort({ cells }: Table['rows'][number]): boolean {
  return cells.every(({ text }) => text.length <= MOST_CELL);
}
