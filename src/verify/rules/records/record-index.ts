import { isFunctionWord, type RecordField, type RecordObject, sentenceWords } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { GENERIC_NAMES, partsOfName, recordKey } from '../lexicon/record-words.ts';
import { surfaceReading } from '../reading.ts';

/** A named value as statements are compared with it. */
export interface IndexedField {
  readonly field: RecordField;
  readonly object: RecordObject;
  /** Keys of the words that distinguish it from other values; where its own name has none, those of its object. */
  readonly name: readonly string[];
  /** Keys of all words of its name. */
  readonly words: ReadonlySet<string>;
}

/** Words of a value that is a text, or of an item of a list. */
export interface IndexedText {
  readonly of: IndexedField;
  readonly keys: readonly string[];
}

/** The values of a record, for look-ups by the words of a statement. */
export interface RecordIndex {
  readonly objects: readonly RecordObject[];
  readonly fieldsOf: ReadonlyMap<RecordObject, readonly IndexedField[]>;
  /** Texts by the first of their keys. */
  readonly texts: ReadonlyMap<string, readonly IndexedText[]>;
  /** The lists of objects, with the object that each belongs to. */
  readonly lists: readonly IndexedField[];
  /** How many of them have several objects. */
  readonly severals: number;
  /** The keys of the names of all values and objects. */
  readonly names: ReadonlySet<string>;
  /** The keys of the names of all lists. */
  readonly listNames: ReadonlySet<string>;
}

/** Values of a record that are compared at most: of a longer one the model alone judges. */
const MAX_FIELDS = 5_000;
/** Words of a text that a statement may mention whole. */
const MAX_WORDS = 8;

export const recordIndex = oncePer((objects: readonly RecordObject[]): RecordIndex => {
  const fieldsOf = new Map<RecordObject, IndexedField[]>();
  const texts = new Map<string, IndexedText[]>();
  const lists: IndexedField[] = [];
  const names = new Set<string>();
  const listNames = new Set<string>();
  const isRead = objects.reduce((sum, { fields }) => sum + fields.length, 0) <= MAX_FIELDS;
  for (const object of isRead ? objects : []) {
    const own = object.fields.map((field) => indexedField(field, object));
    fieldsOf.set(object, own);
    for (const key of nameKeys(object.name)) names.add(key);
    for (const one of own) {
      for (const key of one.words) names.add(key);
      if (one.field.kind === 'list') for (const key of one.words) listNames.add(key);
      if (one.field.kind === 'list' && one.field.objects.length > 0) lists.push(one);
      for (const text of textsOf(one.field)) {
        const keys = sentenceWords(text).map(recordKey);
        if (keys.length === 0 || keys.length > MAX_WORDS || keys.every(isFunctionWord)) continue;
        const known = texts.get(keys[0]!);
        if (known === undefined) texts.set(keys[0]!, [{ of: one, keys }]);
        else known.push({ of: one, keys });
      }
    }
  }
  const severals = lists.filter(({ field }) => field.objects.length > 1).length;
  return { objects: isRead ? objects : [], fieldsOf, texts, lists, severals, names, listNames };
});

const OF_ALL = /\b(?:total|count|matches|found)\b/;

/** "total items": how many there are of something. */
export function isTotal({ kind, name }: RecordField): boolean {
  return kind === 'number' && OF_ALL.test(name);
}

/** True if an object says that there are more items than its list has: a page of results. */
export function isPageOf({ fields }: Pick<RecordObject, 'fields'>, { length }: RecordField): boolean {
  return fields.some((field) => {
    const { kind, name, value } = field;
    const isMore = kind === 'boolean' && value === 'yes' && /\b(?:more|next)\b/.test(name);
    return isMore || (isTotal(field) && Number(value.replaceAll(',', '')) > length);
  });
}

function textsOf({ kind, value, items, name, isIdentity }: RecordField): readonly string[] {
  if (kind === 'text') return [value];
  // "Build 1202", "room 412": a number after its name.
  if (kind === 'number')
    return (isIdentity || isCode(name)) && value.length > 2 ? [value, `${name} ${value}`] : [`${name} ${value}`];
  return kind === 'list' ? items : [];
}

/** "number", "order id" */
export function isCode(name: string): boolean {
  return /\b(?:id|number|key|code|no)$/.test(name);
}

function indexedField(field: RecordField, object: RecordObject): IndexedField {
  const all = nameKeys(field.name);
  const telling = all.filter((key) => !GENERIC_NAMES.has(key));
  const ofObject = nameKeys(object.name).filter((key) => !GENERIC_NAMES.has(key));
  const isOwn = telling.length > 0 || ofObject.length === 0 || field.kind === 'list';
  const name = telling.length > 0 ? telling : isOwn ? all : ofObject;
  return { field, object, name, words: new Set(all) };
}

/** Keys of the words of a name. */
export function nameKeys(name: string): string[] {
  return sentenceWords(name)
    .flatMap((word) => partsOfName(word).split(' '))
    .map(recordKey);
}

/** Longer texts are no values. */
const MAX_VALUE = 60;

/** The numbers and dates of a value; of a list the number of its items. */
export const factsOfField = oncePer(({ field, object }: IndexedField): readonly Fact[] => {
  const { kind, name, value, length } = field;
  if (kind === 'list') return isPageOf(object, field) ? [] : factsBehind(name, String(length));
  const isRead = kind === 'number' || (kind === 'text' && value.length <= MAX_VALUE && /\d/.test(value));
  // "stars: 1843" is no year.
  const written = kind === 'number' && !/\byear\b/.test(name) ? value.replace(/^(\d)(\d{3})(?!\d)/, '$1,$2') : value;
  return isRead ? factsBehind(name, written) : [];
});

/** The numbers and dates of a value after its name. */
export function factsBehind(name: string, value: string): Fact[] {
  const before = `${name}: `;
  return surfaceReading(before + value)
    .facts.map(({ fact }) => fact)
    .filter(({ start, kind }) => start >= before.length && kind !== 'identifier');
}
