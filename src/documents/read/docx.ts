import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type DocumentBody, DocumentBuilder } from './document-builder.ts';
import { marginLines } from './docx-margins.ts';
import { type DocxStyles, docxStyles, shownPart } from './docx-runs.ts';
import { readHtmlText } from './html.ts';
import { COMMENTS_NOTE, DRAWINGS_NOTE, EMBEDDED_NOTE, FORMULAS_NOTE, HIDDEN_NOTE, STRUCK_NOTE } from './left-out.ts';

const LEVELS = [1, 2, 3, 4, 5, 6];
const LIST_LEVELS = LEVELS.slice(0, 5);
/** The style map for mammoth, which parses it for every file; half of its default map is not needed. */
const STYLES = [
  ...["p[style-name='Title']", 'p.Title', "p[style-name='Heading']", 'p.Heading'].map(
    (style) => `${style} => h1:fresh`,
  ),
  ...LEVELS.flatMap((level) => [
    `p.Heading${level} => h${level}:fresh`,
    `p[style-name='heading ${level}'] => h${level}:fresh`,
  ]),
  ...['ul', 'ol'].flatMap((list) =>
    LIST_LEVELS.map((level) => {
      const kind = list === 'ul' ? 'unordered' : 'ordered';
      return `p:${kind}-list(${level}) => ${'ul|ol > li > '.repeat(level - 1)}${list} > li:fresh`;
    }),
  ),
];
const WITH_RUNS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];

/** Accepted text as it is shown: insertions are in it; deletions, comments, hidden and struck-out words are not. */
export async function readDocx(parts: ReadonlyMap<string, Buffer>): Promise<DocumentBody> {
  const builder = new DocumentBuilder();
  const textOf = (part: string) => parts.get(part)?.toString('utf8') ?? '';
  const main = textOf('word/document.xml');
  if (/<m:oMath\b/.test(main)) builder.note(FORMULAS_NOTE);
  if (countOf(main, '<wps:txbx>') > countOf(main, '<v:textbox')) builder.note('Some text boxes were left out.');
  if (['charts/chart', 'diagrams/data'].some((kind) => hasPart(parts, kind))) builder.note(DRAWINGS_NOTE);
  if (/<w:(?:altChunk|subDoc)\b/.test(main)) builder.note(EMBEDDED_NOTE);
  if (/<\w+:comment\b/.test(textOf('word/comments.xml'))) builder.note(COMMENTS_NOTE);
  const styles = docxStyles(textOf('word/styles.xml'));
  const { headers, footers } = marginLines(textOf, styles);
  const shown = shownParts(parts, styles, builder);
  // Packed again without compression: mammoth's own unpacking counts no bytes.
  const buffer = Buffer.from(zipSync(Object.fromEntries(shown), { level: 0 }));
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap: STYLES,
      includeDefaultStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  for (const text of headers) builder.paragraph({ text });
  readHtmlText(value, builder);
  for (const text of footers) builder.paragraph({ text });
  return builder.body();
}

function shownParts(
  parts: ReadonlyMap<string, Buffer>,
  styles: DocxStyles,
  builder: DocumentBuilder,
): Map<string, Buffer> {
  const shown = new Map(parts);
  for (const name of WITH_RUNS) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const { xml, hasHidden, hasStruck } = shownPart(part.toString('utf8'), styles);
    if (hasHidden) builder.note(HIDDEN_NOTE);
    if (hasStruck) builder.note(STRUCK_NOTE);
    shown.set(name, Buffer.from(xml));
  }
  return shown;
}

function hasPart(parts: ReadonlyMap<string, Buffer>, kind: string): boolean {
  return [...parts.keys()].some((name) => name.startsWith(`word/${kind}`));
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
