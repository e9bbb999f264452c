import { getDocumentProxy } from 'unpdf';
import { type DocumentBody, DocumentBuilder } from '../document-builder.ts';
import { ReadingProblem } from '../reading-problem.ts';
import { linesOfPage, type PageLine } from './page-lines.ts';
import { addParagraphs } from './paragraphs.ts';
import { repeatedLines } from './repeated-lines.ts';
import type { Piece } from './segments.ts';

const MAX_PAGES = 5_000;
const MAX_PIECES = 100_000;
/** In a line that is read from left to right: what is printed at an angle is a watermark or the name of an axis. */
const MAX_SLOPE = 0.1;
/** The dots between a heading and its page. */
const LEADER = /\.{5}|(?:\. ){5}/;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

export async function readPdf(bytes: Uint8Array): Promise<DocumentBody> {
  const pdf = await opened(bytes);
  if (pdf.numPages > MAX_PAGES) throw new ReadingProblem(`has ${pdf.numPages} pages; at most ${MAX_PAGES} are read`);
  const builder = new DocumentBuilder();
  const pages: PageLine[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    pages.push(linesOfPage(await piecesOf(page)));
    page.cleanup();
  }
  const pagesWithoutText = pages.flatMap((lines, i) => (lines.length === 0 ? [i + 1] : []));
  if (pagesWithoutText.length === pages.length)
    throw new ReadingProblem(`has no text on its ${pages.length} pages, which may be pictures of text`);
  const repeated = repeatedLines(pages);
  if (repeated.leftOut.size > 0) builder.note('Lines that repeat at the top or bottom of pages were read once.');
  const isContents = (line: PageLine) => LEADER.test(line.text);
  if (pages.some((all) => all.some(isContents))) builder.note('Lines of a table of contents were left out.');
  const lines = pages.flatMap((all, i) =>
    all.flatMap((line, k) => {
      if (repeated.leftOut.has(line) || isContents(line)) return [];
      return [{ ...line, page: i + 1, line: k + 1, isAside: repeated.first.has(line) }];
    }),
  );
  addParagraphs(lines, builder);
  return builder.body({ pages: pages.length, pagesWithoutText });
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

async function piecesOf(page: Page): Promise<Piece[]> {
  const { transform } = page.getViewport({ scale: 1 });
  const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number];
  const pieces: Piece[] = [];
  const { items } = await page.getTextContent();
  if (items.length > MAX_PIECES) throw new ReadingProblem(`has more than ${MAX_PIECES} pieces of text on a page`);
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [ta, tb, tc, td, te, tf] = item.transform as [number, number, number, number, number, number];
    const along = { x: a * ta + c * tb, y: b * ta + d * tb };
    if (along.x <= 0 || Math.abs(along.y) > MAX_SLOPE * along.x) continue;
    pieces.push({
      text: item.str,
      x: a * te + c * tf + e,
      y: b * te + d * tf + f,
      width: item.width,
      size: Math.hypot(a * tc + c * td, b * tc + d * td),
    });
  }
  return pieces;
}
