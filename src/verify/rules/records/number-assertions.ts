import { range } from '../../../text/index.ts';
import { relationOf } from '../compare/relate.ts';
import { shownNumber } from '../compute/computed.ts';
import { SUMS } from '../compute/source-numbers.ts';
import type { Fact, Relation } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { recordKey } from '../lexicon/record-words.ts';
import type { Asserting, Assertion } from './assertion.ts';
import { inMajorUnits, MINOR } from './minor-units.ts';
import type { NamedField } from './named-fields.ts';
import { factsBehind, factsOfField, type IndexedField } from './record-index.ts';
import { denierOf, distance, type StatedValue, type Statement, spanOf } from './statement.ts';

/** A value of the statement and the one of the record that it is to be. */
interface Pair {
  readonly value: StatedValue;
  readonly named: NamedField;
  readonly relation: Relation;
  readonly apart: number;
}

/** Words that a head alone counts as further away. */
const HEAD_PENALTY = 3;
/** Words between a value and the name of the other one that it is not. */
const BESIDE = 6;
const DATED: ReadonlySet<Fact['kind']> = new Set(['date', 'time', 'year']);

const PER = recordKey('per');
const ASIDE = /^(?:incl?|including|excl?|excluding|plus|without)$/;

/** The numbers and dates of a statement, each with the named value that is nearest to it and may be compared. */
export function numberAssertions({ statement, named: all, fields, taken }: Asserting): Assertion[] {
  // "119 euros including VAT" are not the value "VAT".
  const isAside = (place: number) => ASIDE.test(statement.words[place - 1]?.text ?? '');
  const named = all.filter(({ at }) => !at.every(isAside));
  // "The price without discount" denies no number.
  const leftOut = new Set([
    ...taken,
    ...all.flatMap(({ at }) => at.filter(isAside).flatMap((place) => [place - 1, place])),
  ]);
  const inNames = new Set(named.flatMap(({ at, isWhole }) => (isWhole ? at : [])));
  const wholes = wholesOf(statement, named, fields);
  // The other one is a value of its own: "15 of the 20 registered people attended".
  const totals = [...wholes.keys()].filter(({ fact }) => !named.some(({ field }) => numberOf(field) === fact.low));
  const values = statement.values.filter(
    (value) => !totals.includes(value) && !range(value.from, value.to).every((at) => taken.has(at) || inNames.has(at)),
  );
  const pairs: Pair[] = [];
  for (const value of values) {
    const gapTo = ({ at: places }: NamedField) =>
      places.reduce(
        (least, at) => Math.min(least, distance(statement, at, value.from), distance(statement, at, value.to - 1)),
        Number.POSITIVE_INFINITY,
      );
    // "14 hours of overtime" are overtime, and not the value "hours".
    const isUnit = ({ at: places }: NamedField) => places.every((at) => value.from <= at && at < value.to);
    const units = named.filter(isUnit);
    const ofUnit = units.length === 0 ? undefined : named.find((one) => isNextTo(one, gapTo(one)) && !isUnit(one));
    for (const one of named) {
      if (ofUnit !== undefined && units.includes(one)) continue;
      const words = statement.keys.slice(value.from, value.to + 1);
      // "Three nights" are no price per night.
      if (one.field.words.has(PER) && one.field.name.some((key) => words.includes(key))) continue;
      const isCounted =
        value.fact.unit === 'times' || one === ofUnit || one.field.name.some((key) => words.includes(key));
      const relation = relationTo(value, one.field, isCounted);
      // "Pipeline 881 was retried twice" says nothing of its number.
      if (relation === undefined || (relation === 'excluded' && one.field.field.isIdentity)) continue;
      const gap = gapTo(one);
      pairs.push({ value, named: one, relation, apart: gap + (one.isWhole ? 0 : HEAD_PENALTY) });
    }
  }
  const chosen: Pair[] = [];
  for (const pair of pairs.sort((one, other) => one.apart - other.apart))
    if (!chosen.some((other) => other.value === pair.value || isTaken(other, pair))) chosen.push(pair);
  const rest = values.filter((value) => !chosen.some((pair) => pair.value === value));
  return [
    ...chosen.map((pair): Assertion => {
      const { value, named: one, relation } = pair;
      const denier = denierOf(statement, value.from, leftOut);
      const isNot = denier !== undefined;
      const isElsewhere =
        relation === 'excluded' &&
        fields.some(
          (field) =>
            field !== one.field &&
            relationTo(value, field) === 'entailed' &&
            // "Total pages" are pages.
            (!one.isWhole || pair.apart > BESIDE || field.name.at(-1) === one.field.name.at(-1)),
        );
      // "Two of the six replicas are not ready" is no number of those that are.
      const others = one.at.map((place) => (place < value.to ? undefined : denierOf(statement, place, leftOut)));
      const ofOthers = others.find((place) => place !== undefined);
      const whole = ofOthers !== undefined && !isNot ? [...wholes].find(([, part]) => part === value)?.[0] : undefined;
      const isRight =
        whole === undefined ? relation === 'entailed' : whole.fact.low - numberOf(one.field) === value.fact.low;
      // "14 hours of overtime" are not the value "hours".
      const isOfAll = isTotal(pair);
      const sums = isOfAll ? statement.words.flatMap(({ text }, at) => (SUMS.has(text) ? [at] : [])) : [];
      const isOpen =
        isElsewhere ||
        (ofOthers !== undefined && !isNot) ||
        relation === 'open' ||
        (relation === 'excluded' && !one.isWhole) ||
        // "The lamp costs 80 euros" of two at 40.
        (isOfAll && sums.length === 0);
      const stance = isOpen && whole === undefined ? 'open' : isRight === isNot ? 'against' : 'for';
      const isUnknown = stance === 'for' && isTaxedOtherwise(statement, one.field);
      return {
        field: one.field,
        stance: isUnknown || (stance === 'for' && relation === 'excluded' && whole === undefined) ? 'open' : stance,
        ...{ isUnknown, denier: denier ?? ofOthers },
        covers: [...range(value.from, value.to), ...one.at, ...sums],
        found: spanOf(statement, value.from, value.to),
      };
    }),
    ...rest.flatMap((value) => unnamed(value, fields, { statement, taken, named })),
    ...totals.map(({ from, to }): Assertion => ({ field: fields[0]!, stance: 'for', covers: range(from, to) })),
  ];
}

