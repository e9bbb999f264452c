import { getDocumentProxy } from 'unpdf';
import { ReadingProblem } from '../reading-problem.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
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

/** @param withPictures whether pictures are decoded, which takes time and tells only where they are */
export async function openPdf(bytes: Uint8Array, withPictures: boolean): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
      ...(withPictures ? {} : { maxImageSize: 0 }),
    });
  } catch (error) {
    const { name, message } = error as Error;
    throw new ReadingProblem(
      name === 'PasswordException' ? 'is encrypted with a password' : `is a damaged PDF: ${message.replace(/\.$/, '')}`,
    );
  }
}
