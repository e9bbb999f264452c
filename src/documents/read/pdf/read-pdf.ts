import { getDocumentProxy } from 'unpdf';
import { type DocumentBody, DocumentBuilder } from '../document-builder.ts';
import { ReadingProblem } from '../reading-problem.ts';
import { type Annotation, piecesOfFields } from './form-fields.ts';
import { linesOfPage, type PageLine } from './page-lines.ts';
import { pageNumbers } from './page-numbers.ts';
import { piecesOf } from './page-pieces.ts';
import { addParagraphs } from './paragraphs.ts';
import { repeatedLines } from './repeated-lines.ts';

const MAX_PAGES = 5_000;
const MAX_PIECES = 100_000;
/** FREETEXT and WIDGET of pdf.js's `AnnotationType`. */
const FIELDS_AND_NOTES = new Set([3, 20]);
/** The dots between a heading and its page. */
const LEADER = /\.{5}|(?:\. ){5}/;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

interface PageRead {
  readonly lines: readonly PageLine[];
  /** Words of its own, and not in fields of a form alone. */
  readonly hasText: boolean;
  readonly hasSlanted: boolean;
}

export async function readPdf(bytes: Uint8Array): Promise<DocumentBody> {
  const pdf = await opened(bytes);
  if (pdf.numPages > MAX_PAGES) throw new ReadingProblem(`has ${pdf.numPages} pages; at most ${MAX_PAGES} are read`);
  const builder = new DocumentBuilder();
  const read: PageRead[] = [];
  const fields = await fieldsOf(pdf);
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    read.push(await readPage(page, fields.get(number - 1) ?? []));
    page.cleanup();
  }
  const pages = read.map(({ lines }) => lines);
  const slanted = pagesWhere(read, ({ hasSlanted }) => hasSlanted);
  const pagesWithoutText = pagesWhere(read, ({ hasText }) => !hasText);
  if (pages.every((lines) => lines.length === 0))
    throw new ReadingProblem(withoutText(pages.length, slanted.length > 0));
  if (slanted.length > 0) builder.note(`Text at an angle was left out on ${pageNumbers(slanted)}.`);
  const repeated = repeatedLines(pages);
  if (repeated.leftOut.size > 0) builder.note('Lines that repeat at the top or bottom of pages were read once.');
  const isContents = (line: PageLine) => LEADER.test(line.text);
  if (pages.some((all) => all.some(isContents))) builder.note('Lines of a table of contents were left out.');
  const lines = pages.flatMap((all, i) =>
    all.flatMap((line, k) => {
      if (repeated.leftOut.has(line) || isContents(line)) return [];
      const isAside = repeated.first.has(line) || line.direction !== all[0]!.direction;
      return [{ ...line, page: i + 1, line: k + 1, isAside }];
    }),
  );
  addParagraphs(lines, builder);
  return builder.body({ pages: pages.length, pagesWithoutText });
}

function pagesWhere(read: readonly PageRead[], is: (page: PageRead) => boolean): number[] {
  return read.flatMap((page, i) => (is(page) ? [i + 1] : []));
}

function withoutText(pages: number, hasSlanted: boolean): string {
  const reason = hasSlanted ? 'but at an angle' : 'which may be pictures of text';
  return `has no text on its ${pages} pages, ${reason}`;
}

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    const { name, message } = error as Error;
    throw new ReadingProblem(
      name === 'PasswordException' ? 'is encrypted with a password' : `is a damaged PDF: ${message.replace(/\.$/, '')}`,
    );
  }
}

/** The fields and notes of each page, by its number from 0. `getAnnotations` of each page takes longer than its text. */
async function fieldsOf(pdf: Pdf): Promise<Map<number, Annotation[]>> {
  const found = await pdf.getAnnotationsByType(FIELDS_AND_NOTES, new Set());
  const fields = new Map<number, Annotation[]>();
  for (const annotation of found as (Annotation & { readonly pageIndex: number })[]) {
    const page = fields.get(annotation.pageIndex);
    if (page === undefined) fields.set(annotation.pageIndex, [annotation]);
    else page.push(annotation);
  }
  return fields;
}

async function readPage(page: Page, annotations: readonly Annotation[]): Promise<PageRead> {
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  if (items.length > MAX_PIECES) throw new ReadingProblem(`has more than ${MAX_PIECES} pieces of text on a page`);
  const { groups, hasSlanted } = piecesOf(
    items.filter((item) => 'str' in item),
    transform,
  );
  const fields = piecesOfFields(annotations, transform);
  const withFields = groups.map((group, i) => (i === 0 ? { ...group, pieces: [...group.pieces, ...fields] } : group));
  return {
    lines: linesOfPage(withFields),
    hasText: groups.some(({ pieces }) => pieces.length > 0),
    hasSlanted,
  };
}
