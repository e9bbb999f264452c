import { type Edit, Fields, runOf } from './docx-fields.ts';
import type { DocxNumbers } from './docx-numbers.ts';
import { type DocxStyles, RunLooks } from './docx-runs.ts';
import { FORMULAS_NOTE, HIDDEN_NOTE, STRUCK_NOTE, UNSURE_NOTE } from './left-out.ts';
import { prefixOf, resolved, scanXml, type XmlElement } from './scan-xml.ts';

/** A part without the words that no one reads, and notes on them. */
export interface ShownPart {
  readonly xml: string;
  readonly notes: ReadonlySet<string>;
}

/** Elements whose content mammoth would leave out, though it is text of the page. */
export const WRAPPERS = new Set('fldSimple bdo dir ruby rubyBase'.split(' ').map((name) => `w:${name}`));
/** Breaks and tabs that mammoth does not know, and the ones that it does. */
const SPACES: ReadonlyMap<string, string> = new Map([
  ['w:cr', 'br'],
  ['w:ptab', 'tab'],
]);
/** Formulas that are no line of signs. */
const STRUCTURES = new Set(
  'acc bar borderBox box d eqArr f func groupChr limLow limUpp m nary phant rad sPre sSub sSubSup sSup'
    .split(' ')
    .map((name) => `m:${name}`),
);

/** Writes for mammoth what it does not know, while a part is scanned. */
class PartShower {
  readonly #xml: string;
  readonly #looks: RunLooks;
  readonly #fields: Fields;
  readonly #numbers: DocxNumbers | undefined;
  readonly notes = new Set<string>();
  #edits: Edit[] = [];
  readonly #written = new WeakSet<XmlElement>();
  readonly #properties = new WeakMap<XmlElement, XmlElement>();
  /** The text boxes of drawings that are open. */
  readonly #drawings: { readonly element: XmlElement; readonly boxes: XmlElement[] }[] = [];
  /** Words of alternatives that are open, and those of the first one. */
  readonly #alternatives: { words: string; shown: string | undefined }[] = [];
  #formula: { words: string; isLine: boolean } | undefined;

  constructor(xml: string, styles: DocxStyles, numbers: DocxNumbers | undefined) {
    this.#xml = xml;
    this.#looks = new RunLooks(xml, styles);
    this.#fields = new Fields(xml);
    this.#numbers = numbers;
  }

