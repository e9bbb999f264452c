import type { FilesLeftOut } from '../document.ts';
import type { keysIn, PreparedDocument } from '../split/prepare-document.ts';
import type { Passage } from '../split/split-document.ts';
import { clearly, type IndexHandle, openForWriting } from './index-file.ts';
import { unpacked } from './packed.ts';

/** Sentences after which what was written is kept, whatever comes: an update that is stopped continues from there. */
const COMMITTED_AT_ONCE = 20_000;

/** Brings an index in line with a folder: documents that changed are put, and at the end those that are gone are left out. */
export class IndexWriter {
  readonly #path: string;
  readonly #handle: IndexHandle;
  readonly #known: Map<string, string>;
  #next: number;
  #uncommitted = 0;
  #isChanged = false;
  #keysIn: typeof keysIn | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#handle = openForWriting(path);
    const [known, next] = clearly(path, () => {
      this.#handle.exec('BEGIN IMMEDIATE');
      const rows = this.#all<{ file: string; sha256: string }>('SELECT file, sha256 FROM documents');
      const [last] = this.#all<{ past: number | null }>('SELECT max(past_row) AS past FROM passages');
      return [new Map(rows.map(({ file, sha256 }) => [file, sha256])), last?.past ?? 1] as const;
    });
    this.#known = known;
    this.#next = next;
  }

  /** True if the file is in the index with these bytes, so that it need not be read. */
  holds(file: string, sha256: string): boolean {
    return this.#known.get(file) === sha256;
  }

  /** Puts a document in place of that of its file. Gives the number of its sentences that may be found. */
  async put(document: PreparedDocument): Promise<number> {
    const { file } = document;
    if (this.#known.has(file)) await this.#loadKeys();
    const before = { next: this.#next, sha256: this.#known.get(file) };
    return clearly(this.#path, () => {
      this.#handle.exec('SAVEPOINT document');
      try {
        this.#remove(file);
        const sentences = this.#add(document);
        this.#handle.exec('RELEASE document');
        this.#commitSometimes(sentences);
        return sentences;
      } catch (error) {
        // Half a document must not be found.
        this.#handle.exec('ROLLBACK TO document; RELEASE document');
        this.#next = before.next;
        if (before.sha256 !== undefined) this.#known.set(file, before.sha256);
        throw error;
      }
    });
  }

  /** Leaves out what is not in the folder any more, and keeps what the index has to report about it next to its documents. */
  async finish(
    present: ReadonlySet<string>,
    { unread, duplicates, others, counts }: FilesLeftOut = NOTHING_LEFT_OUT,
  ): Promise<void> {
    const gone = [...this.#known.keys()].filter((file) => !present.has(file));
    if (gone.length > 0) await this.#loadKeys();
    clearly(this.#path, () => {
      for (const file of gone) this.#remove(file);
      this.#handle.exec('DELETE FROM unread; DELETE FROM duplicates; DELETE FROM others; DELETE FROM left_out');
      for (const file of others) this.#run('INSERT INTO others VALUES (?)', file);
      for (const { file, reason } of unread) this.#run('INSERT INTO unread VALUES (?, ?)', file, reason);
      for (const { file, of } of duplicates) this.#run('INSERT INTO duplicates VALUES (?, ?)', file, of);
      for (const [kind, files] of Object.entries(counts)) this.#run('INSERT INTO left_out VALUES (?, ?)', kind, files);
      // One list for each word: the quickest to ask.
      if (this.#isChanged) this.#handle.exec("INSERT INTO words (words) VALUES ('optimize')");
      this.#handle.exec('COMMIT');
    });
  }

  /** Without `finish` the index has what was put so far, as far as it was committed. */
  close(): void {
    this.#handle.close();
  }

  /** Only what removes documents needs it, and it takes longer to load than a small folder to index. */
  async #loadKeys(): Promise<void> {
    this.#keysIn ??= (await import('../split/prepare-document.ts')).keysIn;
  }

  #remove(file: string): void {
    if (!this.#known.delete(file)) return;
    const passages = this.#all<{ first: number; body: Uint8Array }>(
      'SELECT first_row AS first, body FROM passages WHERE file = ?',
      file,
    );
    // FTS5 subtracts what it is given: so the counts that BM25 takes are those of a new index.
    const remove = this.#handle.prepare("INSERT INTO words (words, rowid, keys) VALUES ('delete', ?, ?)");
    for (const { first, body } of passages)
      for (const [i, keys] of this.#keysIn!(unpacked<Passage>(this.#path, body)).entries())
        if (keys !== null) remove.run(first + i, keys);
    this.#run('DELETE FROM passages WHERE file = ?', file);
    this.#run('DELETE FROM documents WHERE file = ?', file);
    this.#isChanged = true;
  }

  #add({ file, sha256, facts, body, passages }: PreparedDocument): number {
    const insert = this.#handle.prepare('INSERT INTO words (rowid, keys) VALUES (?, ?)');
    let sentences = 0;
    for (const passage of passages) {
      const first = this.#next;
      const keysOf = JSON.parse(passage.keys) as ReturnType<typeof keysIn>;
      this.#next += keysOf.length;
      this.#run('INSERT INTO passages VALUES (?, ?, ?, ?)', first, this.#next, file, passage.body);
      for (const [i, keys] of keysOf.entries()) {
        if (keys === null) continue;
        insert.run(first + i, keys);
        sentences += 1;
      }
    }
    this.#run('INSERT INTO documents VALUES (?, ?, ?, ?, ?)', file, sha256, sentences, JSON.stringify(facts), body);
    this.#known.set(file, sha256);
    this.#isChanged = true;
    return sentences;
  }

  #commitSometimes(sentences: number): void {
    this.#uncommitted += sentences;
    if (this.#uncommitted < COMMITTED_AT_ONCE) return;
    this.#handle.exec('COMMIT; BEGIN IMMEDIATE');
    this.#uncommitted = 0;
  }

  #all<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    return this.#handle.prepare(sql).all([...values]) as Row[];
  }

  #run(sql: string, ...values: readonly unknown[]): void {
    this.#handle.prepare(sql).run([...values]);
  }
}

const NOTHING_LEFT_OUT: FilesLeftOut = {
  unread: [],
  duplicates: [],
  others: [],
  counts: { unread: 0, duplicates: 0, others: 0 },
};
