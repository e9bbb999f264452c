import { type DocxStyles, RunLooks } from '../read/docx-runs.ts';
import { WRAPPERS } from '../read/docx-shown.ts';
import { attributeOf, nearest, scanXml, type XmlElement } from '../read/scan-xml.ts';
import { TextStream } from './text-stream.ts';

/** The text of a docx's main part as its reader gives it, with what comments are put at. */
export interface DocxText {
  readonly xml: string;
  readonly body: TextStream;
  /** Text of text boxes, where many programs show no comments. */
  readonly boxes: TextStream;
  readonly paragraphs: readonly XmlElement[];
  /** The runs with the marks of notes, by kind and number. */
  readonly noteMarks: ReadonlyMap<string, XmlElement>;
  /** Where the properties end of paragraphs and runs that have some. */
  readonly properties: ReadonlyMap<XmlElement, XmlElement>;
}

/** Elements whose text is read; in others, such as deletions and formulas, nothing is. */
const READ = new Set(
  (
    'document body p r t hyperlink tbl tr tc sdt sdtContent customXml ins moveTo object smartTag drawing pict ' +
    'txbxContent footnotes footnote endnotes endnote'
  )
    .split(' ')
    .map((name) => `w:${name}`)
    .concat('mc:AlternateContent', 'mc:Choice')
    .concat('anchor', 'inline', 'graphic', 'graphicData', 'wgp', 'grpSp', 'wpc', 'wsp', 'txbx')
    .concat(...WRAPPERS)
    .concat(['roundrect', 'shape', 'textbox', 'group', 'rect'].map((name) => `v:${name}`)),
);
const NOTES = new Set(['w:footnoteReference', 'w:endnoteReference']);

export function readDocxText(xml: string, styles: DocxStyles): DocxText {
  const boxes = new TextStream();
  const paragraphs: XmlElement[] = [];
  const noteMarks = new Map<string, XmlElement>();
  const { stream: body, properties } = readText(xml, styles, {
    boxes,
    paragraph: (paragraph) => paragraphs.push(paragraph),
    mark: (element, run) => noteMarks.set(noteKey(xml, element, element.name.slice(2, -'Reference'.length)), run),
  });
  return { xml, body, boxes, paragraphs, noteMarks, properties };
}

/** The text of footnotes or endnotes; a comment on one is put at its mark in the main part. */
export function readNotes(xml: string, styles: DocxStyles, noteMarks: DocxText['noteMarks']): TextStream {
  const { stream } = readText(xml, styles, {
    note: (element) => noteMarks.get(noteKey(xml, element, element.name.slice(2))),
  });
  return stream;
}

function noteKey(xml: string, element: XmlElement, kind: string): string {
  return `${kind} ${attributeOf(xml, element, 'id')}`;
}

interface Handlers {
  readonly boxes?: TextStream;
  readonly paragraph?: (paragraph: XmlElement) => void;
  readonly mark?: (element: XmlElement, run: XmlElement) => void;
  readonly note?: (element: XmlElement) => XmlElement | undefined;
}

function readText(xml: string, styles: DocxStyles, handlers: Handlers) {
  const stream = new TextStream();
  const properties = new Map<XmlElement, XmlElement>();
  /** Elements that are open in which nothing is read. */
  let unread = 0;
  const looks = new RunLooks(xml, styles);
  const deleted = new Set<XmlElement>();
  let box: { readonly run: XmlElement | undefined; readonly element: XmlElement } | undefined;
  let host: XmlElement | undefined;
  scanXml(xml, {
    open(element) {
      const { name, parent } = element;
      looks.open(element);
      if (isLeftOut(element)) unread += 1;
      if (name === 'w:del' && parent?.name === 'w:trPr' && parent.parent !== undefined) {
        deleted.add(parent.parent);
        unread += 1;
      }
      if (unread > 0) return;
      if (name === 'w:txbxContent' && box === undefined) box = { run: outermost(element, 'w:r'), element };
      else if (name === 'w:p' && box === undefined) handlers.paragraph?.(element);
      else if (name === 'w:footnote' || name === 'w:endnote') host = handlers.note?.(element);
    },
    text(start, end, element) {
      if (unread > 0 || element.name !== 'w:t') return;
      const run = element.parent;
      const paragraph = nearest(run, 'w:p');
      if (run?.name !== 'w:r' || paragraph === undefined) return;
      const { isHidden, isStruck } = looks.shown(run);
      if (isHidden || isStruck) return;
      const piece = { start, end, element, run, paragraph };
      if (box === undefined || handlers.boxes === undefined) stream.add(xml, { ...piece, host });
      else if (box.run !== undefined) handlers.boxes.add(xml, { ...piece, host: box.run });
    },
    close(element) {
      const { name, parent } = element;
      if (NOTES.has(name) && parent?.name === 'w:r' && unread === 1)
        handlers.mark?.(element, outermost(parent, 'w:r')!);
      if (isLeftOut(element)) unread -= 1;
      if (deleted.delete(element)) unread -= 1;
      if (box?.element === element) box = undefined;
      const isOwn = (name === 'w:pPr' && parent?.name === 'w:p') || (name === 'w:rPr' && parent?.name === 'w:r');
      if (isOwn) properties.set(parent, element);
    },
  });
  return { stream, properties };
}

function isLeftOut({ name, parent }: XmlElement): boolean {
  if (name === 'w:sdtContent') return parent?.name !== 'w:sdt';
  return !READ.has(name);
}

function outermost(element: XmlElement, name: string): XmlElement | undefined {
  let found: XmlElement | undefined;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) if (at.name === name) found = at;
  return found;
}
