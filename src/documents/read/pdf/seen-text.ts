import { type Drawn, drawnGlyphs } from './drawn-glyphs.ts';
import { type ShownItems, withoutHidden } from './hidden-text.ts';
import { fontScaleOf, type PdfDocument, type PdfPage } from './open-pdf.ts';
import type { TextItem } from './page-pieces.ts';
import { type StreamHints, streamHints } from './stream-hints.ts';

/** Share of a page that the picture of a scan covers. */
const SCAN_COVER = 0.8;
/** Share of the letters of a scanned page that are those of its text recognition. */
const SCAN_LETTERS = 0.5;
/** Pages of a file whose pictures are decoded to learn where they are; each may take a second. */
const MAX_PICTURE_PAGES = 5;

/** Leaves out the words of pages that no one sees. Only files whose streams or layers may hide words take more time. */
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

  async itemsSeen<Item extends TextItem>(page: PdfPage, items: readonly Item[]): Promise<ShownItems<Item>> {
    if (!this.#mayHide) return { items, hasHidden: false };
    const drawn = await this.#drawn(page);
    const hidden = drawn.glyphs.filter(({ isHidden }) => isHidden).length;
    if (hidden === 0) return { items, hasHidden: false };
    const mayBeScan = this.#hints.hasLargePicture && hidden >= SCAN_LETTERS * drawn.glyphs.length;
    if (mayBeScan && hidden === drawn.glyphs.length) return { items, hasHidden: false };
    if (!this.#hints.hasPicture) return withoutHidden(items, drawn.glyphs);
    if (this.#picturePages === MAX_PICTURE_PAGES) return { items, hasHidden: false };
    this.#picturePages += 1;
    const { glyphs, picture } = await this.#drawn(await (await this.#withPictures()).getPage(page.pageNumber));
    return mayBeScan && picture >= SCAN_COVER ? { items, hasHidden: false } : withoutHidden(items, glyphs);
  }

  async #drawn(page: PdfPage): Promise<Drawn> {
    return drawnGlyphs(await page.getOperatorList(), page.view, this.#isOn, fontScaleOf(page));
  }
}
