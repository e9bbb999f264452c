import type { RecordObject } from '../../../text/index.ts';
import { recordKey } from '../lexicon/record-words.ts';
import { COMPARATIVES, type ExtremeWord, SUPERLATIVES } from '../lexicon/table-words.ts';
import type { Assertion, Settled } from './assertion.ts';
import { assertionsOf } from './assertions.ts';
import { leftWords } from './left-words.ts';
import { namedFields } from './named-fields.ts';
import { factsOfField, type IndexedField, type RecordIndex } from './record-index.ts';
import { range, type Statement } from './statement.ts';
import { fieldsAround, fieldsWithin, listsFor } from './subjects.ts';

/** Items of a list that a statement names, by the words that name them. */
interface NamedItems {
  readonly items: readonly RecordObject[];
  readonly at: readonly number[];
}

/** A statement that an item is at an end of a list, or has more than another one: "db-01 has more memory than web-01". */
export function rankedItems(statement: Statement, index: RecordIndex): Settled | undefined {
  const { words } = statement;
  const isThan = words.some(({ text }) => text === 'than');
  const at = words.findIndex(({ text }) => (isThan ? COMPARATIVES : SUPERLATIVES).has(text));
  if (at < 0) return undefined;
  for (const {
    field: { objects },
  } of listsFor(statement, index)) {
    const named = namedItems(statement, new Set(objects));
    const word = words[at]!.text;
    const found = isThan
      ? compared(statement, index, { named, at, word: COMPARATIVES.get(word)!, objects })
      : extreme(statement, index, { named, at, word: SUPERLATIVES.get(word)!, objects });
    if (found !== undefined) return found;
  }
  return undefined;
}

function namedItems({ mentions }: Statement, items: ReadonlySet<RecordObject>): NamedItems[] {
  const of = (isIdentity: boolean) =>
    mentions.flatMap(({ fields, from, to }) => {
      const own = fields.filter(({ field, object }) => items.has(object) && field.isIdentity === isIdentity);
      return own.length === 0 ? [] : [{ items: own.map(({ object }) => object), at: range(from, to) }];
    });
  const named = of(true);
  return named.length > 0 ? named : of(false);
}

interface ToRank {
  readonly named: readonly NamedItems[];
  /** The place of the word that ranks. */
  readonly at: number;
  readonly word: ExtremeWord;
  readonly objects: readonly RecordObject[];
}

/** The value by which items are ranked: the named one, that of the word, or the only one there is. */
function rankedBy(
  statement: Statement,
  index: RecordIndex,
  { at, word, objects, named }: ToRank,
): IndexedField | undefined {
  const own = fieldsWithin(objects.slice(0, 1), index).filter(
    (field) => numberOf(field) !== undefined && !field.field.isIdentity,
  );
  const taken = new Set(named.flatMap((one) => one.at));
  // "Rating" is the name of an inner object, whose average or count may be meant.
  const isOneOfSeveral = (one: IndexedField) =>
    one.object !== objects[0] &&
    !one.name.every((key) => one.words.has(key)) &&
    (one.words.has(COUNT) || own.some((other) => other !== one && other.object === one.object));
  const ofName = namedFields(statement, own, new Set([...taken, at])).map(({ field }) => field);
  if (ofName.length > 0) {
    // "Average rating" is the average of the ratings and not their count.
    const [only, ...others] = ofName.filter(
      ({ name, words }) => ofName.length === 1 || name.every((key) => words.has(key)),
    );
    return only === undefined || others.length > 0 || isOneOfSeveral(only) ? undefined : only;
  }
  const { quantity } = word;
  const ofWord = own.filter(({ words }) => quantity !== undefined && words.has(quantity));
  if (ofWord.length === 1) return ofWord[0];
  const isTime = (field: IndexedField) => factsOfField(field)[0]!.unit === 'date';
  const ofKind = own.filter((field) => isTime(field) === OF_TIME.test(statement.words[at]!.text));
  const durations = ofKind.filter((field) => factsOfField(field)[0]!.kind === 'duration');
  if (OF_DURATION.test(statement.words[at]!.text)) return durations.length === 1 ? durations[0] : undefined;
  return ofKind.length === 1 && quantity === undefined ? ofKind[0] : undefined;
}

const COUNT = recordKey('count');
const OF_TIME = /^(?:latest|newest|earliest|oldest|newer|older|later|earlier)$/;
const OF_DURATION = /^(?:long|short|fast|slow)/;

