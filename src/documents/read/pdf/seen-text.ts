import type { Box } from './boxes.ts';
import { splitAtWalls } from './cell-walls.ts';
import { type Drawn, type DrawnGlyph, drawnGlyphs, type Operators } from './drawn-glyphs.ts';
import { withoutHidden } from './hidden-text.ts';
import { fontScaleOf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import type { TextItem } from './page-pieces.ts';
import { PageRules } from './page-rules.ts';
import type { PageBoxes } from './path-boxes.ts';
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
 * Divides words at the lines of tables. Leaves out words that no one sees, and those that a drawn line or a note strikes out.
 * pdf.js interprets only pages of files whose streams or layers may hide words, pages with such notes, and pages with a line
 * across words.
 */
export class SeenText {
  readonly #hints: StreamHints;
  readonly #isOn: (layer: unknown) => boolean;
  readonly #mayHide: boolean;
  readonly #withPictures: () => Promise<PdfDocument>;
  readonly #bytes: Buffer;
  #pageRules: PageRules | undefined;
  #picturePages = 0;

  private constructor(
    bytes: Buffer,
    layers: { readonly isOn: (layer: unknown) => boolean; readonly someOff: boolean },
    withPictures: () => Promise<PdfDocument>,
  ) {
    this.#bytes = bytes;
    this.#hints = streamHints(bytes);
    this.#isOn = layers.isOn;
    this.#mayHide = this.#hints.mayHide || layers.someOff;
    this.#withPictures = withPictures;
  }

  /** @param withPictures opens the file such that its pictures are decoded */
  static async of(pdf: PdfDocument, bytes: Buffer, withPictures: () => Promise<PdfDocument>): Promise<SeenText> {
    const layers = await pdf.getOptionalContentConfig();
    const all = [...(layers as unknown as Iterable<readonly [string, { readonly visible: boolean }]>)];
    const isOn = (layer: unknown) => layer === null || layer === undefined || layers.isVisible(layer);
    return new SeenText(bytes, { isOn, someOff: all.some(([, { visible }]) => !visible) }, withPictures);
  }

  /** Some page may be a picture of text. */
  get mayHaveScans(): boolean {
    return this.#hints.hasLargePicture;
  }

  /** @param notes that strike words of the page out */
  async itemsSeen<Item extends TextItem>(
    page: PdfPage,
    items: readonly Item[],
    notes: readonly StrikeOut[],
  ): Promise<ItemsSeen<Item>> {
    const { mayStrike, mayCover } = this.#hints;
    const asTheyAre = { items, hasHidden: false, hasStruck: false };
    const isByBoxes = !this.#mayHide && notes.length === 0;
    const boxes = isByBoxes && (mayStrike || mayCover) ? this.#boxesOf(page) : undefined;
    const isCovered = boxes !== undefined && (boxes.mayCut || (boxes.covers.length > 0 && meets(items, boxes.covers)));
    const mayDivide = mayStrike && (boxes === undefined || meets(items, boxes.rules));
    if (isByBoxes && !isCovered && !mayDivide) return asTheyAre;
    const operators = await page.getOperatorList();
    if (isByBoxes && !isCovered && !meets(items, this.#drawn(page, operators, 'rules').rules)) return asTheyAre;
    const drawn = this.#drawn(page, operators);
    const glyphs = this.#mayHide
      ? await this.#withoutScan(page, drawn)
      : isCovered
        ? drawn.glyphs
        : asSeen(drawn.glyphs);
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

  #boxesOf(page: PdfPage): PageBoxes | undefined {
    this.#pageRules ??= new PageRules(this.#bytes, this.#hints);
    return this.#pageRules.of(page.ref?.num);
  }

  #drawn(page: PdfPage, operators: Operators, part?: 'rules'): Drawn {
    return drawnGlyphs(operators, page.view, this.#isOn, fontScaleOf(page), part);
  }
}

/** True if a rule or box is on the words of some item, so that it may strike them out, divide or cover them. */
function meets(items: readonly TextItem[], rules: readonly Box[]): boolean {
  if (rules.length === 0) return false;
  const words = items.filter(({ str }) => str.trim() !== '');
  if (words.some(({ transform }) => transform[1] !== 0)) return true;
  const boxes = words.map(({ transform, width }) => {
    const [x, bottom] = [transform[4]!, transform[5]!];
    return { left: x, right: x + width, bottom, top: bottom + transform[3]! / 2 };
  });
  boxes.sort((one, other) => one.bottom - other.bottom);
  const highest = boxes.reduce((most, { bottom, top }) => Math.max(most, top - bottom), 0);
  return rules.some((rule) => {
    for (let at = firstAbove(boxes, rule.bottom - highest); at < boxes.length; at += 1) {
      const { left, right, bottom, top } = boxes[at]!;
      if (bottom >= rule.top) return false;
      if (rule.bottom < top && rule.right >= left && rule.left <= right) return true;
    }
    return false;
  });
}

/** The number of the boxes, sorted by their lower edges, that are not above a height. */
function firstAbove(boxes: readonly Box[], height: number): number {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[middle]!.bottom <= height) low = middle + 1;
    else high = middle;
  }
  return low;
}

function asSeen(glyphs: readonly DrawnGlyph[]): DrawnGlyph[] {
  return glyphs.map((glyph) => ({ ...glyph, isHidden: false }));
}
