import { wallsOf } from './cell-walls.ts';
import { type Drawing, drawingOf } from './drawing.ts';
import type { Letter } from './letter.ts';
import { fontScalesOf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import { type StrikeOut, struckLetters } from './struck-out.ts';
import { itemsOf, type TextItem } from './text-items.ts';

/** Share of a page that the picture of a scan covers. */
const SCAN_COVER = 0.8;
/** Share of the letters of a scanned page that are those of its text recognition. */
const SCAN_LETTERS = 0.5;
/** Pages of a file whose pictures are decoded to learn where they are; each may take a second. */
const MAX_PICTURE_PAGES = 5;

/** The words of a page that a reader takes for its text. */
interface SeenItems {
  readonly items: readonly TextItem[];
  /** Words that no one sees were left out, or words that are struck out. */
  readonly hasHidden: boolean;
  readonly hasStruck: boolean;
}

/** The text of pages without words that no one sees, and those that a drawn line or a note strikes out. */
export class SeenText {
  readonly #pictures: Pictures;
  readonly #isOn: (layer: unknown) => boolean;
  readonly #withPictures: () => Promise<PdfDocument>;
  #picturePages = 0;

  private constructor(pictures: Pictures, isOn: (layer: unknown) => boolean, withPictures: () => Promise<PdfDocument>) {
    this.#pictures = pictures;
    this.#isOn = isOn;
    this.#withPictures = withPictures;
  }

  /** @param withPictures opens the file such that its pictures are decoded */
  static async of(pdf: PdfDocument, bytes: Buffer, withPictures: () => Promise<PdfDocument>): Promise<SeenText> {
    return new SeenText(picturesIn(bytes), await layersOf(pdf), withPictures);
  }

  /** Some page may be a picture of text. */
  get mayHaveScans(): boolean {
    return this.#pictures.large;
  }

  /** @param notes that strike words of the page out */
  async itemsSeen(page: PdfPage, notes: readonly StrikeOut[]): Promise<SeenItems> {
    const { letters, rules } = await drawingOfPage(page, this.#isOn);
    await this.#showScan(page, letters);
    const struck = struckLetters(letters, rules, notes);
    return {
      items: itemsOf(letters, struck, wallsOf(rules)),
      hasHidden: letters.some(({ isHidden }) => isHidden),
      hasStruck: [...struck].some(({ isHidden }) => !isHidden),
    };
  }

  /** Letters of the text recognition of a scan count as seen, and white ones on pictures. */
  async #showScan(page: PdfPage, letters: readonly Letter[]): Promise<void> {
    const show = (isSeen: (at: number) => boolean) => {
      for (const [i, letter] of letters.entries()) if (isSeen(i)) letter.isHidden = false;
    };
    const hidden = letters.filter(({ isHidden }) => isHidden).length;
    const mayBeScan = this.#pictures.large && hidden >= SCAN_LETTERS * letters.length;
    if (hidden === 0 || !this.#pictures.some) return;
    if ((mayBeScan && hidden === letters.length) || this.#picturePages === MAX_PICTURE_PAGES) return show(() => true);
    this.#picturePages += 1;
    const drawn = await drawingOfPage(await (await this.#withPictures()).getPage(page.pageNumber), this.#isOn);
    if (mayBeScan && drawn.picture >= SCAN_COVER) show(() => true);
    else show((at) => drawn.letters[at]?.isHidden === false);
  }
}

/** Tells by the properties of marked content that its layer of the file is shown. */
export async function layersOf(pdf: PdfDocument): Promise<(layer: unknown) => boolean> {
  const layers = await pdf.getOptionalContentConfig();
  return (layer) => layer === null || layer === undefined || layers.isVisible(layer);
}

export async function drawingOfPage(page: PdfPage, isOn: (layer: unknown) => boolean): Promise<Drawing> {
  const operators = await page.getOperatorList();
  const { num, gen } = page.ref as { readonly num: number; readonly gen: number };
  const id = `p${num}R${gen === 0 ? '' : gen}`;
  return drawingOf(operators, { view: page.view, id, isOn, scaleOf: fontScalesOf(page) });
}

const MAX_DICTIONARY = 2_048;
const IMAGE = /\/Subtype\s*\/Image\b/;
/** Pixels of a page that was scanned. */
const LARGE = 250_000;

/** True for `some` if a file has a picture, and for `large` if one may be of a whole page. */
interface Pictures {
  readonly some: boolean;
  readonly large: boolean;
}

/** The pictures of a file, by the dictionaries of its streams, which are plain in encrypted files too. */
function picturesIn(file: Buffer): Pictures {
  let some = false;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at)) {
    const before = file.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (IMAGE.test(dictionary)) {
      some = true;
      if (pixelsOf(dictionary) >= LARGE) return { some, large: true };
    }
    const end = file.indexOf('endstream', at);
    if (end < 0) break;
    at = end + 'endstream'.length;
  }
  return { some, large: false };
}

function pixelsOf(dictionary: string): number {
  const [width, height] = ['Width', 'Height'].map((name) =>
    Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1]),
  );
  return Number.isNaN(width! * height!) ? LARGE : width! * height!;
}
