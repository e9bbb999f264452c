import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type DocumentBody, DocumentBuilder } from './document-builder.ts';
import { readHtmlText } from './html.ts';

const STYLES = ["p[style-name='Title'] => h1:fresh", 'p.Title => h1:fresh'];

/** Accepted text: insertions are in it, deletions and comments are not. */
export async function readDocx(parts: ReadonlyMap<string, Buffer>): Promise<DocumentBody> {
  const builder = new DocumentBuilder();
  const main = parts.get('word/document.xml')?.toString('utf8') ?? '';
  if (/<m:oMath\b/.test(main)) builder.note('Formulas were left out.');
  if (countOf(main, '<wps:txbx>') > countOf(main, '<v:textbox')) builder.note('Some text boxes were left out.');
  // Packed again without compression: mammoth's own unpacking counts no bytes.
  const buffer = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { styleMap: STYLES, externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  readHtmlText(value, builder);
  return builder.body();
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
