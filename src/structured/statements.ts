import { finished, type RecordField, type RecordObject, type Span, splitSentences } from '../text/index.ts';
import { fieldOf, isField, listOf, partOf, unitsOf } from './fields.ts';
import { identifyingName, identityOf } from './identity.ts';
import { readCsv } from './read-csv.ts';
import { readJson, readJsonLines } from './read-json.ts';
import { sharesOf } from './shares.ts';
import { type Part, StatementWriter, type StructuredText } from './statement-writer.ts';
import {
  type Collection,
  isCollection,
  isEmpty,
  type Member,
  pointerTo,
  type Scalar,
  type StructuredFormat,
  type Value,
} from './value.ts';
import { isWrapper, singular, wordsOfName } from './words.ts';

const READERS: Readonly<Record<StructuredFormat, (text: string) => Value>> = {
  json: readJson,
  jsonl: readJsonLines,
  csv: readCsv,
};

/**
 * Reads a structured text as statements that models read: one for each object, "order: id: A-17; status: shipped", one for
 * each text in it, and for each array how many items it has and what they have in common. Linear in the text.
 * Throws StructuredFault for a text that is not of its format.
 */
export function readStructured(text: string, format: StructuredFormat): StructuredText {
  return finished(structuredSteps(text, format));
}

/** The same, and yields between its steps. */
export function* structuredSteps(text: string, format: StructuredFormat): Generator<undefined, StructuredText> {
  const value = READERS[format](text);
  yield;
  const statements = new Statements();
  yield* statements.add({ value, pointer: '', words: '', subject: [], parent: undefined });
  return statements.writer.read(text, format, statements.objects);
}

/** A value, and what is known of it from above. */
interface Placed<Held extends Value = Value> {
  readonly value: Held;
  readonly pointer: string;
  /** Words of the name; none for the whole text and for items of an array. */
  readonly words: string;
  /** Subject of the value, the outermost part first. */
  readonly subject: readonly Part[];
  /** Among several: the name of the member that distinguishes them. */
  readonly identifying?: string | undefined;
  /** The object that it is a value of, and the name of the list that it is an item of. */
  readonly parent: RecordObject | undefined;
  readonly list?: string;
}

/** A list, or an object, as a value of its object. */
interface Read extends Span {
  readonly objects: readonly RecordObject[];
  readonly items: readonly string[];
}

/** Characters of what a statement is about; what is further out is left away. */
const MAX_SUBJECT = 80;
/** Characters of a statement; further values of its object make another one. */
const MAX_STATEMENT = 400;
/** Characters of an array that is shown for what is true of it as a whole. */
const MAX_SHOWN = 2_000;

/** Values of an object that are written in one step. */
const MEMBERS_AT_ONCE = 100;

class Statements {
  readonly writer = new StatementWriter();
  readonly objects: RecordObject[] = [];

  /** Writes a value, and returns it as its object has it. */
  *add(placed: Placed): Generator<undefined, Read> {
    const { value, pointer, words } = placed;
    if (!isCollection(value)) {
      const span = this.#text(placed.subject, { ...member(words, value), pointer, words });
      return { ...span, objects: [], items: [] };
    }
    const steps =
      value.kind === 'object' ? this.#object(placed as Placed<Collection>) : this.#array(placed as Placed<Collection>);
    return yield* steps;
  }

