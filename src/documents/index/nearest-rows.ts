import { LRUCache } from 'lru-cache';
import type { DocumentFacts, FilesLeftOut, ReadDocument } from '../document.ts';
import { MAX_NAMED } from '../first-files.ts';
import type { IndexHandle } from './index-file.ts';

const FIRST = `ORDER BY file LIMIT ${MAX_NAMED}`;

/** A sentence of an indexed passage, by the first row of that, and its place among the passage's own sentences. */
export interface FoundSentence {
  readonly passage: number;
  readonly sentence: number;
}

export class IndexReader {
  readonly #handle: IndexHandle;
  readonly #indexed: number;
  readonly #statements = new Map<string, ReturnType<IndexHandle['prepare']>>();
  /** Number of sentences that have a key: SQLite walks through all of them to count, and frequent keys are asked for often. */
  readonly #counts = new LRUCache<string, number>({ max: KEPT_COUNTS });

  constructor(handle: IndexHandle) {
    this.#handle = handle;
    this.#indexed = this.#all<{ sum: number | null }>('SELECT sum(sentences) AS sum FROM documents')[0]?.sum ?? 0;
  }

  /**
   * The `most` sentences with the rarest of these keys, by BM25, the best first; among equals by file and place. Where
   * rarer keys find fewer than that, those that appear in more than a tenth of the sentences are looked up too.
   */
  nearest(keys: readonly string[], most: number): FoundSentence[] {
    const found = [...new Set(keys)].map((key) => ({ key, sentences: this.#sentencesWith(key) }));
    const held = found.filter(({ sentences }) => sentences > 0).sort((a, b) => a.sentences - b.sentences);
    const rare = held.filter(({ sentences }) => sentences <= this.#indexed * COMMON);
    const first = rare.length === 0 ? [] : this.#withRarest(rare, most);
    if (first.length === most || rare.length === held.length) return first;
    const known = new Set(first.map(rowOf));
    const others = this.#withRarest(held, most).filter((one) => !known.has(rowOf(one)));
    return [...first, ...others].slice(0, most);
  }

  /** The packed form of a document without its text, and those of its passages, which have the text. */
  document(file: string): Uint8Array[] {
    const sql =
      'SELECT body FROM (SELECT body, 0 AS row FROM documents WHERE file = ?1 UNION ALL SELECT body, first_row AS row FROM passages WHERE file = ?1) ORDER BY row';
    return this.#all<{ body: Uint8Array }>(sql, file).map(({ body }) => body);
  }

  passages(rows: readonly number[]): Uint8Array[] {
    return rows.map(
      (row) => this.#all<{ body: Uint8Array }>('SELECT body FROM passages WHERE first_row = ?', row)[0]!.body,
    );
  }

  contents(): IndexContents {
    return {
      documents: this.#all<{ file: string; sha256: string; sentences: number; facts: string }>(
        'SELECT file, sha256, sentences, facts FROM documents ORDER BY file',
      ).map(({ facts, ...document }) => ({ ...document, ...(JSON.parse(facts) as DocumentFacts) })),
      unread: this.#all(`SELECT file, reason FROM unread ${FIRST}`),
      duplicates: this.#all(`SELECT file, of FROM duplicates ${FIRST}`),
      others: this.#all<{ file: string }>(`SELECT file FROM others ${FIRST}`).map(({ file }) => file),
      counts: {
        unread: 0,
        duplicates: 0,
        others: 0,
        ...Object.fromEntries(
          this.#all<{ kind: string; files: number }>('SELECT kind, files FROM left_out').map(({ kind, files }) => [
            kind,
            files,
          ]),
        ),
      },
    };
  }

  close(): void {
    this.#statements.clear();
    this.#handle.close();
  }

  #sentencesWith(key: string): number {
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = this.#all<{ doc: number }>('SELECT doc FROM frequencies WHERE term = ?', key)[0]?.doc ?? 0;
    this.#counts.set(key, count);
    return count;
  }

