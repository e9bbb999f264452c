import { LRUCache } from 'lru-cache';
import type { PageRectangle, ReadDocument } from '../document.ts';
import { isUnread, openFile } from '../file-reader.ts';
import { PageFinder } from '../highlight/find-rectangles.ts';
import { wordsByLine } from '../highlight/page-words.ts';
import { ReadingProcess } from '../process/reading-process.ts';
import { pathOfFile } from '../walk-folder.ts';

/** Letters of pages that are kept: the sentences of a draft rest on the same pages. */
const KEPT_LETTERS = 1_000_000;

export class EvidenceRectangles {
  readonly #folder: string;
  readonly #process = new ReadingProcess();
  /** A page without a finder could not be read. */
  readonly #pages = new LRUCache<string, { readonly finder: PageFinder | undefined }>({
    maxSize: KEPT_LETTERS,
    sizeCalculation: ({ finder }) => 1 + (finder?.letters ?? 0),
  });

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The rectangles of a stretch of a document, in UTF-16 units of its text, one for each line. Empty where the words are not
   * found on their pages or the file has changed; undefined for a document that is no PDF.
   */
  async find(
    document: ReadDocument,
    { start, end }: { readonly start: number; readonly end: number },
    signal: AbortSignal | undefined,
  ): Promise<PageRectangle[] | undefined> {
    if (document.format !== 'pdf') return undefined;
    const lines = wordsByLine(document, start, end);
    const finders = await this.#finders(document, [...new Set(lines.map(({ page }) => page))], signal);
    const found = lines.map((line) => finders.get(line.page)?.rectangles(line));
    return found.includes(undefined) ? [] : found.flatMap((rectangles) => rectangles ?? []);
  }

  async close(): Promise<void> {
    await this.#process.close();
  }

  async #finders(
    document: ReadDocument,
    pages: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, PageFinder | undefined>> {
    const finders = new Map<number, PageFinder | undefined>();
    const unknown: number[] = [];
    for (const page of pages) {
      const known = this.#pages.get(keyOf(document, page));
      if (known === undefined) unknown.push(page);
      else finders.set(page, known.finder);
    }
    if (unknown.length === 0) return finders;
    const read = await this.#read(document, unknown, signal);
    for (const page of unknown) {
      const letters = read.find((one) => one.page === page);
      const finder = letters && new PageFinder(letters);
      finders.set(page, finder);
      this.#pages.set(keyOf(document, page), { finder });
    }
    return finders;
  }

  async #read({ file, sha256 }: ReadDocument, pages: readonly number[], signal: AbortSignal | undefined) {
    const opened = await openFile({ file, path: await pathOfFile(this.#folder, file) });
    if (isUnread(opened) || opened.sha256 !== sha256) return [];
    const read = await this.#process.ask({ task: 'letters', bytes: opened.bytes, pages }, signal);
    return typeof read === 'string' ? [] : read;
  }
}

function keyOf({ file }: ReadDocument, page: number): string {
  return `${page} ${file}`;
}