/** A value as a number in its unit. */
function numberOf(field: IndexedField): { readonly number: number; readonly unit: string } | undefined {
  const [fact] = field.field.kind === 'list' ? [] : factsOfField(field);
  if (fact === undefined || !Number.isFinite(fact.low + fact.high)) return undefined;
  const size = (fact.low + fact.high) / 2;
  return { number: field.field.value.startsWith('-') ? -size : size, unit: fact.unit };
}

/** The same value of each item as a number; undefined where one has none, or another unit. */
function valuesOf(index: RecordIndex, by: IndexedField, objects: readonly RecordObject[]) {
  const found = objects.map((item) => {
    const field = fieldsWithin([item], index).find(
      ({ field: { name }, object }) => name === by.field.name && object.name === by.object.name,
    );
    const value = field && numberOf(field);
    return value && field ? { item, field, ...value } : undefined;
  });
  const known = found.filter((one) => one !== undefined);
  return known.length === objects.length && known.every(({ unit }) => unit === known[0]!.unit) ? known : undefined;
}

/** True where less is more: the fastest takes the least time, and the oldest is the earliest. */
function isLeast(statement: Statement, { at, word }: ToRank, by: IndexedField): boolean {
  const { text } = statement.words[at]!;
  const [fact] = factsOfField(by);
  const isReversed =
    (/^(?:fast|slow)/.test(text) && fact?.kind === 'duration') ||
    (/^(?:old|young)/.test(text) && fact?.unit === 'date');
  return (word.end === 'least') !== isReversed;
}

function extreme(statement: Statement, index: RecordIndex, given: ToRank): Settled | undefined {
  const { named, at, objects } = given;
  const by = rankedBy(statement, index, given);
  const values = by && valuesOf(index, by, objects);
  if (by === undefined || values === undefined || named.length > 1) return undefined;
  const sorted = [...values].sort((one, other) =>
    isLeast(statement, given, by) ? one.number - other.number : other.number - one.number,
  );
  const [top, second] = sorted;
  if (top!.number === second!.number) return undefined;
  const [subject] = named;
  const taken = new Set([at, ...(subject?.at ?? [])]);
  const fields = fieldsAround(top!.item, index);
  const said = assertionsOf(fields, statement, taken);
  const ranked: Assertion = { field: top!.field, stance: 'for', covers: [...taken, ...namesOf(statement, by)] };
  const left = leftWords([...said, ranked], { statement, fields, taken });
  const result = { operation: 'maximum', isWhole: left.words.length === 0 } as const;
  if (subject !== undefined && !subject.items.includes(top!.item))
    return left.isIncomplete ? undefined : { ...result, stance: 'against', decisive: [ranked] };
  if (left.isIncomplete || (subject === undefined && said.length === 0)) return undefined;
  const other = said.find(({ stance }) => stance !== 'for');
  if (other !== undefined)
    return other.stance === 'against' ? { ...result, stance: 'against', decisive: [other] } : undefined;
  return { ...result, stance: 'for', decisive: [ranked, ...said] };
}

function compared(statement: Statement, index: RecordIndex, given: ToRank): Settled | undefined {
  const { named, at, objects } = given;
  const by = rankedBy(statement, index, given);
  const values = by && valuesOf(index, by, objects);
  const [one, other, ...more] = named;
  if (
    by === undefined ||
    values === undefined ||
    one?.items.length !== 1 ||
    other?.items.length !== 1 ||
    more.length > 0
  )
    return undefined;
  const than = statement.words.findIndex(({ text }) => text === 'than');
  const [first, second] = [one, other].map(({ items }) => values.find(({ item }) => item === items[0])!) as [
    (typeof values)[number],
    (typeof values)[number],
  ];
  if (!(one.at[0]! < than && than < other.at[0]!)) return undefined;
  const taken = new Set([at, than, ...one.at, ...other.at]);
  const ranked: Assertion = { field: first.field, stance: 'for', covers: [...taken, ...namesOf(statement, by)] };
  const left = leftWords([ranked], { statement, fields: fieldsAround(first.item, index), taken });
  if (left.isIncomplete || statement.values.length > 0) return undefined;
  const isMore = isLeast(statement, given, by) ? first.number < second.number : first.number > second.number;
  const isNot = statement.reading.negations.length > 0;
  return {
    ...{ stance: isMore === isNot ? 'against' : 'for', operation: 'comparison', isWhole: left.words.length === 0 },
    decisive: [ranked, { ...ranked, field: second.field }],
  };
}

function namesOf({ keys }: Statement, { name, words }: IndexedField): number[] {
  return keys.flatMap((key, at) => (name.includes(key) || words.has(key) ? [at] : []));
}
