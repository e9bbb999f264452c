import { type Matrix, placeIn, turned, type Vector } from '../read/pdf/boxes.ts';
import { type Letter, partOf } from '../read/pdf/letter.ts';
import { openPdf, type PdfDocument, type PdfPage } from '../read/pdf/open-pdf.ts';
import { drawingOfPage, layersOf } from '../read/pdf/seen-text.ts';
import { struckLetters } from '../read/pdf/struck-out.ts';
import { ReadingProblem } from '../read/reading-problem.ts';

/** The letters of a page in the order in which it draws them. Places are those of the page as it is shown, in points. */
export interface PageLetters {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** One or more characters each, such as those of a ligature. */
  readonly texts: readonly string[];
  /** Left, top, right and bottom edge of each letter, with the origin at the top left. */
  readonly boxes: Float32Array;
  /** Direction in which each letter's line runs: 0 to the right, 1 down, 2 to the left, 3 up. */
  readonly directions: Uint8Array;
  /** 1 for a letter that is struck out or not seen, such as one of the text recognition of a scan. */
  readonly hidden: Uint8Array;
}

const MAX_LETTERS = 200_000;
/** Depth below the base line and height above it, as shares of the letter size. */
const DESCENT = 0.2;
const ASCENT = 0.8;
/** The same letter this near, as a share of its size, is a bold one that is printed twice. */
const COPY = 0.15;

/** Reads the letters of some pages, numbered from 1. Throws ReadingProblem. */
export async function lettersOfPages(bytes: Uint8Array, pages: readonly number[]): Promise<PageLetters[]> {
  const pdf = await openPdf(bytes, false);
  const isOn = await layersOf(pdf);
  const read: PageLetters[] = [];
  for (const number of pages) {
    const page = await pdf.getPage(number);
    read.push(await lettersOf(page, isOn));
    page.cleanup();
  }
  await closePdf(pdf);
  return read;
}

/** Frees the memory of a file before the next one is opened. */
export async function closePdf(pdf: PdfDocument): Promise<void> {
  await pdf.loadingTask.destroy();
}

async function lettersOf(page: PdfPage, isOn: (layer: unknown) => boolean): Promise<PageLetters> {
  const { letters: drawn, rules } = await drawingOfPage(page, isOn);
  if (drawn.length > MAX_LETTERS) throw new ReadingProblem(`has more than ${MAX_LETTERS} letters on a page`);
  const { width, height, ...viewport } = page.getViewport({ scale: 1 });
  const transform = viewport.transform as unknown as Matrix;
  const struck = struckLetters(drawn, rules, []);
  const letters = withoutCopies(drawn);
  return {
    page: page.pageNumber,
    width,
    height,
    texts: letters.map(({ text }) => text),
    boxes: Float32Array.from(letters.flatMap((letter) => boxOf(letter, transform))),
    directions: Uint8Array.from(letters, ({ run }) => directionOf(run.direction, transform)),
    hidden: Uint8Array.from(letters, (letter) => Number(letter.isHidden || struck.has(letter))),
  };
}

function withoutCopies(letters: readonly Letter[]): Letter[] {
  const seen = new Map<string, Vector>();
  return letters.filter(({ text, x, y, run }) => {
    const near = COPY * Math.hypot(run.up.x, run.up.y);
    if (near === 0) return false;
    const [column, row] = [Math.floor(x / near), Math.floor(y / near)];
    const isCopy = CELLS.some(([right, down]) => {
      const other = seen.get(`${column + right} ${row + down} ${text}`);
      return other !== undefined && Math.hypot(other.x - x, other.y - y) < near;
    });
    if (!isCopy) seen.set(`${column} ${row} ${text}`, { x, y });
    return !isCopy;
  });
}

/** A cell of a grid and those around it. */
const CELLS = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));

function boxOf(letter: Letter, viewport: Matrix): [number, number, number, number] {
  const corners = [-DESCENT, ASCENT].flatMap((high) =>
    [0, 1].map((right) => {
      const { x, y } = partOf(letter, right, high);
      return placeIn(viewport, x, y);
    }),
  );
  const [across, down] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

function directionOf(along: Vector, viewport: Matrix): number {
  const { x, y } = turned(viewport, along.x, along.y);
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 0 : 2;
  return y >= 0 ? 1 : 3;
}
