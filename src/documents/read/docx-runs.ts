import { DropDowns, type Edit } from './docx-drop-downs.ts';
import { attributesOf, scanXml, type XmlElement } from './scan-xml.ts';

/** How letters of a run or a style are shown, where it says so. */
interface Look {
  vanish?: boolean;
  strike?: boolean;
  dstrike?: boolean;
  isWhite?: boolean;
  isShaded?: boolean;
  /** In half points. */
  size?: number;
  position?: number;
  vertAlign?: string;
  style?: string;
}

/** The visible part of a run. */
interface Shown {
  readonly isHidden: boolean;
  readonly isStruck: boolean;
  /** Above the base line, and not because the run itself is marked as a superscript. */
  readonly isRaised: boolean;
}

/** The looks of styles by their names in the file, with those that they are based on. */
export type DocxStyles = ReadonlyMap<string, Look>;

const OFF = new Set(['false', '0', 'off', 'none']);
/** White, or so near to it that no one sees it on paper. */
const WHITE = /^(?:f[a-f]){3}$/i;
const NO_FILL = /^(?:auto|(?:f[a-f]){3})?$/i;
/** No one reads letters of one point. */
const LEAST_SIZE = 2;
/** Points by which letters are raised at least, in half points. */
const LEAST_RAISED = 4;
/** Styles based on styles based on styles. */
const MAX_BASES = 20;

export function docxStyles(xml: string): DocxStyles {
  const styles = new Map<string, Look & { base?: string }>();
  let look: Look & { base?: string } = {};
  scanXml(xml, {
    open: (element) => {
      const { name, parent } = element;
      if (name === 'w:style') {
        look = {};
        styles.set(attributesOf(xml, element).styleId ?? '', look);
      } else if (name === 'w:basedOn') look.base = attributesOf(xml, element).val ?? '';
      else if (parent?.parent?.name === 'w:style') addLook(look, xml, element);
    },
  });
  const whole = new Map<string, Look>();
  for (const [id, own] of styles) {
    let all: Look = own;
    let base = own.base;
    for (let i = 0; base !== undefined && i < MAX_BASES; i += 1) {
      const above = styles.get(base);
      all = { ...above, ...all };
      base = above?.base;
    }
    whole.set(id, all);
  }
  return whole;
}

const LOOKS = new Set('vanish strike dstrike color shd highlight sz position vertAlign rStyle pStyle'.split(' '));

function addLook(look: Look, xml: string, element: XmlElement): void {
  if (!LOOKS.has(element.name.slice('w:'.length))) return;
  const { val, fill } = attributesOf(xml, element);
  switch (element.name) {
    case 'w:vanish':
    case 'w:strike':
    case 'w:dstrike':
      look[element.name.slice(2) as 'vanish' | 'strike' | 'dstrike'] = !OFF.has(val ?? '');
      break;
    case 'w:color':
      look.isWhite = WHITE.test(val ?? '');
      break;
    case 'w:shd':
      look.isShaded = !NO_FILL.test(fill ?? '');
      break;
    case 'w:highlight':
      look.isShaded = val !== 'none' && val !== 'white';
      break;
    case 'w:sz':
      look.size = Number(val);
      break;
    case 'w:position':
      look.position = Number(val);
      break;
    case 'w:vertAlign':
      look.vertAlign = val ?? '';
      break;
    case 'w:rStyle':
    case 'w:pStyle':
      look.style = val ?? '';
  }
}

/** Collects what a part says of its runs, while it is scanned. */
export class RunLooks {
  readonly #xml: string;
  readonly #styles: DocxStyles;
  /** Looks of runs and paragraphs. */
  readonly #looks = new WeakMap<XmlElement, Look>();
  /** Elements with their own background, which white letters are read on. */
  readonly #shaded = new WeakSet<XmlElement>();
  readonly #hiddenRows = new WeakSet<XmlElement>();

  constructor(xml: string, styles: DocxStyles) {
    this.#xml = xml;
    this.#styles = styles;
  }