const OF = /^(?:of|out|the|all|its|their)$/;
/** Names of a number that others are parts of. */
const TOTALS = new Set([...words('total all overall desired capacity planned expected')].map(recordKey));

/** The second numbers of "four of the six", which the record has as a number or as the sum of all, with the first ones. */
function wholesOf(
  { values, words: said }: Statement,
  named: readonly NamedField[],
  fields: readonly IndexedField[],
): ReadonlyMap<StatedValue, StatedValue> {
  const numbers = fields.filter(
    ({ object, field }) => field.kind === 'number' && named.some((one) => one.field.object === object),
  );
  const sum = numbers.reduce((all, one) => all + numberOf(one), 0);
  const isTotal = (one: IndexedField) => [...one.words].some((key) => TOTALS.has(key)) || isNamed(one);
  const isNamed = (one: IndexedField) => named.some(({ field }) => field === one);
  const isKnown = ({ fact: { low } }: StatedValue) =>
    low === sum || numbers.some((one) => numberOf(one) === low && isTotal(one));
  return new Map(
    values.flatMap((whole, i) => {
      const part = values[i - 1];
      const between = part === undefined ? [] : range(part.to, whole.from).map((at) => said[at]!.text);
      const isOf = part !== undefined && between.includes('of') && between.every((word) => OF.test(word));
      return isOf && isKnown(whole) ? [[whole, part] as const] : [];
    }),
  );
}

function numberOf({ field: { value } }: IndexedField): number {
  return Number(value.replaceAll(',', ''));
}

const WITH_TAX = /\b(?:incl\.?|including|includes|inclusive of|with) (?:vat|sales tax|tax|taxes)\b/i;
const WITHOUT_TAX = /\b(?:excl\.?|excluding|excludes|exclusive of|without|plus) (?:vat|sales tax|tax|taxes)\b/i;

/** "Including VAT" of a net price, or "excluding VAT" of a gross one. */
function isTaxedOtherwise({ reading: { text } }: Statement, { words }: IndexedField): boolean {
  return (words.has('net') && WITH_TAX.test(text)) || (words.has('gross') && WITHOUT_TAX.test(text));
}

/** Words between a number with its unit and the name of the value. */
const NEXT = 2;

function isNextTo({ field, isWhole }: NamedField, gap: number): boolean {
  return isWhole && gap <= NEXT && field.field.kind === 'number';
}

/** A value has one number, or a date and a time. */
function isTaken(one: Pair, other: Pair): boolean {
  return one.named.field === other.named.field && one.value.fact.kind === other.value.fact.kind;
}

