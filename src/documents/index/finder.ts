import { LRUCache } from 'lru-cache';
import type { ReadDocument } from '../document.ts';
import { sentenceKeys } from '../split/sentence-keys.ts';
import type { Passage } from '../split/split-document.ts';
import { clearly, openForReading } from './index-file.ts';
import { type IndexContents, IndexReader } from './nearest-rows.ts';
import { unpacked } from './packed.ts';

export interface Candidate {
  readonly passage: Passage;
  /** The place of the sentence in `passage.spans`. */
  readonly sentence: number;
}

/** Characters that are kept unpacked of passages, and of documents: the sentences of a draft rest on the same ones. */
const KEPT_CHARACTERS = 10_000_000;

/** Finds the sentences of an indexed folder that are nearest to a text by their words. Each call takes as long as SQLite takes. */
export class Finder {
  readonly contents: IndexContents;
  readonly #path: string;
  readonly #reader: IndexReader;
  readonly #passages = keptTexts<number, Passage>();
  readonly #documents = keptTexts<string, ReadDocument>();

  /** Throws `invalid_configuration` for a file that is no index of this version, with what to do about it. */
  constructor(path: string) {
    this.#path = path;
    const handle = openForReading(path);
    try {
      this.#reader = clearly(path, () => new IndexReader(handle));
      this.contents = this.#ask((reader) => reader.contents());
    } catch (error) {
      handle.close();
      throw error;
    }
  }

  /** At most `most` sentences, the nearest first. `normalised` is the text as the models read it. */
  nearest(normalised: string, most: number): Candidate[] {
    const found = this.#ask((reader) => reader.nearest(sentenceKeys(normalised), most));
    const passages = this.#read([...new Set(found.map(({ passage }) => passage))]);
    return found.map(({ passage: row, sentence }) => {
      const passage = passages.get(row)!;
      return { passage, sentence: passage.beforeSpans + sentence };
    });
  }

  document(file: string): ReadDocument {
    const known = this.#documents.get(file);
    if (known !== undefined) return known;
    const [body, ...passages] = this.#ask((reader) => reader.document(file));
    const read = unpacked<ReadDocument>(this.#path, body!);
    const own = passages.map((one) => unpacked<Passage>(this.#path, one)).map(({ text, before }) => text.slice(before));
    const document = { ...read, text: read.text + own.join('') };
    this.#documents.set(file, document);
    return document;
  }

  close(): void {
    this.#reader.close();
  }

  #ask<Answer>(question: (reader: IndexReader) => Answer): Answer {
    return clearly(this.#path, () => question(this.#reader));
  }

  #read(rows: readonly number[]): ReadonlyMap<number, Passage> {
    const read = new Map<number, Passage>();
    const unknown: number[] = [];
    for (const row of rows) {
      const known = this.#passages.get(row);
      if (known === undefined) unknown.push(row);
      else read.set(row, known);
    }
    const bodies = this.#ask((reader) => reader.passages(unknown));
    for (const [i, row] of unknown.entries()) {
      const passage = unpacked<Passage>(this.#path, bodies[i]!);
      this.#passages.set(row, passage);
      read.set(row, passage);
    }
    return read;
  }
}

function keptTexts<Key extends string | number, Value extends { readonly text: string }>(): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: KEPT_CHARACTERS, sizeCalculation: ({ text }) => text.length + 1 });
}
