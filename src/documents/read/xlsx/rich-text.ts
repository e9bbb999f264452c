import { attributeOf, resolved, scanXml, type XmlElement } from '../scan-xml.ts';
import { superscript } from '../superscript.ts';
import { isOn } from './styles.ts';

/** Text of a cell, and whether words of it were left out because they are struck out. */
export interface CellText {
  readonly text: string;
  readonly hasStruck: boolean;
}

const ESCAPED = /_x([0-9A-F]{4})_/gi;

/** Joins the runs of a shared string or of a cell into its text. */
export class RichText {
  readonly #xml: string;
  #text = '';
  #run = '';
  #isStruck = false;
  #isRaised = false;
  #hasStruck = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  open(element: XmlElement): void {
    const name = element.name;
    if (name === 'r') this.#end();
    else if (name === 'strike') this.#isStruck = isOn(attributeOf(this.#xml, element, 'val'));
    else if (name === 'vertAlign') this.#isRaised = attributeOf(this.#xml, element, 'val') === 'superscript';
  }

  /** Characters, which are words of the cell inside `t`, and how they are spoken inside `rPh`. */
  add(start: number, end: number, inside: XmlElement): void {
    if (inside.name !== 't' || inside.parent?.name === 'rPh') return;
    this.#run += resolved(this.#xml.slice(start, end));
  }

  take(): CellText {
    this.#end();
    const taken = { text: withoutEscapes(this.#text), hasStruck: this.#hasStruck };
    this.#text = '';
    this.#hasStruck = false;
    return taken;
  }

  #end(): void {
    if (this.#isStruck && this.#run !== '') this.#hasStruck = true;
    else this.#text += this.#isRaised ? superscript(this.#run, this.#text) : this.#run;
    this.#run = '';
    this.#isStruck = false;
    this.#isRaised = false;
  }
}

/** The strings that cells name by their numbers. */
export function sharedStringsIn(xml: string): CellText[] {
  const strings: CellText[] = [];
  const text = new RichText(xml);
  scanXml(xml, {
    open: (element) => text.open(element),
    text: (start, end, inside) => text.add(start, end, inside),
    close: (element) => {
      if (element.name === 'si') strings.push(text.take());
    },
  });
  return strings;
}

/** Characters that XML cannot hold are written as "_x000D_". */
export function withoutEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
