import { inOneLine } from './document-builder.ts';
import type { DocxStyles } from './docx-runs.ts';
import { shownPart } from './docx-shown.ts';
import type { PackageParts } from './package-parts.ts';
import { attributesOf, elementsNamed, prefixOf, scanXml } from './scan-xml.ts';

const MARGIN = /^(header|footer)Reference$/;

/** The names of parts of a file. */
export interface PartNames {
  readonly main: string;
  readonly settings: string;
}

/** The content of the headers and footers in use, for the body of the main part, and notes on words that are left out. */
export interface Margins {
  readonly header: string;
  readonly footer: string;
  readonly notes: ReadonlySet<string>;
}

/** Headers and footers, which mammoth does not read, each once. */
export function marginsOf(parts: PackageParts, names: PartNames, styles: DocxStyles): Margins {
  const found = { header: '', footer: '' };
  const notes = new Set<string>();
  const known = new Set<string>();
  for (const { kind, part } of marginParts(parts, names)) {
    const shown = shownPart(parts.text(part), styles);
    for (const note of shown.notes) notes.add(note);
    const words = wordsIn(shown.xml);
    if (/\p{L}/u.test(words) && !known.has(words)) found[kind] += asContent(shown.xml);
    known.add(words);
  }
  return { ...found, notes };
}

interface MarginPart {
  readonly kind: 'header' | 'footer';
  readonly part: string;
}

function marginParts(all: PackageParts, names: PartNames): MarginPart[] {
  const main = all.text(names.main);
  if (!main.includes('headerReference') && !main.includes('footerReference')) return [];
  const targets = new Map(all.relations(names.main).map(({ id, part }) => [id, part]));
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

function wordsIn(xml: string): string {
  let words = '';
  scanXml(xml, { text: (start, end, { name }) => (words += name === 'w:t' ? xml.slice(start, end) : ' ') });
  return inOneLine(words);
}

/** A part as an element of a body; the targets of its links are those of another part. */
function asContent(xml: string): string {
  const [root] = elementsNamed(xml, 'w:hdr', 'w:ftr');
  if (root === undefined) return '';
  const prefix = prefixOf(root);
  const start = xml.slice(root.start + 1 + root.tag.length, root.innerStart);
  const content = xml.slice(root.innerStart, root.innerEnd).replace(LINK, '');
  return `<${prefix}customXml${start}${content}</${prefix}customXml>`;
}

const LINK = /<\/?\w{1,20}:hyperlink\b[^<>]*>/g;
