import { splitAtWalls } from './cell-walls.ts';
import { type Box, type Drawn, type DrawnGlyph, drawnGlyphs, type Operators } from './drawn-glyphs.ts';
import { withoutHidden } from './hidden-text.ts';
import { fontScaleOf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import type { TextItem } from './page-pieces.ts';
import { type StreamHints, streamHints } from './stream-hints.ts';
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

/**
 * Divides words at the lines of tables. Leaves out the words of pages that no one sees, and those that a drawn line or a note strikes out. Only files whose streams or
 * layers may hide words or have lines, and pages with such notes, take more time.
 */
export class SeenText {
  readonly #hints: StreamHints;
  readonly #isOn: (layer: unknown) => boolean;
  readonly #mayHide: boolean;
  readonly #withPictures: () => Promise<PdfDocument>;
  #picturePages = 0;

  private constructor(
    hints: StreamHints,
    layers: { readonly isOn: (layer: unknown) => boolean; readonly someOff: boolean },
    withPictures: () => Promise<PdfDocument>,
  ) {
    this.#hints = hints;
    this.#isOn = layers.isOn;
    this.#mayHide = hints.mayHide || layers.someOff;
    this.#withPictures = withPictures;
  }

  /** @param withPictures opens the file such that its pictures are decoded */
  static async of(pdf: PdfDocument, bytes: Buffer, withPictures: () => Promise<PdfDocument>): Promise<SeenText> {
    const layers = await pdf.getOptionalContentConfig();
    const all = [...(layers as unknown as Iterable<readonly [string, { readonly visible: boolean }]>)];
    const isOn = (layer: unknown) => layer === null || layer === undefined || layers.isVisible(layer);
    return new SeenText(streamHints(bytes), { isOn, someOff: all.some(([, { visible }]) => !visible) }, withPictures);
  }

  /** @param notes that strike words of the page out */
  async itemsSeen<Item extends TextItem>(
    page: PdfPage,
    items: readonly Item[],
    notes: readonly StrikeOut[],
  ): Promise<ItemsSeen<Item>> {
    if (!this.#mayHide && !this.#hints.mayStrike && notes.length === 0)
      return { items, hasHidden: false, hasStruck: false };
    const operators = await page.getOperatorList();
    if (!this.#mayHide && notes.length === 0) {
      const { rules } = this.#drawn(page, operators, 'rules');
      const words = items.filter(({ str }) => str.trim() !== '');
      if (!rules.some((rule) => words.some((item) => isOn(rule, item))))
        return { items, hasHidden: false, hasStruck: false };
    }
    const drawn = this.#drawn(page, operators);
    const glyphs = this.#mayHide ? await this.#withoutScan(page, drawn) : asSeen(drawn.glyphs);
    const struck = struckGlyphs(glyphs, drawn.rules, notes);
    const hasHidden = glyphs.some(({ isHidden }) => isHidden);
    const hasStruck = [...struck].some(({ isHidden }) => !isHidden);
    const left = glyphs.map((glyph) => (struck.has(glyph) ? { ...glyph, isHidden: true } : glyph));
    const shown = hasHidden || hasStruck ? withoutHidden(items, left) : items;
    const seen = left.filter(({ isHidden }) => !isHidden);
    return { items: splitAtWalls(shown, seen, drawn.rules), hasHidden, hasStruck };
  }

  /** The letters of a page; those of the text recognition of a scan count as seen. */
  async #withoutScan(page: PdfPage, { glyphs }: Drawn): Promise<readonly DrawnGlyph[]> {
    const hidden = glyphs.filter(({ isHidden }) => isHidden).length;
    if (hidden === 0) return glyphs;
    const mayBeScan = this.#hints.hasLargePicture && hidden >= SCAN_LETTERS * glyphs.length;
    if (mayBeScan && hidden === glyphs.length) return asSeen(glyphs);
    if (!this.#hints.hasPicture) return glyphs;
    if (this.#picturePages === MAX_PICTURE_PAGES) return asSeen(glyphs);
    this.#picturePages += 1;
    const pictured = await (await this.#withPictures()).getPage(page.pageNumber);
    const shown = this.#drawn(pictured, await pictured.getOperatorList());
    return mayBeScan && shown.picture >= SCAN_COVER ? asSeen(shown.glyphs) : shown.glyphs;
  }

  #drawn(page: PdfPage, operators: Operators, part?: 'rules'): Drawn {
    return drawnGlyphs(operators, page.view, this.#isOn, fontScaleOf(page), part);
  }
}

/** True if a rule may strike words of an item out, or divide it; of turned text that is not known. */
function isOn({ left, right, bottom, top }: Box, { transform, width }: TextItem): boolean {
  const [, b, , size, x, y] = transform as [number, number, number, number, number, number];
  if (b !== 0) return true;
  const isBeside = right < x || left > x + width;
  return !isBeside && top > y && bottom < y + size / 2;
}

function asSeen(glyphs: readonly DrawnGlyph[]): DrawnGlyph[] {
  return glyphs.map((glyph) => ({ ...glyph, isHidden: false }));
}
