import { boxesOfPaths, type PageBoxes } from './path-boxes.ts';
import { contentOf, hasRule, IMAGE, NO_CONTENT, type RawStream, type StreamHints, streamsOf } from './stream-hints.ts';

/** Number of an object of a PDF, as in "12 0 obj". */
type ObjectNumber = number;

interface Page {
  readonly contents: readonly ObjectNumber[];
  readonly hasNotes: boolean;
}

interface Objects {
  readonly pages: Map<ObjectNumber, Page>;
  readonly streams: Map<ObjectNumber, RawStream>;
  /** Objects that a file has twice, of which only one counts. */
  readonly repeated: Set<ObjectNumber>;
}

/** Objects of a file, and bytes of the contents of a page. */
const MAX_OBJECTS = 500_000;
const MAX_LENGTH = 64 * 1024 * 1024;

const OBJECT = /(?<!\d)(\d{1,10})\s{1,4}\d{1,5}\s{1,4}obj\b/g;
const OBJECT_STREAM = /\/Type\s*\/ObjStm\b/;
const PAGE = /\/Type\s*\/Page\b/;
const CONTENTS = /\/Contents\s*(?:(\d{1,10})\s+\d{1,5}\s+R|\[((?:\s*\d{1,10}\s+\d{1,5}\s+R)*)\s*\])/;

/**
 * The lines that pages of a file may draw, from its bytes: to have pdf.js interpret a page takes as long as to read its text.
 * Pages that are not surely known this way are undefined: objects that a file has twice, other compressions, lines within
 * forms and notes.
 */
export class PageRules {
  readonly #objects: Objects;
  /** Contents of streams that are known, by their places in the file. */
  readonly #unpacked: ReadonlyMap<number, Buffer>;
  readonly #mayCover: boolean;
  /** Some form or note has lines, which each page may show. */
  readonly #othersHaveRules: boolean;

  constructor(file: Buffer, { contents, mayCover }: Pick<StreamHints, 'contents' | 'mayCover'>) {
    this.#unpacked = contents;
    this.#mayCover = mayCover;
    this.#objects = objectsOf(file);
    const { pages, streams } = this.#objects;
    const ofPages = new Set([...pages.values()].flatMap(({ contents }) => contents));
    this.#othersHaveRules = [...streams].some(([number, stream]) => {
      if (ofPages.has(number) || IMAGE.test(stream.dictionary) || NO_CONTENT.test(stream.dictionary)) return false;
      const content = this.#contentOf(stream);
      return content === undefined || hasRule(content.toString('latin1'));
    });
  }

  /** At least the lines and boxes that `drawnGlyphs` finds on a page; undefined where they are not known. */
  of(page: ObjectNumber | undefined): PageBoxes | undefined {
    const { pages, streams, repeated } = this.#objects;
    const found = page === undefined || repeated.has(page) ? undefined : pages.get(page);
    if (found === undefined || (this.#othersHaveRules && found.hasNotes)) return undefined;
    const contents: Buffer[] = [];
    let length = 0;
    for (const number of found.contents) {
      const stream = repeated.has(number) ? undefined : streams.get(number);
      if (stream === undefined || NO_CONTENT.test(stream.dictionary)) return undefined;
      const content = this.#contentOf(stream);
      length += content?.length ?? 0;
      if (content === undefined || length > MAX_LENGTH) return undefined;
      contents.push(content, SPACE);
    }
    return boxesOfPaths(Buffer.concat(contents), { withForms: this.#othersHaveRules, withText: this.#mayCover });
  }

  #contentOf({ at, dictionary, packed }: RawStream): Buffer | undefined {
    return this.#unpacked.get(at) ?? contentOf(dictionary, packed);
  }
}

const SPACE = Buffer.from('\n');

function objectsOf(file: Buffer): Objects {
  const objects: Objects = { pages: new Map(), streams: new Map(), repeated: new Set() };
  const seen = new Set<ObjectNumber>();
  const add = (number: ObjectNumber, body: string) => {
    if (seen.size > MAX_OBJECTS) return;
    if (seen.has(number)) objects.repeated.add(number);
    seen.add(number);
    const page = PAGE.test(body) ? pageOf(body) : undefined;
    if (page !== undefined) objects.pages.set(number, page);
  };
  const addAll = (text: string): ObjectNumber | undefined => {
    let last: { readonly number: ObjectNumber; readonly from: number } | undefined;
    const end = (at: number) => {
      if (last !== undefined) add(last.number, text.slice(last.from, at).split('endobj', 1)[0]!);
    };
    for (const { 0: head, 1: number, index } of text.matchAll(OBJECT)) {
      end(index);
      last = { number: Number(number), from: index + head.length };
    }
    end(text.length);
    return last?.number;
  };
  let past = 0;
  for (const stream of streamsOf(file)) {
    const { dictionary, packed, after, at } = stream;
    const number = addAll(file.toString('latin1', after, at));
    past = at + packed.length;
    if (number === undefined) continue;
    objects.streams.set(number, stream);
    if (OBJECT_STREAM.test(dictionary))
      for (const [inner, body] of compressedObjects(dictionary, packed)) add(inner, body);
  }
  addAll(file.toString('latin1', past));
  if (seen.size > MAX_OBJECTS) objects.pages.clear();
  return objects;
}

/**
 * The objects of an object stream: pairs of number and offset, then the objects, whose offsets increase. What ends before it
 * begins is empty, so that all of them together are no longer than the stream.
 */
function* compressedObjects(dictionary: string, packed: Buffer): Generator<[number: ObjectNumber, body: string]> {
  const first = Number(/\/First\s+(\d{1,10})/.exec(dictionary)?.[1]);
  const content = /\/Predictor\b/.test(dictionary) ? undefined : contentOf(dictionary, packed)?.toString('latin1');
  if (content === undefined || Number.isNaN(first)) return;
  const heads = (content.slice(0, first).match(/\d{1,10}/g) ?? []).map(Number);
  let past = 0;
  for (let i = 0; i + 1 < heads.length; i += 2) {
    const end = heads[i + 3] ?? content.length;
    yield [heads[i]!, content.slice(first + Math.max(past, heads[i + 1]!), first + end)];
    past = Math.max(past, end);
  }
}

function pageOf(body: string): Page | undefined {
  // A note within the object of a page may have contents too.
  if (body.split('/Contents').length !== 2) return undefined;
  const [, one, several] = CONTENTS.exec(body) ?? [];
  const references = one ?? several;
  if (references === undefined) return undefined;
  const numbers = references.match(/\d+/g) ?? [];
  // Each has a generation behind its number.
  const contents = one === undefined ? numbers.filter((_, i) => i % 2 === 0) : numbers;
  return { contents: contents.map(Number), hasNotes: body.includes('/Annots') };
}
