import { LRUCache } from 'lru-cache';
import type { ReadDocument } from '../document.ts';
import { sentenceKeys } from '../split/sentence-keys.ts';
import type { Passage } from '../split/split-document.ts';
import { IndexThread } from './index-thread.ts';
import type { IndexContents } from './nearest-rows.ts';
import { unpacked } from './packed.ts';

/** A sentence of the folder. */
export interface Candidate {
  readonly passage: Passage;
  /** The place of the sentence in `passage.spans`. */
  readonly sentence: number;
}

/** Characters that are kept unpacked of passages, and of documents: the sentences of a draft rest on the same ones. */
const KEPT_CHARACTERS = 10_000_000;

/** Finds the sentences of an indexed folder that are nearest to a text by their words. */
export class Finder {
  readonly contents: IndexContents;
  readonly #path: string;
  readonly #thread: IndexThread;
  readonly #passages = keptTexts<number, Passage>();
  readonly #documents = keptTexts<string, ReadDocument>();

  constructor(path: string, { thread, contents }: Awaited<ReturnType<typeof IndexThread.open>>) {
    this.#path = path;
    this.#thread = thread;
    this.contents = contents;
  }

  /** At most `most` sentences, the nearest first. `normalised` is the text as the models read it. */
  async nearest(normalised: string, most: number): Promise<Candidate[]> {
    const found = await this.#thread.nearest(sentenceKeys(normalised), most);
    const passages = await this.#read([...new Set(found.map(({ passage }) => passage))]);
    return found.map(({ passage: row, sentence }) => {
      const passage = passages.get(row)!;
      return { passage, sentence: passage.beforeSpans + sentence };
    });
  }

  /** A document of the folder, as it was read. */
  async document(file: string): Promise<ReadDocument> {
    const known = this.#documents.get(file);
    if (known !== undefined) return known;
    const [body, ...passages] = await this.#thread.document(file);
    const read = unpacked<ReadDocument>(this.#path, body!);
    const own = passages.map((one) => unpacked<Passage>(this.#path, one)).map(({ text, before }) => text.slice(before));
    const document = { ...read, text: read.text + own.join('') };
    this.#documents.set(file, document);
    return document;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #read(rows: readonly number[]): Promise<ReadonlyMap<number, Passage>> {
    const read = new Map<number, Passage>();
    const unknown: number[] = [];
    for (const row of rows) {
      const known = this.#passages.get(row);
      if (known === undefined) unknown.push(row);
      else read.set(row, known);
    }
    const bodies = unknown.length === 0 ? [] : await this.#thread.passages(unknown);
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

/** Opens an index. Rejects with `invalid_configuration` for a file that is not an index, with what to do about it. */
export async function openFinder(path: string): Promise<Finder> {
  return new Finder(path, await IndexThread.open(path));
}
