import { type RecordObject, range } from '../../../text/index.ts';
import { SUPERLATIVES } from '../lexicon/table-words.ts';
import type { Assertion, Settled } from './assertion.ts';
import { assertionsOf } from './assertions.ts';
import { leftWords } from './left-words.ts';
import { type IndexedField, isPageOf, isTotal, nameKeys, type RecordIndex } from './record-index.ts';
import { isContent, type StatedValue, type Statement } from './statement.ts';
import { allFieldsAround, fieldsAround, listsFor } from './subjects.ts';

const EVERY = /^(?:all|every|each|both|everyone|everybody)$/;
const EVERYONE = /^(?:everyone|everybody)$/;
const NONE = /^(?:no|none|neither)$/;

/** How many items of a list a statement is about. */
type Quantity =
  | { readonly kind: 'every' }
  | { readonly kind: 'none' }
  | { readonly kind: 'only'; readonly items: readonly RecordObject[] }
  | { readonly kind: 'count'; readonly value: StatedValue };

interface Quantifier {
  readonly quantity: Quantity;
  /** Its words, with the name of the items. */
  readonly taken: ReadonlySet<number>;
}

/** Lists that the words for one quantity are compared with at most. */
const MOST_LISTS = 10;

/** A statement about all items of a list, none, only one, or so many: "Two invoices are unpaid". */
export function quantifiedItems(statement: Statement, index: RecordIndex): Settled | undefined {
  if (statement.words.some(({ text }) => SUPERLATIVES.has(text))) return undefined;
  let left = MOST_LISTS;
  for (const list of listsFor(statement, index)) {
    const quantifier = quantifierOf(statement, list, index);
    if (quantifier === undefined) continue;
    if (left === 0) return undefined;
    left -= 1;
    const found = quantified(statement, { index, list, quantifier });
    if (found === undefined) continue;
    // Nothing is known about the items of other pages.
    const isShown = found.stance === 'against' && quantifier.quantity.kind !== 'count';
    const isOfPage = statement.words.some(({ text }) => text === 'page');
    if (isShown || isOfPage || !isPageOf(list.object, list.field)) return found;
    return found.stance === 'for' ? { ...found, stance: 'open' } : undefined;
  }
  return undefined;
}

/** Words between a quantifier and the name of the items at most: "two of the three running pods". */
const BEFORE_NAME = 4;

function quantifierOf(statement: Statement, list: IndexedField, index: RecordIndex): Quantifier | undefined {
  const { words, keys, values, mentions } = statement;
  const { objects, name } = list.field;
  const ids = objects
    .slice(0, 1)
    .flatMap((object) => (index.fieldsOf.get(object) ?? []).filter(({ field }) => field.isIdentity));
  const nouns = new Set([...list.words, ...ids.flatMap((field) => field.name)]);
  // If there is only one list, a statement may use any word for its items.
  const isOnly = index.severals === 1;
  // "Two high vulnerabilities" are not those of the list "medium".
  const isOfOther = keys.some((key) => index.listNames.has(key) && !list.words.has(key));
  const isAnything = name === '' || (isOnly && !isOfOther);
  // "Three maintainers" are not the two releases of a record that lists both.
  const around = new Set(
    (isAnything ? fieldsAround(list.object, index) : []).flatMap(({ field, words: own }) =>
      isTotal(field) ? [] : [...own],
    ),
  );
  const isAnyNoun = (i: number) =>
    !around.has(keys[i]!) &&
    isContent(keys[i]!) &&
    !index.listNames.has(keys[i]!) &&
    (isPlural(words[i]!.text) || PEOPLE.test(words[i]!.text));
  const nounBehind = (at: number) => {
    const behind = range(at + 1, Math.min(words.length, at + 1 + BEFORE_NAME));
    const named = behind.find((i) => nouns.has(keys[i]!)) ?? (isAnything ? behind.find(isAnyNoun) : undefined);
    // "One error": the items are named by a value of theirs.
    return named ?? (ofItems.some(({ from }) => from - at <= 2 && from > at) ? at : undefined);
  };
  const isItem = new Set(objects);
  const ofItems = mentions.filter(({ fields }) =>
    fields.some(({ field, object }) => !field.isIdentity && isItem.has(object)),
  );
  const only = words.findIndex(({ text }) => text === 'only');
  const isMentioned = (at: number) => mentions.some(({ from, to }) => from <= at && at < to);
  // "Hotel Mar is a four-star hotel" counts none.
  const isOfOne = mentions.some(({ fields }) =>
    fields.some(({ field, object }) => field.isIdentity && isItem.has(object)),
  );
  const count = isOfOne
    ? undefined
    : values.find(({ fact, from, to }) => isCount(fact) && !isMentioned(from) && nounBehind(to - 1) !== undefined);
  if (count !== undefined) {
    const noun = nounBehind(count.to - 1)!;
    const taken = new Set([
      ...range(count.from, count.to),
      noun,
      ...(only >= 0 ? [only] : []),
      ...values
        .filter(({ fact, from }) => from > count.from && from < noun && fact.low === objects.length)
        .map(({ from }) => from),
      ...(isAllOf(statement, count) ? [count.from - 1] : []),
    ]);
    const whole = isAllOf(statement, count) && count.fact.low === objects.length;
    return { quantity: whole ? { kind: 'every' } : { kind: 'count', value: count }, taken };
  }
  if (only >= 0) {
    const named = mentions.flatMap(({ fields, from, to }) => {
      const own = fields.filter(({ field, object }) => field.isIdentity && isItem.has(object));
      return own.length === 0 ? [] : [{ items: own.map(({ object }) => object), at: range(from, to) }];
    });
    if (named.length === 0) return undefined;
    const items = named.flatMap((one) => one.items);
    return { quantity: { kind: 'only', items }, taken: new Set([only, ...named.flatMap(({ at }) => at)]) };
  }
  const at = words.findIndex(({ text }) => EVERY.test(text) || NONE.test(text));
  const noun = at < 0 ? undefined : EVERYONE.test(words[at]!.text) ? at : nounBehind(at);
  // "All six replicas of checkout" are those of one item.
  if (noun === undefined || isOfOne) return undefined;
  return { quantity: NONE.test(words[at]!.text) ? { kind: 'none' } : { kind: 'every' }, taken: new Set([at, noun]) };
}

