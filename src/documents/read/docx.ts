import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type DocumentBody, DocumentBuilder } from './document-builder.ts';
import { marginsOf } from './docx-margins.ts';
import { DocxNumbers, soundNumbering } from './docx-numbers.ts';
import { docxStyles } from './docx-runs.ts';
import { shownPart } from './docx-shown.ts';
import { readHtmlText } from './html.ts';
import { COMMENTS_NOTE, DRAWINGS_NOTE, EMBEDDED_NOTE } from './left-out.ts';
import { folderOf, PackageParts, relationsOf } from './package-parts.ts';
import { ReadingProblem } from './reading-problem.ts';
import { elementsNamed } from './scan-xml.ts';

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
/** Where mammoth looks for the main part of a file without relations. */
const MAIN = 'word/document.xml';
const MAIN_FOLDER = 'word/';

/** Accepted text as it is shown: insertions are in it; deletions, comments, hidden and struck-out words are not. */
export async function readDocx(parts: ReadonlyMap<string, Buffer>): Promise<DocumentBody> {
  const builder = new DocumentBuilder();
  const all = new PackageParts(parts);
  const mainPart = all.related('', 'officeDocument') ?? MAIN;
  if (folderOf(mainPart) !== MAIN_FOLDER)
    throw new ReadingProblem(`has its text in ${mainPart}, and only text in ${MAIN_FOLDER} is read`);
  const partOf = (kind: string) => all.related(mainPart, kind) ?? `${MAIN_FOLDER}${kind}.xml`;
  const main = all.text(mainPart);
  if (['charts/chart', 'diagrams/data'].some((kind) => hasPart(parts, kind)) || main.includes('<a:t>'))
    builder.note(DRAWINGS_NOTE);
  if (/<w:(?:altChunk|subDoc)\b/.test(main)) builder.note(EMBEDDED_NOTE);
  if (/<\w+:comment\b/.test(all.text(partOf('comments')))) builder.note(COMMENTS_NOTE);
  const stylesXml = all.text(partOf('styles'));
  const styles = docxStyles(stylesXml);
  const { header, footer, notes } = marginsOf(all, { main: mainPart, settings: partOf('settings') }, styles);
  for (const note of notes) builder.note(note);
  const shown = new Map(parts);
  const numbering = soundNumbering(all.text(partOf('numbering')), stylesXml);
  if (numbering !== '') shown.set(partOf('numbering'), Buffer.from(numbering));
  for (const name of [mainPart, partOf('footnotes'), partOf('endnotes')]) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const numbers = new DocxNumbers(numbering, styles);
    const { xml, notes } = shownPart(part.toString('utf8'), styles, numbers);
    for (const note of notes) builder.note(note);
    shown.set(name, Buffer.from(name === mainPart ? withMargins(xml, header, footer) : xml));
  }
  moveToMain(shown, mainPart);
  // Packed again without compression: mammoth's own unpacking counts no bytes.
  const buffer = Buffer.from(zipSync(Object.fromEntries(shown), { level: 0 }));
  const options = { styleMap: STYLES, includeDefaultStyleMap: false, externalFileAccess: false };
  const { value } = await mammoth.convertToHtml({ buffer }, options).catch((error: Error) => {
    throw new ReadingProblem(`is a damaged docx: ${error.message.replace(/\.$/, '')}`);
  });
  readHtmlText(value, builder);
  return builder.body();
}

function withMargins(xml: string, header: string, footer: string): string {
  const [body] = elementsNamed(xml, 'w:body');
  if (body === undefined || header + footer === '') return xml;
  const { innerStart, innerEnd } = body;
  return xml.slice(0, innerStart) + header + xml.slice(innerStart, innerEnd) + footer + xml.slice(innerEnd);
}

/** Puts the main part where mammoth looks first, so that it reads no other one. */
function moveToMain(parts: Map<string, Buffer>, main: string): void {
  parts.delete(relationsOf(''));
  const relations = parts.get(relationsOf(main));
  const text = parts.get(main);
  if (main === MAIN || text === undefined) return;
  parts.set(MAIN, text);
  if (relations === undefined) parts.delete(relationsOf(MAIN));
  else parts.set(relationsOf(MAIN), relations);
}

function hasPart(parts: ReadonlyMap<string, Buffer>, kind: string): boolean {
  return [...parts.keys()].some((name) => name.startsWith(`word/${kind}`));
}