  *#object(placed: Placed<Collection>): Generator<undefined, Read> {
    const { value, pointer, words, subject, identifying, parent, list = '' } = placed;
    const { members } = value;
    const outer = isWrapper(words) ? subject : [...subject, { text: words }];
    const known = identifying === undefined ? identityOf(value) : members.find(({ name }) => name === identifying);
    const about = known === undefined ? outer : [...outer, identityPart(known as Member<Scalar>, pointer)];
    const units = unitsOf(value);
    const fields: RecordField[] = [];
    const object: RecordObject = { name: tellingName(words === '' ? list : words), fields, parent };
    this.objects.push(object);
    let first: Span | undefined;
    let open: { readonly start: number; readonly saidFrom: number } | undefined;
    const close = () => {
      if (open === undefined) return;
      const statement = this.writer.end(open.start);
      first ??= statement;
      open = undefined;
    };
    for (const [i, one] of members.entries()) {
      if (i % MEMBERS_AT_ONCE === 0) yield;
      if (!isField(one)) continue;
      const { name, said, kind, items } = fieldOf(one, pointer, units);
      const parts = [name, { text: ': ' }, ...said];
      if (open !== undefined && this.writer.length - open.saidFrom + lengthOf(parts) > MAX_STATEMENT) close();
      if (open !== undefined) this.writer.write([{ text: '; ' }]);
      else {
        const head = this.writer.write(headOf(first === undefined ? outer : about));
        open = { start: head.start, saidFrom: head.end };
      }
      const place = this.writer.write(parts);
      fields.push({
        name: name.text,
        value: textOf(said),
        kind,
        isIdentity: one === known,
        start: place.start,
        end: place.end,
        items,
        objects: [],
        length: items.length,
      });
    }
    close();
    for (const one of members) {
      if (isField(one)) continue;
      const name = wordsOfName(one.name);
      const below = { value: one.value, pointer: pointerTo(pointer, one.name), words: name };
      if (isCollection(one.value)) {
        const read = yield* this.add({ ...below, subject: about, parent: object });
        first ??= read;
        fields.push(collectionField(name, one.value, read));
      } else {
        const read = this.#text(about, { ...one, ...below, value: one.value });
        first ??= read;
      }
    }
    const { start, end } = first ?? NOWHERE;
    return { start, end, objects: [object], items: [] };
  }

  *#array({ value, pointer, words, subject, parent }: Placed<Collection>): Generator<undefined, Read> {
    const { members } = value;
    const many = words === '' ? 'entries' : words;
    const place = { span: shownOf(value), pointer };
    // The whole text is an object with one list.
    const root: RecordObject | undefined =
      parent === undefined ? { name: '', fields: [], parent: undefined } : undefined;
    if (root !== undefined) this.objects.push(root);
    const count: Span =
      words !== '' || pointer === ''
        ? this.#statement(subject, [{ text: `number of ${many}: ` }, { text: String(members.length), from: place }])
        : NOWHERE;
    const items = members.map((one) => one.value);
    const objects = items.filter((one): one is Collection => one.kind === 'object' && !isEmpty(one));
    const identifying = identifyingName(objects);
    yield;
    for (const shares of sharesOf(objects, many, place)) this.#statement(subject, shares);
    const about = isWrapper(words) ? subject : [...subject, { text: singular(words) }];
    const read: RecordObject[] = [];
    const said: string[] = [];
    for (const run of runsOf(members)) {
      const [first] = run;
      if (objects.length > 1) this.writer.break();
      if (isCollection(first!.value)) {
        const { objects: own } = yield* this.add({
          value: first!.value,
          pointer: pointerTo(pointer, first!.name),
          words: '',
          subject: about,
          identifying,
          parent: root ?? parent,
          list: words,
        });
        if (first!.value.kind === 'object') for (const one of own) read.push(one);
      } else {
        for (const one of run) said.push(textOf(listOf([one], pointer)));
        this.#statement(words === '' ? subject : [...subject, { text: words }], listOf(run, pointer));
      }
    }
    if (objects.length > 1) this.writer.break();
    const whole = { ...count, objects: read, items: said };
    if (root !== undefined) (root.fields as RecordField[]).push(collectionField('', value, whole));
    return whole;
  }

  /** A string, in sentences, after what it is about and its name. */
  #text(
    subject: readonly Part[],
    { value, nameSpan, pointer, words }: Member<Scalar> & { readonly pointer: string; readonly words: string },
  ): Span {
    const part = partOf(value, pointer, words);
    const name: Part[] = words === '' ? [] : [{ text: words, from: nameSpan && { span: nameSpan, pointer } }];
    const head = headOf([...subject, ...name]);
    return this.writer.add([...head, part], sentencesOf(part.text, lengthOf(head)));
  }

  #statement(subject: readonly Part[], said: readonly Part[]): Span {
    return this.writer.add([...headOf(subject), ...said]);
  }
}

const NOWHERE: Span = { start: 0, end: 0 };

function collectionField(name: string, { kind, members }: Collection, read: Read): RecordField {
  const { start, end, objects, items } = read;
  const isList = kind === 'array';
  const value = isList ? String(members.length) : '';
  return {
    name: tellingName(name),
    value,
    kind: isList ? 'list' : 'object',
    isIdentity: false,
    start,
    end,
    objects,
    items,
    length: members.length,
  };
}

/** A name that describes the members below it. */
function tellingName(words: string): string {
  return isWrapper(words) ? '' : words;
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

function member(name: string, value: Scalar): Member<Scalar> {
  return { name, nameSpan: undefined, value };
}

function identityPart({ name, value }: Member<Scalar>, pointer: string): Part {
  return { ...partOf(value, pointerTo(pointer, name), name), isContext: true };
}

/** Items of an array in order: each object or array separately, scalars together up to a length. */
function* runsOf(members: readonly Member[]): Generator<readonly Member[]> {
  let run: Member[] = [];
  let length = 0;
  for (const one of members) {
    const isAlone = isCollection(one.value);
    if (run.length > 0 && (isAlone || length > MAX_STATEMENT)) {
      yield run;
      [run, length] = [[], 0];
    }
    if (isAlone) yield [one];
    else {
      run.push(one);
      length += one.value.end - one.value.start;
    }
  }
  if (run.length > 0) yield run;
}

/** The place that represents a whole array: itself, or its beginning where it is long. */
function shownOf({ start, end }: Span): Span {
  return { start, end: end - start <= MAX_SHOWN ? end : start + 1 };
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

function headOf(subject: readonly Part[]): Part[] {
  const kept: Part[] = [];
  let length = 0;
  for (const part of [...subject].reverse()) {
    length += part.text.length + 1;
    if (length > MAX_SUBJECT && kept.length > 0) break;
    kept.unshift(part, { text: kept.length === 0 ? ': ' : ' ' });
  }
  return kept;
}

/** The sentences of a text, the first with the words before it. */
function sentencesOf(text: string, before: number): Span[] {
  return splitSentences(text).map(({ start, end }, i) => ({ start: i === 0 ? 0 : before + start, end: before + end }));
}