  open(element: XmlElement): void {
    const { name, parent } = element;
    const owner = parent?.parent;
    if (name === 'w:txbxContent') this.#shaded.add(element);
    else if (name === 'w:background' && parent?.name === 'w:document') this.#shaded.add(parent);
    if (owner === undefined) return;
    if (name === 'w:tblStyle') this.#shaded.add(owner);
    else if (name === 'w:hidden' && parent?.name === 'w:trPr') this.#hiddenRows.add(owner);
    else if (parent?.name === 'w:rPr' || parent?.name === 'w:pPr') {
      const look = this.#looks.get(owner) ?? {};
      addLook(look, this.#xml, element);
      this.#looks.set(owner, look);
    } else if (name === 'w:shd' && !NO_FILL.test(attributesOf(this.#xml, element).fill ?? '')) this.#shaded.add(owner);
  }

  /** @param run whose properties were passed */
  shown(run: XmlElement): Shown {
    const own = this.#looks.get(run) ?? {};
    let paragraph: XmlElement | undefined = run.parent;
    while (paragraph !== undefined && paragraph.name !== 'w:p') paragraph = paragraph.parent;
    const around = (paragraph && this.#looks.get(paragraph)) ?? {};
    const ofParagraph = this.#styles.get(around.style ?? '') ?? {};
    const ofRun = { ...this.#styles.get(own.style ?? ''), ...own };
    const look = { ...ofParagraph, ...ofRun };
    const hasBackground = look.isShaded || around.isShaded || this.#isIn(run, this.#shaded);
    const isWhite = look.isWhite && !hasBackground;
    return {
      isHidden:
        look.vanish || isWhite || (look.size ?? LEAST_SIZE + 1) <= LEAST_SIZE || this.#isIn(run, this.#hiddenRows),
      isStruck: (look.strike || look.dstrike) ?? false,
      isRaised:
        own.vertAlign === undefined &&
        (ofRun.vertAlign === 'superscript' || (ofRun.vertAlign === undefined && (ofRun.position ?? 0) >= LEAST_RAISED)),
    };
  }

  #isIn(run: XmlElement, elements: WeakSet<XmlElement>): boolean {
    for (let at: XmlElement | undefined = run.parent; at !== undefined; at = at.parent)
      if (elements.has(at)) return true;
    return false;
  }
}

/** A part without the runs that no one reads, and what was in them. */
export interface ShownPart {
  readonly xml: string;
  readonly hasHidden: boolean;
  readonly hasStruck: boolean;
}

/** Elements whose content mammoth would leave out, though it is text of the page. */
export const WRAPPERS = new Set('fldSimple bdo dir ruby rubyBase'.split(' ').map((name) => `w:${name}`));
/** Breaks and tabs that mammoth does not know, and the ones that it does. */
const SPACES: ReadonlyMap<string, string> = new Map([
  ['w:cr', 'br'],
  ['w:ptab', 'tab'],
]);

/**
 * Writes what mammoth does not know: leaves out hidden and struck-out runs, marks raised ones, unwraps simple fields, and
 * writes the choices of drop-down fields.
 */
export function shownPart(xml: string, styles: DocxStyles): ShownPart {
  const looks = new RunLooks(xml, styles);
  const dropDowns = new DropDowns(xml);
  const edits: Edit[] = [];
  const fields = new WeakSet<XmlElement>();
  const written = new WeakSet<XmlElement>();
  const properties = new WeakMap<XmlElement, XmlElement>();
  let hasHidden = false;
  let hasStruck = false;
  scanXml(xml, {
    open: (element) => {
      looks.open(element);
      const chosen = dropDowns.open(element);
      if (chosen !== undefined) edits.push(chosen);
      // Fields begin and end in different runs.
      if (element.name === 'w:fldChar' && element.parent !== undefined) fields.add(element.parent);
      if (element.name === 'w:rPr' && element.parent?.name === 'w:r') properties.set(element.parent, element);
      if (WRAPPERS.has(element.name)) edits.push({ start: element.start, end: element.innerStart, text: '' });
    },
    text: (start, end, { name, parent }) => {
      if (name !== 'w:t' || parent === undefined || xml.slice(start, end).trim() === '') return;
      written.add(parent);
      dropDowns.text();
    },
    close: (element) => {
      if (WRAPPERS.has(element.name)) edits.push({ start: element.innerEnd, end: element.end, text: '' });
      const space = SPACES.get(element.name);
      if (space !== undefined)
        edits.push({ start: element.start, end: element.end, text: `<${prefixOf(element.tag)}${space}/>` });
      if (element.name !== 'w:r' || fields.has(element)) return;
      const { isHidden, isStruck, isRaised } = looks.shown(element);
      if (isHidden || isStruck) {
        while ((edits.at(-1)?.start ?? -1) >= element.start) edits.pop();
        edits.push({ start: element.start, end: element.end, text: '' });
        hasHidden ||= isHidden && written.has(element);
        hasStruck ||= isStruck && !isHidden && written.has(element);
      } else if (isRaised) {
        const { tag, innerEnd } = properties.get(element)!;
        const prefix = prefixOf(tag);
        const text = `<${prefix}vertAlign ${prefix}val="superscript"/>`;
        edits.push({ start: innerEnd, end: innerEnd, text });
      }
    },
  });
  let at = 0;
  const kept: string[] = [];
  for (const { start, end, text } of edits.sort((one, other) => one.start - other.start)) {
    kept.push(xml.slice(at, start), text);
    at = end;
  }
  return { xml: kept.join('') + xml.slice(at), hasHidden, hasStruck };
}

function prefixOf(tag: string): string {
  return tag.slice(0, tag.indexOf(':') + 1);
}
