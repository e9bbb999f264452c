import { inOneLine } from './document-builder.ts';
import { type DocxStyles, RunLooks } from './docx-runs.ts';
import { folderOf, type PackageParts, relationsOf } from './package-parts.ts';
import { attributesOf, resolved, scanXml, type XmlElement } from './scan-xml.ts';

/** Lines of the headers and footers of pages, each once. */
export interface MarginLines {
  readonly headers: readonly string[];
  readonly footers: readonly string[];
}

/** Fields that say how many pages there are and which one this is. */
const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
const MARGIN = /^(header|footer)Reference$/;

/** The names of parts of a file. */
export interface PartNames {
  readonly main: string;
  readonly settings: string;
}

/** The headers and footers in use, which mammoth does not read. */
export function marginLines(parts: PackageParts, names: PartNames, styles: DocxStyles): MarginLines {
  const found = { header: new Set<string>(), footer: new Set<string>() };
  for (const { kind, part } of marginParts(parts, names))
    for (const line of linesIn(parts.text(part), styles)) if (/\p{L}/u.test(line)) found[kind].add(line);
  return { headers: [...found.header], footers: [...found.footer] };
}

interface MarginPart {
  readonly kind: 'header' | 'footer';
  readonly part: string;
}

function marginParts(all: PackageParts, names: PartNames): MarginPart[] {
  const main = all.text(names.main);
  if (!main.includes('headerReference') && !main.includes('footerReference')) return [];
  const relations = all.text(relationsOf(names.main));
  const targets = new Map<string, string>();
  scanXml(relations, {
    open: (element) => {
      const { Id = '', Target = '' } = attributesOf(relations, element);
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `${folderOf(names.main)}${Target}`);
    },
  });
  const hasEven = /<w:evenAndOddHeaders(?! [^>]*"(?:0|false)")/.test(all.text(names.settings));
  const parts: MarginPart[] = [];
  let section: (MarginPart & { readonly type: string })[] = [];
  let hasFirst = false;
  scanXml(main, {
    open: (element) => {
      const [, kind] = MARGIN.exec(element.name.slice('w:'.length)) ?? [];
      if (kind !== undefined) {
        const { id = '', type = 'default' } = attributesOf(main, element);
        section.push({ kind: kind as MarginPart['kind'], part: targets.get(id) ?? '', type });
      } else if (element.name === 'w:titlePg')
        hasFirst = !['0', 'false'].includes(attributesOf(main, element).val ?? '');
    },
    close: ({ name }) => {
      if (name !== 'w:sectPr') return;
      const isShown = ({ type }: (typeof section)[number]) =>
        type === 'default' || (type === 'first' ? hasFirst : hasEven);
      for (const margin of section.filter(isShown)) parts.push(margin);
      section = [];
      hasFirst = false;
    },
  });
  return parts;
}

function linesIn(xml: string, styles: DocxStyles): string[] {
  const looks = new RunLooks(xml, styles);
  const lines: string[] = [];
  let line = '';
  /** The instructions of the fields that are open. */
  const fields: string[] = [];
  scanXml(xml, {
    open: (element) => {
      looks.open(element);
      const attributes =
        element.name === 'w:fldChar' || element.name === 'w:fldSimple' ? attributesOf(xml, element) : {};
      if (attributes.fldCharType === 'begin') fields.push('');
      else if (attributes.fldCharType === 'end') fields.pop();
      else if (element.name === 'w:fldSimple') fields.push(attributes.instr ?? '');
      else if (element.name === 'w:tab' && element.parent?.name === 'w:r') line += ' ';
    },
    text: (start, end, { name, parent }) => {
      if (name === 'w:instrText' && fields.length > 0) fields[fields.length - 1] += xml.slice(start, end);
      if (name !== 'w:t' || parent === undefined || isPageNumber(fields)) return;
      const { isHidden, isStruck } = looks.shown(parent);
      if (!isHidden && !isStruck) line += resolved(xml.slice(start, end));
    },
    close: ({ name }: XmlElement) => {
      if (name === 'w:fldSimple') fields.pop();
      if (name !== 'w:p') return;
      lines.push(inOneLine(line));
      line = '';
    },
  });
  return lines;
}

function isPageNumber(fields: readonly string[]): boolean {
  return fields.some((instruction) => PAGE_FIELD.test(instruction));
}
