import type { Span } from '../text/index.ts';
import type { DocumentFormat } from './file-kinds.ts';

/**
 * Kind of a block of the text. `head`: the column names of a table, with the line of dashes under them; `row`: a row of a
 * table with known cells; `code`: lines kept as they are, such as those of a table in a PDF.
 */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'head' | 'row' | 'code' | 'footnote';

/** Offsets are into `ReadDocument.text`. Blocks follow one another and do not overlap. What appears between them are marks and white space. */
export interface Block extends Span {
  readonly kind: BlockKind;
  /** Level of a heading or nesting of an item, from 1; otherwise 0. */
  readonly level: number;
  /** The place in `blocks` of the nearest heading above; -1 where there is none. Follow it for the whole path. */
  readonly under: number;
  /** From 1, where the format has pages: that on which the block begins. */
  readonly page?: number;
}

/** A line of the file, or a row of a sheet, begins at this offset of the text. */
export interface LineStart {
  readonly start: number;
  /** From 1; on the page, where there are pages. */
  readonly line: number;
  readonly page?: number;
  /** JSON Pointer of the value of json and jsonl that it has. */
  readonly pointer?: string;
}

export interface ReadDocument {
  /** Relative to the folder, with "/" between its parts; the name alone of a file that was named itself. */
  readonly file: string;
  readonly format: DocumentFormat;
  /** Hash of the bytes of the file, in hexadecimal. */
  readonly sha256: string;
  /**
   * Such that `text/` cuts it where the document does: headings begin with "#", items with "- ", and rows of tables are
   * between "|" under the names of their columns. For md and txt it is the text of the file, unchanged.
   */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** In order; empty where the format has no lines. Numbers are the starts of line 1, line 2 and so on. */
  readonly lines: readonly LineStart[] | readonly number[];
  /** The file's own text, where its values are compared with statements: of short files of json and jsonl. */
  readonly records?: { readonly format: 'json' | 'jsonl'; readonly text: string };
  readonly pages?: number;
  /** Pages from 1 on which nothing can be read, such as scans. */
  readonly pagesWithoutText: readonly number[];
  /** Sentences for a person: what of the file was left out or is not known. */
  readonly notes: readonly string[];
}

export type DocumentFacts = Pick<ReadDocument, 'pages' | 'pagesWithoutText' | 'notes'>;

/** A file that could not be read, with a sentence that says why. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/** Where an offset of a document's text is, as a person would look for it. */
export interface DocumentPlace {
  readonly page: number | null;
  readonly line: number | null;
  /** From 1, where the format has no lines: headings, items and rows of tables count as paragraphs. */
  readonly paragraph?: number | undefined;
  /** The headings above it, the outermost first. */
  readonly headings: readonly string[];
  /** Column names of a row of a table; otherwise empty, as for tables without names. */
  readonly columns: readonly string[];
  /** JSON Pointer of its value in a file of json or jsonl; the items of jsonl are those of one array. */
  readonly pointer?: string | undefined;
}

/** A part of a page as it is shown, turned and cropped. In points of 1/72 inch; the origin is the page's top left corner. */
export interface PageRectangle {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A file with the same bytes as one before it, which is the source in its place. */
export interface DuplicateFile {
  readonly file: string;
  readonly of: string;
}

/** The files of a folder that are not in its index, in the order of names: the first of each kind, and how many there are. */
export interface FilesLeftOut {
  readonly unread: readonly UnreadFile[];
  readonly duplicates: readonly DuplicateFile[];
  /** Files of kinds that hold no text of documents, such as pictures: they are passed over. */
  readonly others: readonly string[];
  readonly counts: Readonly<Record<'unread' | 'duplicates' | 'others', number>>;
}