/** The only value with a unit or a date that a statement has without its name. */
function unnamed(
  value: StatedValue,
  fields: readonly IndexedField[],
  { statement, taken, named }: Pick<Asserting, 'statement' | 'taken' | 'named'>,
): Assertion[] {
  const { fact, from, to } = value;
  // A named value that is empty is meant.
  if (named.some(({ field }) => field.field.kind === 'none')) return [];
  if (fact.unit === '' && !DATED.has(fact.kind)) return [];
  const equal = fields.filter((field) => relationTo(value, field) === 'entailed');
  // "16 GiB" of a record with 16 GB
  if (equal.length === 0 && fields.some((field) => relationTo(value, field) === 'open')) return [];
  if (denierOf(statement, from, taken) !== undefined || equal.length > 1) return [];
  const covers = range(from, to);
  const [first] = equal;
  if (first !== undefined && isTaxedOtherwise(statement, first))
    return [{ field: first, stance: 'open', covers, isUnknown: true }];
  if (first !== undefined) return [{ field: first, stance: 'for', covers, isLoose: true }];
  if (fact.kind !== 'money' && fact.kind !== 'measure') return [];
  const ofKind = fields.filter((field) => field.object === fields[0]!.object && isOfKind(value, field));
  if (ofKind.length !== 1 || relationTo(value, ofKind[0]!) !== 'excluded') return [];
  return [{ field: ofKind[0]!, stance: 'against', covers, found: spanOf(statement, from, to) }];
}

/** True for a value of the same unit, or a date as well. */
function isOfKind({ fact }: StatedValue, field: IndexedField): boolean {
  return factsOfField(field).some(({ kind, unit }) =>
    fact.kind === 'money' ? kind === 'money' || kind === 'number' : kind === fact.kind && unit === fact.unit,
  );
}

/**
 * The numbers of a value; an amount in cents is compared with money in the currency itself, a price of one of several also
 * times their number, and "0.82" also as 82 %.
 */
function factsFor({ kind }: Fact, one: IndexedField): readonly Fact[] {
  if (kind === 'percent') return sharesOf(one);
  return kind === 'money' ? amountsOf(one) : factsOfField(one);
}

const sharesOf = oncePer((one: IndexedField): readonly Fact[] => {
  const facts = factsOfField(one);
  return FRACTION.test(one.field.value) ? [...facts, ...asPercent(one)] : facts;
});

const amountsOf = oncePer((one: IndexedField): readonly Fact[] => {
  const { field, object } = one;
  const written = inMajorUnits(field, object);
  const price = written === undefined ? factsOfField(one) : factsBehind(field.name, written);
  return [...price, ...totalOf(one, price)];
});

/** A price of one of several times their number. */
function totalOf({ field, object }: IndexedField, [price]: readonly Fact[]): readonly Fact[] {
  const quantity = UNIT_PRICE.test(field.name) ? object.fields.find(({ name }) => QUANTITY.test(name)) : undefined;
  if (quantity === undefined || price === undefined || Number(quantity.value) === 1) return [];
  return factsBehind(field.name, shownNumber(price.low * Number(quantity.value)));
}

/** True of "645 euros in total" of five chairs at 129: the words for a sum are answered. */
function isTotal({ value, named: { field } }: Pair): boolean {
  const total = totalOf(field, factsOfField(field));
  return total.some((own) => relationTo(value, field, false, [own]) === 'entailed');
}

const FRACTION = /^(?:0?\.\d+|1(?:\.0+)?|0)$/;
const UNIT_PRICE = /\b(?:price|unit cost|cost per|each)\b/;
const QUANTITY = /^(?:qty|quantity|count|units|pieces)$/;

/** A share without a percent sign: none where the name has one. */
function asPercent({ field: { name, value } }: IndexedField): readonly Fact[] {
  return /\b(?:percent|pct|percentage)\b|%/.test(name)
    ? []
    : factsBehind(name, `${shownNumber(Number(value) * 100)} %`);
}

/** A number without its unit. */
const bareFacts = oncePer(({ written }: Fact): readonly Fact[] => factsBehind('', written));

/** How a value relates to one of the record; a unit that equals its name ("3 nights", "14 restarts") is ignored, and a bare amount has any currency. */
function relationTo(
  { fact, isNegative }: StatedValue,
  field: IndexedField,
  isCounted = fact.unit === 'times',
  facts: readonly Fact[] = factsFor(fact, field),
): Relation | undefined {
  if (field.field.kind === 'list' && fact.kind !== 'number') return undefined;
  let relations = facts.flatMap((own) => relationOf(fact, own) ?? []);
  if (fact.written !== '' && facts.length > 0 && facts.every(({ unit }) => unit === '')) {
    const isPlain = fact.kind === 'money' || (relations.length === 0 && isCounted);
    const [plain] = isPlain ? bareFacts(fact) : [];
    if (plain !== undefined) relations = facts.flatMap((own) => relationOf(plain, own) ?? []);
  }
  const relation = relations.find((one) => one === 'entailed') ?? relations[0];
  if (relation === undefined || DATED.has(fact.kind) || facts[0]!.unit === 'date') return relation;
  if (fact.kind === 'money' && relation === 'excluded' && Number(fact.written) * MINOR === facts[0]!.low) return 'open';
  return isNegative === field.field.value.startsWith('-') ? relation : 'excluded';
}
