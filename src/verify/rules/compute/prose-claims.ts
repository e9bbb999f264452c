import { isFunctionWord, partOfSpeech, type Span } from '../../../text/index.ts';
import { factualityOf } from '../extract/factuality.ts';
import { words } from '../lexicon/phrases.ts';
import { AS_MUCH, BETWEEN, ENDS, ORDERINGS, type Ordering } from '../lexicon/prose-words.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import { cellClaim } from './cells.ts';
import { type Computed, moved } from './computed.ts';
import { differenceClaim } from './differences.ts';
import { type Mentions, mentionsOf } from './mentions.ts';
import { outcome } from './outcome.ts';
import { type ProseTable, proseTables } from './prose-tables.ts';
import { tableIndex } from './table-index.ts';
import { totalClaim } from './totals.ts';

/** Sentences that a claim is compared with, those with most of its words: comparing it with all costs time. */
const MOST_COMPARED = 24;

/** The result of a sentence that gives values to named things, for a claim that compares them or has one of them. */
export function proseClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const { reading, tables, moved: by } = document;
  const keys = claim.tokens.map(({ lower }) => quantityKey(lower));
  const isInTable = (prose: Span) => tables.some(({ start, end }) => start <= prose.start && prose.end <= end);
  const named = partOf(proseTables(reading), document, ({ table }) => table).flatMap((prose) => {
    const { labelWords } = tableIndex(prose.table);
    const count = keys.filter((key) => labelWords.has(key)).length;
    return count > 0 && !isInTable(prose.table) ? [{ prose, count }] : [];
  });
  const closest = named.toSorted((one, other) => other.count - one.count).slice(0, MOST_COMPARED);
  const found = closest.flatMap(({ prose }) => {
    const computed = decided(claim, prose);
    return computed === undefined ? [] : [{ prose, computed }];
  });
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) return undefined;
  const { prose, computed } = first;
  const { rows } = prose.table;
  const place = { start: rows[0]!.cells[1]!.start, end: rows.at(-1)!.cells[1]!.end };
  const isStated = factualityOf(reading.text, place, [prose.table]) === undefined;
  return isStated && !isGivenElsewhere(prose, document) ? moved(computed, by) : undefined;
}

/** True if another sentence has one of the names with another value of the unit: the claim may be about that time or place. */
function isGivenElsewhere({ table, values }: ProseTable, document: ReadDocument): boolean {
  const { tokens, facts } = document.reading;
  const [{ unit, kind }] = values as [ProseTable['values'][number]];
  const { labelWords } = tableIndex(table);
  const isOther = ({ start }: Span) => start < table.start || start >= table.end;
  const naming = new Set(
    partOf(tokens, document, (token) => token).flatMap((token) =>
      isOther(token) && labelWords.has(quantityKey(token.lower)) ? [token.sentence] : [],
    ),
  );
  return partOf(facts, document, ({ fact }) => fact).some(
    ({ fact }) =>
      fact.unit === unit &&
      fact.kind === kind &&
      naming.has(tokens[fact.from]!.sentence) &&
      isOther(fact) &&
      !values.some(({ low }) => low === fact.low),
  );
}

function decided(claim: SurfaceReading, prose: ProseTable): Computed | undefined {
  const mentions = mentionedIn(prose, mentionsOf(claim, prose.table));
  if (mentions === undefined || mentions.rows.length === 0) return undefined;
  const { rows, loose, unheld } = mentions;
  if (rows.some((row) => row.isPartial || row.rows.length > 1)) return undefined;
  const order = orderIn(mentions, prose);
  if (order !== undefined) return compared(mentions, prose, order);
  return loose.length + unheld.length > 0 || !prose.isOneVerb
    ? undefined
    : (differenceClaim(mentions) ?? cellClaim(mentions) ?? totalClaim(mentions));
}

/** They change nothing where both texts have them. */
const EVEN_NOW = words('still already');

/** The mentions of a claim without the word of "twice as far as", and without values of another kind that the sentence has. */
function mentionedIn(
  { measured, values, words: held }: ProseTable,
  mentions: Mentions | undefined,
): Mentions | undefined {
  if (mentions === undefined) return undefined;
  const { tokens } = mentions.claim;
  const said = tokens.find(({ lower }, at) => AS_MUCH[measured]?.has(lower) && tokens[at - 1]?.lower === 'as');
  return {
    ...mentions,
    // "71 % exercised twice a week" has one value of the table.
    values: mentions.values.filter(
      ({ kind, from, to }) => kind === values[0]!.kind || !tokens.slice(from, to).every(({ lower }) => held.has(lower)),
    ),
    operators: mentions.operators.filter(({ lower }) => !(EVEN_NOW.has(lower) && held.has(lower))),
    unheld: mentions.unheld.filter((token) => token !== said),
    loose: mentions.loose.filter((token) => token !== said),
  };
}

