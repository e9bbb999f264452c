import { type DocumentBody, DocumentBuilder } from '../document-builder.ts';
import { STRUCK_NOTE } from '../left-out.ts';
import { ReadingProblem } from '../reading-problem.ts';
import type { Matrix } from './boxes.ts';
import { contentsOf } from './contents.ts';
import { footnotesOf } from './footnotes.ts';
import { type Annotation, piecesOfFields } from './form-fields.ts';
import { openPdf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import { linesOfPage, type PageLine } from './page-lines.ts';
import { pageNumbers } from './page-numbers.ts';
import { piecesOf } from './page-pieces.ts';
import { addParagraphs, CONTENTS_NOTE } from './paragraphs.ts';
import { repeatedLines } from './repeated-lines.ts';
import { leftOf } from './row.ts';
import { SeenText } from './seen-text.ts';
import type { StructureNode } from './structure.ts';
import { isReliable, taggedLines } from './tagged-lines.ts';

const MAX_PAGES = 5_000;
const MAX_PIECES = 100_000;
/** FREETEXT, STRIKEOUT and WIDGET of pdf.js's `AnnotationType`. */
const FIELDS_AND_NOTES = new Set([3, 12, 20]);

/** Used facts of pdf.js. An XFA form with fields for other programs too is read by these. */
interface DocumentFlags {
  readonly IsCollectionPresent?: boolean;
  readonly IsXFAPresent?: boolean;
  readonly IsAcroFormPresent?: boolean;
}

interface PageRead {
  /** Found by their places, when they are asked for where the page is tagged. */
  readonly lines: () => readonly PageLine[];
  /** In the order of the structure tree of a tagged page. */
  readonly tagged: readonly PageLine[] | undefined;
  /** Words of its own, and not in fields of a form alone. */
  readonly hasText: boolean;
  readonly hasSlanted: boolean;
  readonly hasHidden: boolean;
  readonly hasStruck: boolean;
}

export async function readPdf(bytes: Buffer): Promise<DocumentBody> {
  const read: PageRead[] = [];
  // A font is loaded once for all pages.
  let firstUnreadable: number | undefined;
  const pdf = await openPdf(bytes, false, () => {
    firstUnreadable ??= read.length + 1;
  });
  if (pdf.numPages > MAX_PAGES) throw new ReadingProblem(`has ${pdf.numPages} pages; at most ${MAX_PAGES} are read`);
  const builder = new DocumentBuilder();
  const { info } = (await pdf.getMetadata()) as { readonly info: DocumentFlags };
  if (info.IsCollectionPresent) builder.note('The files of the portfolio were not read.');
  if (info.IsXFAPresent && !info.IsAcroFormPresent) builder.note('The form was not read, because it is an XFA form.');
  const fields = await fieldsOf(pdf);
  const { Marked, Suspects } = { ...((await pdf.getMarkInfo()) as { Marked?: boolean; Suspects?: boolean } | null) };
  const isTagged = Marked === true && Suspects !== true;
  let pictures: Promise<PdfDocument> | undefined;
  const seen = await SeenText.of(pdf, bytes, () => (pictures ??= openPdf(bytes, true)));
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    read.push(await readPage(page, fields.get(number - 1) ?? [], { seen, isTagged }));
    page.cleanup();
  }
  const usesTags = isReliable(read.flatMap(({ tagged }) => (tagged === undefined ? [] : [tagged])));
  const pages = read.map(({ lines, tagged }) => (usesTags && tagged !== undefined ? tagged : lines()));
  const slanted = pagesWhere(read, ({ hasSlanted }) => hasSlanted);
  const hidden = pagesWhere(read, ({ hasHidden }) => hasHidden);
  if (pages.every((lines) => lines.length === 0))
    throw new ReadingProblem(
      withoutText(pages.length, firstUnreadable !== undefined, slanted.length > 0, hidden.length > 0),
    );
  if (firstUnreadable !== undefined)
    builder.note(
      `Text was left out because the characters of its font are not known, first on page ${firstUnreadable}.`,
    );
  if (slanted.length > 0) builder.note(`Rotated text was left out on ${pageNumbers(slanted)}.`);
  if (hidden.length > 0) builder.note(`Hidden text was left out on ${pageNumbers(hidden)}.`);
  if (read.some(({ hasStruck }) => hasStruck)) builder.note(STRUCK_NOTE);
  const repeated = repeatedLines(pages);
  if (repeated.leftOut.size > 0) builder.note('Lines that repeat at the top or bottom of pages were read once.');
  // Below a scan there may be the number of its page, or the name of the program.
  const isOwn = (line: PageLine) => !repeated.leftOut.has(line) && !repeated.first.has(line);
  const isScan = (page: number) => seen.mayHaveScans && !pages[page]!.some(isOwn);
  const pagesWithoutText = pagesWhere(read, ({ hasText }, page) => !hasText || isScan(page));
  const contents = contentsOf(pages);
  if (contents.size > 0) builder.note(CONTENTS_NOTE);
  const rows = new Set(pages.flatMap((all) => all.filter(({ cells }) => cells !== undefined).map(wordsOf)));
  // The names of a table that continues on the next page appear there again.
  const isOfTable = (line: PageLine) => line.isArtifact === true && rows.has(wordsOf(line));
  const lines = pages.flatMap((all, i) => {
    const notes = footnotesOf(all);
    return all.flatMap((line, k) => {
      if (repeated.leftOut.has(line) || contents.has(line) || isOfTable(line)) return [];
      const isAside =
        line.isArtifact || repeated.first.has(line) || notes.has(line) || line.direction !== all[0]!.direction;
      return [{ ...line, page: i + 1, line: k + 1, isAside }];
    });
  });
  await addParagraphs(lines, builder);
  return builder.body({ pages: pages.length, pagesWithoutText });
}

