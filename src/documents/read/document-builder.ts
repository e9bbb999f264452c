import type { Block, BlockKind, LineStart, ReadDocument } from '../document.ts';
import { ReadingProblem } from './reading-problem.ts';

/** The result of a reader; name, format and hash of the file come from the caller that opened it. */
export type DocumentBody = Pick<
  ReadDocument,
  'text' | 'blocks' | 'lines' | 'records' | 'pages' | 'pagesWithoutText' | 'notes'
>;

/** Words of a file, and where its lines begin in them. */
export interface Written {
  readonly text: string;
  /** `start`: in this text. */
  readonly lines?: readonly LineStart[];
}

/** Characters of a document's text. */
const MAX_TEXT = 20_000_000;
const MAX_LEVEL = 6;
/** Beyond so many, all blocks are one: bytes of a few letters a line would take more memory than the text. */
const MAX_BLOCKS = 1_000_000;

/** Throws ReadingProblem for more text or more blocks than a document of any format may have. */
export function assertBounds(characters: number, blocks: number): void {
  if (characters > MAX_TEXT) throw new ReadingProblem(`has more than ${MAX_TEXT} characters of text`);
  if (blocks > MAX_BLOCKS) throw new ReadingProblem(`has more than ${MAX_BLOCKS} paragraphs and rows`);
}

/** Puts the parts of a file one after the other as text, with marks that `text/` knows, and keeps where each appears. */
export class DocumentBuilder {
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #lines: LineStart[] = [];
  readonly #notes = new Set<string>();
  /** Places of the headings that are open, the outermost first. */
  #open: number[] = [];
  #length = 0;

  heading(level: number, written: Written): void {
    const text = inOneLine(written.text);
    if (text === '') return;
    const bounded = Math.min(Math.max(1, level), MAX_LEVEL);
    this.#open = this.#open.filter((at) => this.#blocks[at]!.level < bounded);
    this.#add('heading', { ...written, text }, { before: `${'#'.repeat(bounded)} `, level: bounded });
    this.#open.push(this.#blocks.length - 1);
  }

  paragraph(written: Written, kind: 'paragraph' | 'code' | 'footnote' = 'paragraph'): void {
    if (written.text.trim() !== '') this.#add(kind, written, {});
  }

  /** @param marker such as "-" or "3." */
  item(level: number, marker: string, written: Written): void {
    if (written.text.trim() === '') return;
    const before = `${'  '.repeat(Math.min(level, MAX_LEVEL) - 1)}${marker} `;
    this.#add('item', written, { before, level, between: this.#blocks.at(-1)?.kind === 'item' ? '\n' : '\n\n' });
  }

  /** Rows between "|", under the names of their columns where they are known. */
  table(
    names: readonly string[] | undefined,
    rows: readonly (readonly string[])[],
    lines?: readonly LineStart[],
  ): void {
    let between = '\n\n';
    if (names !== undefined) {
      this.#add('head', { text: `${row(names)}\n${row(names.map(() => '---'))}` }, { between });
      between = '\n';
    }
    for (const [i, cells] of rows.entries()) {
      const line = lines?.[i];
      this.#add('row', { text: row(cells), ...(line && { lines: [{ ...line, start: 0 }] }) }, { between });
      between = '\n';
    }
  }

  note(note: string): void {
    this.#notes.add(note);
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  body(facts: Pick<DocumentBody, 'pages' | 'pagesWithoutText'> = { pagesWithoutText: [] }): DocumentBody {
    const { pages, pagesWithoutText } = facts;
    return {
      text: this.#parts.join(''),
      blocks: this.#blocks,
      lines: this.#lines,
      ...(pages === undefined ? {} : { pages }),
      pagesWithoutText,
      notes: [...this.#notes],
    };
  }

  #add(
    kind: BlockKind,
    { text, lines = [] }: Written,
    { before = '', level = 0, between = '\n\n' }: { before?: string; level?: number; between?: string },
  ): void {
    const space = this.#length === 0 ? '' : between;
    const start = this.#length + space.length + before.length;
    this.#parts.push(space, before, text);
    this.#length = start + text.length;
    assertBounds(this.#length, this.#blocks.length + 1);
    const under = this.#open.at(-1) ?? -1;
    const page = lines[0]?.page;
    this.#blocks.push({ kind, level, under, start, end: this.#length, ...(page === undefined ? {} : { page }) });
    for (const line of lines) this.#lines.push({ ...line, start: start + line.start });
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => inOneLine(cell).replaceAll('|', '/')).join(' | ')} |`;
}

/** Text with each run of white space as one space. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