  /**
   * The best sentences by all of these keys, the rarest first, without a look at each sentence that only has frequent ones:
   * looked at are those with one of the rarest, as few of them as find `most` that no sentence of average length with all
   * the others outranks (MaxScore: Turtle and Flood, Query evaluation: strategies and optimizations, 1995).
   */
  #withRarest(keys: readonly CountedKey[], most: number): FoundSentence[] {
    for (let rarest = 1, looked = 0; ; rarest++) {
      looked += keys[rarest - 1]!.sentences;
      if (looked < most && rarest < keys.length) continue;
      const others = keys.slice(rarest);
      const rows = this.#ranked(keys.slice(0, rarest), others, most);
      const last = rows[most - 1];
      const missed = others.reduce((sum, { sentences }) => sum + this.#weight(sentences), 0);
      if (others.length === 0 || (last !== undefined && -last.rank >= missed)) return this.#placed(rows, most);
    }
  }

  /** Weight of a key in that many sentences, for the rank of a sentence of average length (BM25, as FTS5 computes it). */
  #weight(sentences: number): number {
    return Math.max(Math.log((this.#indexed - sentences + 0.5) / (sentences + 0.5)), 0);
  }

  /** The best `most` rows with one of the rarest keys, ranked by these and the others, and all that are equal to the last. */
  #ranked(rarest: readonly CountedKey[], others: readonly CountedKey[], most: number): RankedRow[] {
    const [one, other] = [anyOf(rarest), anyOf(others)];
    const asked = others.length === 0 ? [one] : [`(${one}) AND (${other})`, `(${one}) NOT (${other})`];
    const best = asked.map((words) =>
      this.#all<RankedRow>('SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?', words, 2 * most),
    );
    const rows = best.flat().sort((a, b) => a.rank - b.rank);
    const last = rows[most - 1];
    // Among equal ranks the first by file and place win, in whatever order files were put: all of them must be there.
    const areAll = last === undefined || best.every((own) => own.length < 2 * most || own.at(-1)!.rank > last.rank);
    if (areAll) return rows;
    const sql = 'SELECT rowid, rank FROM words WHERE words MATCH ? AND bm25(words) = ?';
    const equal = asked.flatMap((words) => this.#all<RankedRow>(sql, words, last.rank));
    return [...rows.filter(({ rank }) => rank < last.rank), ...equal];
  }

  #placed(rows: readonly RankedRow[], most: number): FoundSentence[] {
    const last = rows[most - 1]?.rank ?? Number.POSITIVE_INFINITY;
    return rows
      .filter(({ rank }) => rank <= last)
      .map(({ rowid, rank }) => ({ rowid, rank, ...this.#passageOf(rowid) }))
      .sort((a, b) => a.rank - b.rank || byText(a.file, b.file) || a.rowid - b.rowid)
      .slice(0, most)
      .map(({ rowid, passage }) => ({ passage, sentence: rowid - passage }));
  }

  #passageOf(row: number): { readonly passage: number; readonly file: string } {
    const [found] = this.#all<{ file: string; passage: number }>(
      'SELECT file, first_row AS passage FROM passages WHERE first_row <= ? ORDER BY first_row DESC LIMIT 1',
      row,
    );
    return found!;
  }

  #all<Row>(sql: string, ...values: readonly (string | number)[]): Row[] {
    const statement = this.#statements.get(sql) ?? this.#handle.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all([...values]) as Row[];
  }
}

interface CountedKey {
  readonly key: string;
  readonly sentences: number;
}

interface RankedRow {
  readonly rowid: number;
  /** Lower is better. */
  readonly rank: number;
}

export interface IndexedDocument extends DocumentFacts, Pick<ReadDocument, 'file' | 'sha256'> {
  readonly sentences: number;
}

/** Contents of an index, and the files of the folder that are no documents. */
export interface IndexContents extends FilesLeftOut {
  readonly documents: readonly IndexedDocument[];
}

/** Keys that appear in a larger share of the sentences pick none of them out. */
const COMMON = 0.1;

const KEPT_COUNTS = 50_000;

function anyOf(keys: readonly CountedKey[]): string {
  return keys.map(({ key }) => `"${key.replaceAll('"', '""')}"`).join(' OR ');
}

function rowOf({ passage, sentence }: FoundSentence): number {
  return passage + sentence;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
