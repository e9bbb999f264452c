import { firstIndex } from '../../../text/span.ts';
import type { Box } from './boxes.ts';
import { splitAtWalls } from './cell-walls.ts';
import { type Drawn, type DrawnGlyph, drawnGlyphs } from './drawn-glyphs.ts';
import { withoutHidden } from './hidden-text.ts';
import { fontScaleOf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import type { TextItem } from './page-pieces.ts';
import { type Pictures, picturesIn } from './pictures.ts';
import { type StrikeOut, struckGlyphs } from './struck-out.ts';

/** Share of a page that the picture of a scan covers. */
const SCAN_COVER = 0.8;
/** Share of the letters of a scanned page that are those of its text recognition. */
const SCAN_LETTERS = 0.5;
/** Pages of a file whose pictures are decoded to learn where they are; each may take a second. */
const MAX_PICTURE_PAGES = 5;

/** The words of a page that a reader takes for its text. */
interface ItemsSeen<Item> {
  readonly items: readonly Item[];
  /** Words that no one sees were left out, or words that are struck out. */
  readonly hasHidden: boolean;
  readonly hasStruck: boolean;
}

/** Divides words at the lines of tables. Leaves out words that no one sees, and those that a drawn line or a note strikes out. */
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
    const layers = await pdf.getOptionalContentConfig();
    const isOn = (layer: unknown) => layer === null || layer === undefined || layers.isVisible(layer);
    return new SeenText(picturesIn(bytes), isOn, withPictures);
  }

  /** Some page may be a picture of text. */
  get mayHaveScans(): boolean {
    return this.#pictures.large;
  }

  /** @param notes that strike words of the page out */
  async itemsSeen<Item extends TextItem>(
    page: PdfPage,
    items: readonly Item[],
    notes: readonly StrikeOut[],
  ): Promise<ItemsSeen<Item>> {
    const drawn = await this.#drawn(page);
    const rules = rulesOnWords(items, drawn.rules);
    if (!drawn.mayHide && notes.length === 0 && rules.length === 0)
      return { items, hasHidden: false, hasStruck: false };
    const glyphs = await this.#withoutScan(page, drawn.letters());
    const struck = struckGlyphs(glyphs, rules, notes);
    const hasHidden = glyphs.some(({ isHidden }) => isHidden);
    const hasStruck = [...struck].some(({ isHidden }) => !isHidden);
    if (!hasHidden && !hasStruck) return { items: splitAtWalls(items, glyphs, drawn.rules), hasHidden, hasStruck };
    const left = glyphs.map((glyph) => (struck.has(glyph) ? { ...glyph, isHidden: true } : glyph));
    const seen = left.filter(({ isHidden }) => !isHidden);
    return { items: splitAtWalls(withoutHidden(items, left), seen, drawn.rules), hasHidden, hasStruck };
  }

  /** The letters of a page; those of the text recognition of a scan count as seen. */
  async #withoutScan(page: PdfPage, glyphs: readonly DrawnGlyph[]): Promise<readonly DrawnGlyph[]> {
    const hidden = glyphs.filter(({ isHidden }) => isHidden).length;
    if (hidden === 0) return glyphs;
    const mayBeScan = this.#pictures.large && hidden >= SCAN_LETTERS * glyphs.length;
    if (mayBeScan && hidden === glyphs.length) return asSeen(glyphs);
    if (!this.#pictures.some) return glyphs;
    if (this.#picturePages === MAX_PICTURE_PAGES) return asSeen(glyphs);
    this.#picturePages += 1;
    const shown = await this.#drawn(await (await this.#withPictures()).getPage(page.pageNumber));
    return mayBeScan && shown.picture >= SCAN_COVER ? asSeen(shown.letters()) : shown.letters();
  }

  async #drawn(page: PdfPage): Promise<Drawn> {
    const operators = await page.getOperatorList();
    return drawnGlyphs(operators, page.view, this.#isOn, fontScaleOf(page));
  }
}

/** The rules on the words of some item, which may strike them out or divide them. */
function rulesOnWords(items: readonly TextItem[], rules: readonly Box[]): readonly Box[] {
  if (rules.length === 0) return rules;
  const words = items.filter(({ str }) => str.trim() !== '');
  if (words.some(({ transform }) => transform[1] !== 0)) return rules;
  const boxes = words.map(({ transform, width }) => {
    const [x, bottom] = [transform[4]!, transform[5]!];
    return { left: x, right: x + width, bottom, top: bottom + transform[3]! / 2 };
  });
  boxes.sort((one, other) => one.bottom - other.bottom);
  const highest = boxes.reduce((most, { bottom, top }) => Math.max(most, top - bottom), 0);
  return rules.filter((rule) => {
    for (
      let at = firstIndex(boxes.length, (i) => boxes[i]!.bottom > rule.bottom - highest);
      at < boxes.length;
      at += 1
    ) {
      const { left, right, bottom, top } = boxes[at]!;
      if (bottom >= rule.top) return false;
      if (rule.bottom < top && rule.right >= left && rule.left <= right) return true;
    }
    return false;
  });
}

function asSeen(glyphs: readonly DrawnGlyph[]): DrawnGlyph[] {
  return glyphs.map((glyph) => ({ ...glyph, isHidden: false }));
}
