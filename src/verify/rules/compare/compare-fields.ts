import { isFunctionWord, type Span, sentenceWords, wordKey } from '../../../text/index.ts';
import type { Fact, FactKind } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { type SurfaceReading, surfaceReading } from '../reading.ts';
import { relationOf } from './relate.ts';

/** A named value of a record, with its place in the text that it is read in: "restarts: 14". */
export interface Field extends Span {
  readonly name: string;
  readonly value: string;
  /** `list`: one that has items; `empty`: one that has none. */
  readonly kind: 'number' | 'list' | 'empty' | 'other';
}

/** Words of names that any value may have. */
const GENERIC = words('id name number value count type kind status state');
/** Words that say of something named that there is none of it. */
const NONE_OF = words('no without zero');
/** Beside one of these a claim may say that something is empty. */
const EMPTINESS = words(
  'no not none nobody nothing without zero empty missing lacks lack lacking unset clear free never',
);
/** Words of units, as the claim may write what the record abbreviates. */
const UNIT_WORDS = words('time us dollar euro percent second minut hour');
/** With one of these a claim says something else of a number than what it is. */
const QUALIFYING = words(
  'all every each only just most least any both average mean median more less fewer over under above below ' +
    'between after before since until except than may might could would should will planned expected',
);
/** A negator this many words before a name denies it. */
const NEAR = 2;
const NUMBERS: ReadonlySet<FactKind> = new Set(['number', 'money', 'measure', 'duration', 'percent']);
/** Adverbs that say how often. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ['once', '1'],
  ['twice', '2'],
]);

/** The fields that a claim names, each with the fields of its record. */
interface NamedFields {
  readonly claim: SurfaceReading;
  /** The words of the claim, by their keys. */
  readonly keys: ReadonlySet<string>;
  readonly named: readonly { readonly field: Field; readonly record: readonly Field[] }[];
  /** Fields of all records. */
  readonly all: readonly Field[];
}

/**
 * The fields that a claim names by all words of their names. A name that several records have counts only in one that the
 * claim identifies by a value of it.
 *
 * @param records the fields of each record that was read.
 */
export function namedFields(claim: SurfaceReading, records: readonly (readonly Field[])[]): NamedFields {
  const keys = new Set(sentenceWords(claim.text).map(wordKey));
  const all = records.flat();
  const owners = ownersOf(all);
  const named = records.flatMap((record) => {
    const isMeant = record.some(({ kind, value }) => kind === 'other' && holdsAll(keys, value));
    return record
      .filter(({ name }) => isNamed(name, keys) && (owners.get(name) === 1 || isMeant))
      .map((field) => ({ field, record }));
  });
  return { claim, keys, named, all };
}

/**
 * The named field that a claim contradicts: a number that none of the claim's numbers equals, while the records have none
 * of them; a list with items where the claim says that there is none, and the other way round.
 */
export function conflictingField(fields: NamedFields): Field | undefined {
  const { claim, named } = fields;
  return named.find(({ field }) => listConflicts(field, claim) || numberConflicts(field, fields))?.field;
}

/**
 * The named number that a claim states and nothing more: each word of the claim is one of the name, of the other values of
 * the record or of what it is about, its only number is the field's, and nothing in it denies or compares.
 *
 * @param about what the statement of each record says besides its fields.
 */
export function equalField({ claim, keys, named }: NamedFields, about: (field: Field) => string): Field | undefined {
  const isPlain = claim.tokens.every(({ lower }) => !EMPTINESS.has(lower) && !QUALIFYING.has(lower));
  if (!isPlain || claim.negations.length > 0) return undefined;
  const found = named.filter(({ field, record }) => {
    if (field.kind !== 'number') return false;
    const said = [about(field), ...record.map(({ name, value }) => `${name} ${value}`)];
    const held = new Set(said.flatMap(sentenceWords).map(wordKey));
    const [only, ...others] = quantitiesOf(claim, field).filter(({ written }) => !isPartOfText(written, record));
    if (only === undefined || others.length > 0 || only.bound !== 'exact' || !equals(only, field)) return false;
    held.add(wordKey(only.written));
    return [...keys].every((key) => held.has(key) || isFunctionWord(key) || UNIT_WORDS.has(key));
  });
  return found.length === 1 ? found[0]!.field : undefined;
}

/** True if a number is part of a value that is text, such as "TV 415". */
function isPartOfText(written: string, record: readonly Field[]): boolean {
  return record.some(({ kind, value }) => kind === 'other' && sentenceWords(value).includes(written));
}

/** How many fields have each name. */
function ownersOf(fields: readonly Field[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const { name } of fields) owners.set(name, (owners.get(name) ?? 0) + 1);
  return owners;
}

function contentKeys(text: string): string[] {
  return sentenceWords(text)
    .filter((word) => !isFunctionWord(word))
    .map(wordKey);
}

function holdsAll(keys: ReadonlySet<string>, text: string): boolean {
  const own = contentKeys(text);
  return own.length > 0 && own.every((key) => keys.has(key));
}

function isNamed(name: string, keys: ReadonlySet<string>): boolean {
  return holdsAll(keys, name) && sentenceWords(name).some((word) => !isFunctionWord(word) && !GENERIC.has(word));
}

function listConflicts({ kind, name }: Field, claim: SurfaceReading): boolean {
  if (kind === 'empty') return !claim.tokens.some(({ lower }) => EMPTINESS.has(lower));
  if (kind !== 'list') return false;
  const own = new Set(contentKeys(name));
  return claim.tokens.some(({ lower }, at) => {
    if (!own.has(wordKey(lower))) return false;
    return claim.tokens.slice(Math.max(0, at - NEAR), at).some((before) => NONE_OF.has(before.lower));
  });
}

function numberConflicts(field: Field, { claim, all }: NamedFields): boolean {
  if (field.kind !== 'number') return false;
  const value = factOf(field);
  const claimed = quantitiesOf(claim, field);
  if (claimed.length === 0 || value === undefined) return false;
  if (!claimed.every((fact) => relationOf(fact, value) === 'excluded')) return false;
  const own = new Set(claim.facts.map(({ fact }) => fact));
  return !claimed.some(
    (fact) =>
      (own.has(fact) && isPartOfText(fact.written, all)) ||
      all.some((one) => one.kind === 'number' && equals(fact, one)),
  );
}

function equals(fact: Fact, field: Field): boolean {
  const value = factOf(field);
  return value !== undefined && relationOf(fact, value) === 'entailed';
}

/** The one number of a field. */
function factOf({ name, value }: Field): Fact | undefined {
  const [only, ...others] = factsOf(`${name}: ${value}`);
  return others.length === 0 ? only : undefined;
}

/** The quantities of a claim; "once" and "3 times" as plain numbers, as the field has them. */
function quantitiesOf(claim: SurfaceReading, { name }: Field): Fact[] {
  const plain = (number: string) => factsOf(`${name}: ${number}`);
  const said = claim.facts.map(({ fact }) => fact).filter(({ kind }) => NUMBERS.has(kind));
  const adverbs = claim.tokens.flatMap(({ lower }) => TIMES.get(lower) ?? []);
  return [...said.flatMap((fact) => (fact.unit === 'times' ? plain(fact.written) : [fact])), ...adverbs.flatMap(plain)];
}

function factsOf(text: string): Fact[] {
  return surfaceReading(text)
    .facts.map(({ fact }) => fact)
    .filter(({ kind }) => NUMBERS.has(kind));
}
