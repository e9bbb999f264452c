import { getDocument } from 'unpdf/pdfjs';
import { ReadingProblem } from '../reading-problem.ts';
import { pdfWorker } from './pdf-worker.ts';
import { type FontScale, USUAL_FONT } from './shown-letters.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

// pdf.js needs it for the fonts of operators; Node has it from version 21 on.
if (!('transferToFixedLength' in ArrayBuffer.prototype))
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
      const copy = new Uint8Array(length);
      copy.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
      return copy.buffer;
    },
  });

// The fonts of pages are not shown: without this place for them pdf.js computes the outlines of all letters.
const NO_FONTS = { fonts: { add: () => undefined, delete: () => undefined } };
if (!('FontFace' in globalThis))
  Object.defineProperty(globalThis, 'FontFace', {
    value: class {
      readonly loaded = Promise.resolve();
    },
  });

/**
 * @param withPictures whether pictures are decoded, which takes time and only shows where they are
 * @param onUnreadableFont called when a font is used whose letters cannot be read, once for each font or more often
 */
export async function openPdf(
  bytes: Uint8Array,
  withPictures: boolean,
  onUnreadableFont: () => void = () => undefined,
): Promise<PdfDocument> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      worker: pdfWorker(),
      useWorkerFetch: false,
      BinaryDataFactory: class {
        // pdf.js asks for files that are part of its full distribution; without them a font has no letters or no outlines.
        async fetch({ kind }: { readonly kind: string }): Promise<never> {
          if (kind === 'cMapUrl') onUnreadableFont();
          throw new Error('not included');
        }
      },
      isEvalSupported: false,
      disableFontFace: false,
      ownerDocument: NO_FONTS as never,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
      ...(withPictures ? {} : { maxImageSize: 0 }),
    }).promise;
  } catch (error) {
    const { name, message } = error as Error;
    throw new ReadingProblem(
      name === 'PasswordException' ? 'is encrypted with a password' : `is a damaged PDF: ${message.replace(/\.$/, '')}`,
    );
  }
}

/** How large letters of the fonts of a page are. It is known once the operators of the page were read. */
export function fontScalesOf({ commonObjs }: PdfPage): (font: string) => FontScale {
  const known = new Map<string, FontScale>();
  return (name) => {
    const scale = known.get(name) ?? scaleOf(commonObjs.has(name) ? (commonObjs.get(name) as Font | null) : null);
    known.set(name, scale);
    return scale;
  };
}

function scaleOf(font: Font | null): FontScale {
  const isVertical = font?.vertical === true;
  const matrix = font?.fontMatrix ?? undefined;
  if (matrix === undefined) return { ...USUAL_FONT, isVertical };
  const [, bottom = 0, , top = 0] = font?.isType3Font ? (font.bbox ?? []) : [];
  const height = Math.abs(top - bottom) * Math.abs(matrix[3]!);
  return { width: matrix[0]!, height: height > 0 ? height : USUAL_FONT.height, isVertical };
}

/** The fields that are read from a font of pdf.js. */
interface Font {
  readonly isType3Font?: boolean;
  readonly vertical?: boolean;
  readonly fontMatrix?: ArrayLike<number> | null;
  readonly bbox?: readonly number[] | null;
}