  open(element: XmlElement): void {
    const { name, parent } = element;
    this.#looks.open(element);
    const chosen = this.#fields.open(element);
    if (chosen !== undefined) this.#edits.push(chosen);
    if (name === 'w:rPr' && parent?.name === 'w:r') this.#properties.set(parent, element);
    else if (name === 'w:drawing') this.#drawings.push({ element, boxes: [] });
    else if (name === 'mc:AlternateContent') this.#alternatives.push({ words: '', shown: undefined });
    else if (name === 'm:oMath') this.#formula = { words: '', isLine: true };
    else if (STRUCTURES.has(name) && this.#formula !== undefined) this.#formula.isLine = false;
  }

  text(start: number, end: number, { name, parent }: XmlElement): void {
    const words = this.#xml.slice(start, end);
    if (name === 'w:instrText') this.#fields.instruction(words);
    if (name === 'm:t' && this.#formula !== undefined) this.#formula.words += resolved(words);
    if (name !== 'w:t' || parent === undefined || words.trim() === '') return;
    this.#written.add(parent);
    this.#fields.text();
    const alternative = this.#alternatives.at(-1);
    if (alternative !== undefined) alternative.words += words;
  }

  close(element: XmlElement): void {
    const { name, parent } = element;
    switch (name) {
      case 'w:r':
        this.#closeRun(element);
        break;
      case 'w:pPr': {
        const number = parent?.name === 'w:p' ? this.#numbers?.next(this.#looks.lookOf(parent)) : undefined;
        if (number !== undefined) this.#put(element.end, runOf(element, number));
        break;
      }
      case 'w:txbxContent': {
        const drawing = this.#drawings.at(-1);
        if (drawing !== undefined) drawing.boxes.push(element);
        break;
      }
      case 'w:drawing':
        this.#closeDrawing(this.#drawings.pop()!);
        break;
      case 'v:imagedata':
        this.#cut(element.start, element.end);
        break;
      case 'mc:Choice':
      case 'mc:Fallback':
        this.#closeAlternative(element);
        break;
      case 'mc:AlternateContent': {
        const { shown = '' } = this.#alternatives.pop()!;
        const around = this.#alternatives.at(-1);
        if (around !== undefined) around.words += shown;
        this.#unwrap(element);
        break;
      }
      case 'm:oMath':
        this.#closeFormula(element);
        break;
      default: {
        if (name === 'w:fldSimple' && this.#fields.endSimple()) this.#replace(element, '');
        else if (WRAPPERS.has(name)) this.#unwrap(element);
        const space = SPACES.get(name);
        if (space !== undefined && parent?.name === 'w:r') this.#replace(element, `<${prefixOf(element)}${space}/>`);
      }
    }
  }

  toString(): string {
    let at = 0;
    const kept: string[] = [];
    for (const { start, end, text } of this.#edits.sort(
      (one, other) => one.start - other.start || one.end - other.end,
    )) {
      kept.push(this.#xml.slice(at, start), text);
      at = end;
    }
    return kept.join('') + this.#xml.slice(at);
  }

  #closeRun(run: XmlElement): void {
    if (this.#fields.hasEnd(run)) return;
    const { isHidden, isStruck, isRaised, isUnsure } = this.#looks.shown(run);
    const isPage = this.#fields.isOfPage;
    if (isUnsure && !isHidden && this.#written.has(run)) this.notes.add(UNSURE_NOTE);
    if (isHidden || isStruck || isPage) {
      this.#replace(run, '');
      if (!isPage && this.#written.has(run)) this.notes.add(isHidden ? HIDDEN_NOTE : STRUCK_NOTE);
    } else if (isRaised) {
      const properties = this.#properties.get(run);
      if (properties === undefined) return;
      const prefix = prefixOf(properties);
      this.#put(properties.innerEnd, `<${prefix}vertAlign ${prefix}val="superscript"/>`);
    }
  }

  /** A drawing becomes its text boxes, in a picture, where mammoth reads some. */
  #closeDrawing({ element, boxes }: { readonly element: XmlElement; readonly boxes: readonly XmlElement[] }): void {
    if (boxes.length === 0) {
      this.#replace(element, '');
      return;
    }
    const prefix = prefixOf(element);
    let at = element.start;
    for (const [i, box] of boxes.entries()) {
      this.#cut(at, box.start, i === 0 ? `<${prefix}pict>` : '');
      at = box.end;
    }
    this.#cut(at, element.end, `</${prefix}pict>`);
  }

  /** Programs show the first alternative that they know, which is the first one, and keep the others for older ones. */
  #closeAlternative(element: XmlElement): void {
    const own = this.#alternatives.at(-1);
    if (own === undefined) return;
    if (own.shown === undefined) this.#unwrap(element);
    else this.#replace(element, '');
    if (own.words !== (own.shown ?? own.words) && own.words !== '') this.notes.add(HIDDEN_NOTE);
    own.shown ??= own.words;
    own.words = '';
  }

  #closeFormula(element: XmlElement): void {
    const { words = '', isLine = false } = this.#formula ?? {};
    this.#formula = undefined;
    if (isLine) this.#replace(element, runOf(element.parent ?? element, words));
    else this.notes.add(FORMULAS_NOTE);
  }

  #put(at: number, text: string): void {
    this.#cut(at, at, text);
  }

  #cut(start: number, end: number, text = ''): void {
    this.#edits.push({ start, end, text });
  }

  #unwrap({ start, innerStart, innerEnd, end }: XmlElement): void {
    this.#cut(start, innerStart);
    this.#cut(innerEnd, end);
  }

  #replace(element: XmlElement, text: string): void {
    while ((this.#edits.at(-1)?.start ?? -1) >= element.start) this.#edits.pop();
    this.#cut(element.start, element.end, text);
  }
}

/** Leaves out hidden and struck-out words, and writes fields, formulas, text boxes and numbers of paragraphs as plain text. */
export function shownPart(xml: string, styles: DocxStyles, numbers?: DocxNumbers): ShownPart {
  const shower = new PartShower(xml, styles, numbers);
  scanXml(xml, {
    open: (element) => shower.open(element),
    text: (start, end, inside) => shower.text(start, end, inside),
    close: (element) => shower.close(element),
  });
  return { xml: shower.toString(), notes: shower.notes };
}
