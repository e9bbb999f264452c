import { type Span, splitSentences } from '../text/index.ts';
import { fieldOf, isField, listOf, partOf, unitsOf } from './fields.ts';
import { identifyingName, identityOf } from './identity.ts';
import { readCsv } from './read-csv.ts';
import { readJson, readJsonLines } from './read-json.ts';
import { sharesOf } from './shares.ts';
import { type Part, type StatedField, StatementWriter, type StructuredText } from './statement-writer.ts';
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
  const statements = new Statements();
  statements.add({ value: READERS[format](text), pointer: '', words: '', subject: [] });
  return statements.writer.read(text, format);
}

/** A value, and what is known of it from above. */
interface Placed<Held extends Value = Value> {
  readonly value: Held;
  readonly pointer: string;
  /** Words of the name; none for the whole text and for items of an array. */
  readonly words: string;
  /** Subject of the value, the outermost part first. */
  readonly subject: readonly Part[];
  /** Among several: the name of the member that tells them apart. */
  readonly identifying?: string | undefined;
}

/** Characters of what a statement is about; what is further out is left away. */
const MAX_SUBJECT = 80;
/** Characters of a statement; further values of its object make another one. */
const MAX_STATEMENT = 400;
/** Characters of an array that is shown for what is true of it as a whole. */
const MAX_SHOWN = 2_000;

class Statements {
  readonly writer = new StatementWriter();

  add(placed: Placed): void {
    const { value, pointer, words } = placed;
    if (!isCollection(value)) this.#text(placed.subject, { ...member(words, value), pointer, words });
    else if (value.kind === 'object') this.#object({ ...placed, value });
    else this.#array({ ...placed, value });
  }

  #object({ value, pointer, words, subject, identifying }: Placed<Collection>): void {
    const { members } = value;
    const outer = isWrapper(words) ? subject : [...subject, { text: words }];
    const known = identifying === undefined ? identityOf(value) : members.find(({ name }) => name === identifying);
    const about = known === undefined ? outer : [...outer, identityPart(known as Member<Scalar>, pointer)];
    const units = unitsOf(value);
    let row: Part[] = [];
    let fields: StatedField[] = [];
    let head = outer;
    for (const one of members.filter(isField)) {
      const { name, said, kind } = fieldOf(one, pointer, units);
      const field = [name, { text: ': ' }, ...said];
      if (row.length > 0 && lengthOf(row) + lengthOf(field) > MAX_STATEMENT) {
        this.#statement(head, row, fields);
        [row, fields, head] = [[], [], about];
      }
      const start = lengthOf(row) + (row.length === 0 ? 0 : 2);
      const value = said.map(({ text }) => text).join('');
      fields.push({ name: name.text, value, kind, start, end: start + lengthOf(field) });
      if (row.length > 0) row.push({ text: '; ' });
      for (const part of field) row.push(part);
    }
    if (row.length > 0) this.#statement(head, row, fields);
    for (const one of members) {
      if (isField(one)) continue;
      const below = { value: one.value, pointer: pointerTo(pointer, one.name), words: wordsOfName(one.name) };
      if (isCollection(one.value)) this.add({ ...below, subject: about });
      else this.#text(about, { ...one, ...below, value: one.value });
    }
  }

  #array({ value, pointer, words, subject }: Placed<Collection>): void {
    const { members } = value;
    const many = words === '' ? 'entries' : words;
    const place = { span: shownOf(value), pointer };
    if (words !== '' || pointer === '')
      this.#statement(subject, [{ text: `number of ${many}: ` }, { text: String(members.length), from: place }]);
    const items = members.map((one) => one.value);
    const objects = items.filter((one): one is Collection => one.kind === 'object' && !isEmpty(one));
    const identifying = identifyingName(objects);
    for (const shares of sharesOf(objects, many, place)) this.#statement(subject, shares);
    const about = isWrapper(words) ? subject : [...subject, { text: singular(words) }];
    for (const run of runsOf(members)) {
      const [first] = run;
      if (objects.length > 1) this.writer.break();
      if (isCollection(first!.value))
        this.add({
          value: first!.value,
          pointer: pointerTo(pointer, first!.name),
          words: '',
          subject: about,
          identifying,
        });
      else this.#statement(words === '' ? subject : [...subject, { text: words }], listOf(run, pointer));
    }
    if (objects.length > 1) this.writer.break();
  }

  /** A string, in sentences, behind what it is about and its name. */
  #text(
    subject: readonly Part[],
    { value, nameSpan, pointer, words }: Member<Scalar> & { readonly pointer: string; readonly words: string },
  ): void {
    const part = partOf(value, pointer, words);
    const name: Part[] = words === '' ? [] : [{ text: words, from: nameSpan && { span: nameSpan, pointer } }];
    const head = headOf([...subject, ...name]);
    this.writer.add([...head, part], sentencesOf(part.text, lengthOf(head)));
  }

  /** @param fields the named values, by their places in `said`. */
  #statement(subject: readonly Part[], said: readonly Part[], fields: readonly StatedField[] = []): void {
    const head = headOf(subject);
    const by = lengthOf(head);
    const moved = fields.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
    this.writer.add([...head, ...said], [], moved);
  }
}

function member(name: string, value: Scalar): Member<Scalar> {
  return { name, nameSpan: undefined, value };
}

function identityPart({ name, value }: Member<Scalar>, pointer: string): Part {
  return { ...partOf(value, pointerTo(pointer, name), name), isContext: true };
}

/** Items of an array in order: each object or array by itself, scalars together up to a length. */
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

/** The place that stands for a whole array: itself, or its beginning where it is long. */
function shownOf({ start, end }: Span): Span {
  return { start, end: end - start <= MAX_SHOWN ? end : start + 1 };
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** The subject of a statement with a colon, without the outermost parts of a long one. */
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