const PEOPLE = /^(?:people|persons|them|these|those)$/;

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

function isCount({ kind, unit, low, high }: StatedValue['fact']): boolean {
  return kind === 'number' && unit === '' && (Number.isInteger(low) || Number.isInteger(high));
}

/** "All three pods" */
function isAllOf({ words }: Statement, { from }: StatedValue): boolean {
  return EVERY.test(words[from - 1]?.text ?? '');
}

interface ToCount {
  readonly index: RecordIndex;
  readonly list: IndexedField;
  readonly quantifier: Quantifier;
}

function quantified(statement: Statement, { index, list, quantifier }: ToCount): Settled | undefined {
  const { quantity, taken } = quantifier;
  const { objects } = list.field;
  const around = allFieldsAround(objects, statement, index) ?? [];
  const read = around.map((fields, i) => {
    const item = objects[i]!;
    const isOwn = (field: IndexedField) => isIn(field.object, item);
    const all = assertionsOf(fields, statement, taken);
    return { item, fields, all, own: all.filter(({ field }) => isOwn(field)) };
  });
  const places = read.flatMap(({ own }) => own.map(lastOf));
  if (read.length === 0) return undefined;
  if (places.length === 0)
    return quantity.kind === 'count' ? listed(statement, { list, taken, value: quantity.value, read }) : undefined;
  const last = places.reduce((most, at) => Math.max(most, at));
  if ([...taken].every((at) => last < at)) return undefined;
  const left = leftWords(
    read.flatMap(({ all }) => all),
    { statement, fields: read[0]!.fields, taken },
  );
  if (left.isIncomplete || left.words.length > 1) return undefined;
  // "All pipelines on main" are those that have it.
  const conditions = read.flatMap(({ own }) =>
    own.filter((one) => lastOf(one) !== last && one.stance === 'for').map(lastOf),
  );
  const chosen = read.filter(({ own }) =>
    conditions.every((at) => own.some((one) => lastOf(one) === at && one.stance === 'for')),
  );
  const domain = (quantity.kind === 'every' ? chosen : read).map(({ item, own }) => ({
    ...{ item, own },
    stance: stanceOf(own, last),
  }));
  if (domain.length === 0 || domain.some(({ stance }) => stance === 'open')) return undefined;
  const holding = domain.filter(({ stance }) => stance === 'for');
  const given = (isFor: boolean, items: readonly { readonly own: readonly Assertion[] }[]): Settled => ({
    ...{ stance: isFor ? 'for' : 'against', isWhole: left.words.length === 0 },
    operation: quantity.kind === 'count' ? 'count' : 'every',
    decisive: (items.length > 0 ? items : domain)
      .flatMap(({ own }) => own)
      .map((one) => ({ ...one, found: undefined })),
  });
  if (quantity.kind === 'count') {
    const { low, high } = quantity.value.fact;
    return given(low <= holding.length && holding.length <= high, holding);
  }
  if (quantity.kind === 'every') {
    const others = domain.filter(({ stance }) => stance === 'against');
    return given(others.length === 0, others);
  }
  if (quantity.kind === 'none') return given(holding.length === 0, holding);
  const isSame = holding.length === quantity.items.length && holding.every(({ item }) => quantity.items.includes(item));
  return given(isSame, holding);
}

function lastOf({ covers }: Assertion): number {
  return covers.reduce((last, at) => Math.max(last, at), Number.NEGATIVE_INFINITY);
}

/** "All pipelines on main succeeded" is open of one on main that is running: the last words are what is said of all. */
function stanceOf(own: readonly Assertion[], last: number): Assertion['stance'] {
  if (own.some(({ stance }) => stance === 'against')) return 'against';
  return own.some((one) => lastOf(one) === last) && own.every(({ stance }) => stance === 'for') ? 'for' : 'open';
}

function isIn(object: RecordObject | undefined, item: RecordObject): boolean {
  for (let one = object; one !== undefined; one = one.parent) if (one === item) return true;
  return false;
}

/** "There are four servers": nothing else is said of them. */
function listed(
  statement: Statement,
  given: {
    readonly list: IndexedField;
    readonly taken: ReadonlySet<number>;
    readonly value: StatedValue;
    readonly read: readonly { readonly fields: readonly IndexedField[]; readonly all: readonly Assertion[] }[];
  },
): Settled | undefined {
  const { list, taken, value, read } = given;
  const [first] = read;
  const left = leftWords(first!.all, { statement, fields: first!.fields, taken });
  if (left.isIncomplete || first!.all.some(({ stance }) => stance !== 'for')) return undefined;
  const isOfField = statement.keys.some(
    (key, at) => !taken.has(at) && list.field.objects[0]!.fields.some(({ name }) => nameKeys(name).includes(key)),
  );
  if (isOfField || left.words.length > 0) return undefined;
  const { low, high } = value.fact;
  const { length } = list.field;
  const isFor = low <= length && length <= high;
  const { start, end } = value.fact;
  return {
    ...{ stance: isFor ? 'for' : 'against', operation: 'count', isWhole: left.words.length === 0 },
    decisive: [{ field: list, stance: isFor ? 'for' : 'against', covers: [...taken], found: { start, end } }],
  };
}