/** The word of a claim that orders the values, and which way. */
interface Order {
  readonly at: number;
  readonly isMore: boolean;
}

/** Words around a comparison: "the older of the two". */
const AROUND = words('than two three four five all both');

/** The word that orders the values, where it fits what is measured and all other words are in the sentence. */
function orderIn(mentions: Mentions, prose: ProseTable): Order | undefined {
  const { claim, rows, operators, loose, unheld, values } = mentions;
  const isFree = (at: number) => !rows.some(({ from, to }) => from <= at && at < to);
  const found = ORDERINGS.filter((one) => fits(one, mentions, prose)).flatMap((ordering) =>
    claim.tokens.flatMap(({ lower }, at) => {
      const isMore = ordering.larger.has(lower);
      return isFree(at) && (isMore || ordering.smaller.has(lower)) ? [{ at, isMore, lower, ordering }] : [];
    }),
  );
  const [first] = found;
  const isOrder = (word: string) => found.some(({ lower }) => lower === word);
  const isSaid = (word: string) => isOrder(word) || found.some(({ ordering }) => ordering.says.has(word));
  const isClear =
    values.length === 0 &&
    found.every(({ isMore }) => isMore === first!.isMore) &&
    operators.every(({ lower }) => isOrder(lower) || AROUND.has(lower)) &&
    [...loose, ...unheld].every(({ lower }) => isSaid(lower));
  return isClear ? (found.find(({ lower }) => BETWEEN.has(lower)) ?? first) : undefined;
}

/** True if an ordering is of what the sentence measures; "more" needs a word of the sentence for what there is more of. */
function fits(ordering: Ordering, { claim: { tokens }, rows, table }: Mentions, prose: ProseTable): boolean {
  const { measured, needs } = ordering;
  if (!measured.has(prose.measured)) return false;
  if (needs.size > 0 && ![...prose.words].some((word) => needs.has(word))) return false;
  if (ordering !== ORDERINGS[0]) return true;
  const { titleKeys, columnKeys } = tableIndex(table);
  const names = (word: string) => columnKeys[1]!.includes(quantityKey(word));
  const isFree = (at: number) =>
    !isFunctionWord(tokens[at]!.lower) && !rows.some(({ from, to }) => from <= at && at < to);
  const isOf = tokens.some(({ lower }, at) => isFree(at) && (names(lower) || titleKeys.has(quantityKey(lower))));
  // "More popular" is about no number.
  const isOfQuality = tokens.some(({ lower }, at) => {
    const before = tokens[at - 1]?.lower ?? '';
    const isNext = ordering.larger.has(before) || ordering.smaller.has(before);
    return isNext && partOfSpeech(lower) === 'ADJ' && !names(lower);
  });
  return (isOf || prose.isCounted) && prose.isOneVerb && !isOfQuality;
}

/** "X more than Y", "X before Y", "X is the most", "X is older" of two. */
function compared(mentions: Mentions, { values }: ProseTable, { at, isMore }: Order): Computed | undefined {
  const { claim, rows, table } = mentions;
  const than = claim.tokens.findIndex(({ lower }) => lower === 'than');
  const [subject, other, ...more] = rows.map((mention) => ({ ...mention, row: mention.rows[0]! }));
  const word = claim.tokens[at]!.lower;
  const isAbove = (one: number, two: number) =>
    isMore ? values[one]!.low > values[two]!.high : values[one]!.high < values[two]!.low;
  const given = (isFor: boolean, compared: readonly number[]) =>
    outcome(
      { table, loose: [], unheld: [] },
      {
        stance: isFor ? 'for' : 'against',
        operation: 'comparison',
        result: '',
        cells: compared.map((row) => ({ row, column: 1 })),
      },
    );
  if (more.length > 0) return undefined;
  if (other !== undefined) {
    const middle = than < 0 && BETWEEN.has(word) ? at : than;
    const isInOrder = subject!.from < middle && middle < other.from && at <= middle;
    const [one, two] = [subject!.row, other.row];
    if (!isInOrder || one === two || (values[one]!.unit === 'date' && !isAbove(one, two) && !isAbove(two, one)))
      return undefined;
    return given(isAbove(one, two), [one, two]);
  }
  const isEnd = word.endsWith('est') || ENDS.has(word) || (values.length === 2 && !BETWEEN.has(word));
  if (than >= 0 || !isEnd) return undefined;
  const top = values.findIndex((_, row) => values.every((_, i) => i === row || isAbove(row, i)));
  return top < 0 ? undefined : given(top === subject!.row, top === subject!.row ? [top] : [subject!.row, top]);
}
