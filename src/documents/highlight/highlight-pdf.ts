import type { PageRectangle } from '../document.ts';
import { around } from '../read/pdf/boxes.ts';
import { openPdf, type PdfDocument } from '../read/pdf/open-pdf.ts';
import { ReadingProblem } from '../read/reading-problem.ts';
import { closePdf } from './page-letters.ts';

export interface Highlight {
  /** At least one, of one page. */
  readonly rectangles: readonly PageRectangle[];
  /** Red, green and blue, from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** Shown when the highlight is clicked. */
  readonly note: string;
}

export interface HighlightedPdf {
  readonly bytes: Uint8Array;
  /** The file has a signature, which is of its bytes without the highlights. */
  readonly isSigned: boolean;
}

/** The values of `AnnotationEditorType.HIGHLIGHT` and `PermissionFlag.MODIFY_ANNOTATIONS` of pdf.js. */
const HIGHLIGHT = 9;
const MODIFY_ANNOTATIONS = 0x20;
const AUTHOR = 'claim-verifier';
/** Width and height of the window of a note, in points. */
const NOTE_SIZE = [200, 100] as const;

/** A PDF with highlights, as an incremental update. Throws ReadingProblem where the file allows or takes none. */
export async function highlightPdf(bytes: Buffer, highlights: readonly Highlight[]): Promise<HighlightedPdf> {
  const pdf = await openPdf(bytes, false);
  const permissions = await pdf.getPermissions();
  if (permissions !== null && !permissions.includes(MODIFY_ANNOTATIONS))
    throw new ReadingProblem('is encrypted, and its permissions allow no annotations');
  const { info } = (await pdf.getMetadata()) as {
    readonly info: { readonly IsSignaturesPresent?: boolean; readonly IsXFAPresent?: boolean };
  };
  for (const [i, highlight] of highlights.entries())
    pdf.annotationStorage.setValue(`pdfjs_internal_editor_${i}`, await annotationOf(highlight, pdf));
  const written = await pdf.saveDocument().catch((error: unknown) => {
    // pdf.js writes the data of such a form again, and does not find it in every file.
    throw info.IsXFAPresent ? new ReadingProblem('has an XFA form, with which highlights cannot be saved') : error;
  });
  await closePdf(pdf);
  if (!bytes.equals(written.subarray(0, bytes.length)) || !(await hasAll(written, highlights)))
    throw new ReadingProblem('is damaged, so that highlights cannot be added');
  return { bytes: written, isSigned: info.IsSignaturesPresent === true };
}

async function annotationOf({ rectangles, color, note }: Highlight, pdf: PdfDocument) {
  const number = rectangles[0]!.page;
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const boxes = rectangles.map(({ x, y, width, height }) => {
    const [x1, y1] = viewport.convertToPdfPoint(x, y) as [number, number];
    const [x2, y2] = viewport.convertToPdfPoint(x + width, y + height) as [number, number];
    return { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) };
  });
  const area = boxes.reduce(around);
  const { right, top } = area;
  return {
    annotationType: HIGHLIGHT,
    pageIndex: number - 1,
    color,
    opacity: 1,
    user: AUTHOR,
    date: new Date(),
    rect: [area.left, area.bottom, right, top],
    quadPoints: boxes.flatMap(({ left, right: end, bottom, top: up }) => [
      left,
      up,
      end,
      up,
      left,
      bottom,
      end,
      bottom,
    ]),
    outlines: boxes.map(({ left, right: end, bottom, top: up }) => [left, up, end, up, end, bottom, left, bottom]),
    popup: { contents: note, rect: [right, top - NOTE_SIZE[1], right + NOTE_SIZE[0], top] },
  };
}

/** True if a copy can be read and has the highlights on their pages: a repaired file may have none. */
async function hasAll(copy: Uint8Array, highlights: readonly Highlight[]): Promise<boolean> {
  const pdf = await openPdf(copy, false);
  for (const number of new Set(highlights.map(({ rectangles }) => rectangles[0]!.page))) {
    const wanted = highlights.filter(({ rectangles }) => rectangles[0]!.page === number).length;
    const annotations = (await (await pdf.getPage(number)).getAnnotations()) as readonly Annotation[];
    const own = annotations.filter(({ subtype, titleObj }) => subtype === 'Highlight' && titleObj?.str === AUTHOR);
    if (own.length < wanted) return false;
  }
  await closePdf(pdf);
  return true;
}

interface Annotation {
  readonly subtype?: string;
  readonly titleObj?: { readonly str: string };
}