function wordsOf({ text }: PageLine): string {
  return text.replaceAll('\t', ' ');
}

function pagesWhere(read: readonly PageRead[], is: (page: PageRead, number: number) => boolean): number[] {
  return read.flatMap((page, i) => (is(page, i) ? [i + 1] : []));
}

function withoutText(pages: number, hasUnreadable: boolean, hasSlanted: boolean, hasHidden: boolean): string {
  const reason = hasUnreadable
    ? 'but text in fonts whose characters are not known'
    : hasSlanted
      ? 'but rotated text'
      : hasHidden
        ? 'but hidden text'
        : 'which may be scanned images';
  return `has no text on its ${pages} pages, ${reason}`;
}

/** The fields and notes of each page, by its number from 0. `getAnnotations` of each page takes longer than its text. */
async function fieldsOf(pdf: PdfDocument): Promise<Map<number, Annotation[]>> {
  const found = await pdf.getAnnotationsByType(FIELDS_AND_NOTES, new Set());
  const fields = new Map<number, Annotation[]>();
  for (const annotation of found as (Annotation & { readonly pageIndex: number })[]) {
    const page = fields.get(annotation.pageIndex);
    if (page === undefined) fields.set(annotation.pageIndex, [annotation]);
    else page.push(annotation);
  }
  return fields;
}

async function readPage(
  page: PdfPage,
  annotations: readonly Annotation[],
  { seen, isTagged }: { readonly seen: SeenText; readonly isTagged: boolean },
): Promise<PageRead> {
  const { width, ...viewport } = page.getViewport({ scale: 1 });
  const transform = viewport.transform as unknown as Matrix;
  const strikes = annotations.filter(({ subtype }) => subtype === 'StrikeOut');
  const { items, hasHidden, hasStruck } = await seen.itemsSeen(page, strikes);
  if (items.length > MAX_PIECES) throw new ReadingProblem(`has more than ${MAX_PIECES} pieces of text on a page`);
  const { groups, hasSlanted, hasTiny } = piecesOf(items, transform);
  const fields = piecesOfFields(annotations, transform);
  const withFields = groups.map((group, i) => (i === 0 ? { ...group, pieces: [...group.pieces, ...fields] } : group));
  const tree = isTagged && fields.length === 0 ? ((await page.getStructTree()) as StructureNode | null) : null;
  const tagged = tree === null ? undefined : taggedLines(groups, tree);
  const lines = () => linesOfPage(withFields, width - leftOf(groups[0]!.pieces));
  const known = tagged === undefined ? lines() : undefined;
  return {
    lines: known === undefined ? lines : () => known,
    tagged,
    hasText: groups.some(({ pieces }) => pieces.length > 0),
    hasSlanted,
    hasHidden: hasHidden || hasTiny,
    hasStruck,
  };
}
