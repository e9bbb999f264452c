import type { RecordField } from '../text/index.ts';
import type { Part } from './statement-writer.ts';
import {
  type Collection,
  isCollection,
  isEmpty,
  type Member,
  pointerTo,
  type Scalar,
  type Value,
  wellFormed,
} from './value.ts';
import { dateInWords, numberInWords, withoutUnit, wordsOfCode, wordsOfName } from './words.ts';

/** A value of an object as a statement has it: "total: 42.50 EUR". */
export interface Field extends Pick<RecordField, 'kind' | 'items'> {
  readonly name: Part;
  readonly said: readonly Part[];
}

/** Characters of a list in one statement. */
const MAX_LIST = 200;
/** Longer strings are texts and not values. */
const MAX_PHRASE = 120;

/** True if a member is part of the statement of its object: a short value, a short list of them, or nothing. */
export function isField({ value }: Member): boolean {
  if (isEmpty(value)) return true;
  if (!isCollection(value)) return value.written.length <= MAX_PHRASE;
  return (
    value.kind === 'array' &&
    value.end - value.start <= MAX_LIST &&
    value.members.every((item) => !isCollection(item.value))
  );
}

export function fieldOf(member: Member, pointer: string, units: Units): Field {
  const { name, nameSpan, value } = member;
  const words = wordsOfName(name);
  const below = pointerTo(pointer, name);
  const unit = value.kind === 'number' ? unitOf(words, units, pointer) : undefined;
  const said = saidOf(value, below, unit?.name ?? words);
  const shown = wordsBeside((isEmpty(value) ? withoutUnit(words)?.name : unit?.name) ?? words, value);
  return {
    kind: kindOf(value),
    items: itemsOf(value, below),
    name: { text: shown, from: nameSpan && { span: nameSpan, pointer: below } },
    said: unit === undefined ? said : [...said, { text: ' ' }, unit.part],
  };
}

function kindOf(value: Value): RecordField['kind'] {
  if (isCollection(value)) return value.kind === 'array' ? 'list' : 'none';
  if (isEmpty(value)) return 'none';
  if (/^(?:yes|no)$/i.test(value.written)) return 'boolean';
  return value.kind === 'string' ? 'text' : (value.kind as 'number' | 'boolean');
}

function itemsOf(value: Value, pointer: string): string[] {
  if (!isCollection(value)) return [];
  return value.members.map((one) =>
    saidOf(one.value, pointer, '')
      .map(({ text }) => text)
      .join(''),
  );
}

function saidOf(value: Value, pointer: string, name: string): Part[] {
  if (isEmpty(value)) return [{ text: 'none', from: { span: spanOf(value), pointer } }];
  // The first part has the place of the whole list, so that its brackets are quoted.
  if (isCollection(value))
    return [{ text: '', from: { span: spanOf(value), pointer } }, ...listOf(value.members, pointer)];
  return [partOf(value, pointer, name)];
}

export function listOf(items: readonly Member[], pointer: string): Part[] {
  return items.flatMap(({ name, value }, i) => {
    const item = saidOf(value, pointerTo(pointer, name), '');
    return i === 0 ? item : [{ text: ', ' }, ...item];
  });
}

export function partOf(value: Scalar, pointer: string, name: string): Part {
  const from = { span: spanOf(value), pointer };
  const { kind, written } = value;
  if (isEmpty(value)) return { text: 'none', from };
  if (kind === 'boolean') return { text: written === 'true' ? 'yes' : 'no', from };
  if (/^(?:yes|no)$/i.test(written)) return { text: written.toLowerCase(), from };
  const text = kind === 'number' ? numberInWords(written, name) : (dateInWords(written) ?? wordsOfCode(written));
  return text === written ? { text: wellFormed(written), from, isCopied: true } : { text, from };
}

function spanOf({ start, end }: Value) {
  return { start, end };
}

/** A name next to its value: "is active" next to yes or no is "active". */
function wordsBeside(words: string, { kind }: Value): string {
  return kind === 'boolean' ? words.replace(/^(?:is|was|are) (?=\S)/, '') : words;
}

/** The members that name the unit of an object's numbers. */
export interface Units {
  readonly currency: Member<Scalar> | undefined;
  readonly unit: Member<Scalar> | undefined;
}

/** Names of numbers that the currency of their object belongs to. */
const MONEY =
  /\b(?:amount|price|total|subtotal|cost|balance|fees?|tax|revenue|sum|paid|due|refund|discount|salary|budget|income|profit)\b/;
const MAX_UNIT = 12;

export function unitsOf({ members }: Collection): Units {
  const short = members.filter(
    (member): member is Member<Scalar> =>
      /currency|unit/i.test(member.name) && member.value.kind === 'string' && member.value.written.length <= MAX_UNIT,
  );
  const named = (pattern: RegExp) => short.find(({ name }) => pattern.test(wordsOfName(name)));
  return { currency: named(/^currency(?: code)?$/i), unit: named(/^units?$/i) };
}

/** The unit of a number: its name's own, or that of its object. */
function unitOf(words: string, { currency, unit }: Units, pointer: string) {
  const own = withoutUnit(words);
  if (own !== undefined) return { name: own.name, part: { text: own.unit } };
  const member = MONEY.test(words) || words === 'value' ? (currency ?? unit) : undefined;
  if (member === undefined) return undefined;
  const part = { ...partOf(member.value, pointerTo(pointer, member.name), ''), isContext: true };
  return { name: words, part };
}
