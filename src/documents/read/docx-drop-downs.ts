import { attributesOf, escapedXml, type XmlElement } from './scan-xml.ts';

/** A field that is open, and the list of its choices where it has one. */
interface Field {
  readonly run: XmlElement;
  readonly choices: string[];
  chosen?: number;
  usual?: number;
  isResult?: true;
  hasText?: true;
}

/** A stretch of a part, and the text that is to be written in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Finds the drop-down fields of a part while it is scanned: it has their choices and the number of the chosen one, but no text. */
export class DropDowns {
  readonly #xml: string;
  readonly #open: Field[] = [];

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** @returns the chosen text in its own run, at the end of its field */
  open(element: XmlElement): Edit | undefined {
    const { name, parent } = element;
    const field = this.#open.at(-1);
    if (name === 'w:fldChar' && parent !== undefined) {
      const { fldCharType: type } = attributesOf(this.#xml, element);
      if (type === 'begin') this.#open.push({ run: parent, choices: [] });
      else if (type === 'separate' && field !== undefined) field.isResult = true;
      else if (type === 'end') return editOf(this.#open.pop());
    } else if (parent?.name === 'w:ddList' && field !== undefined) {
      const { val = '' } = attributesOf(this.#xml, element);
      if (name === 'w:listEntry') field.choices.push(val);
      else if (name === 'w:result') field.chosen = Number(val);
      else if (name === 'w:default') field.usual = Number(val);
    }
    return undefined;
  }

  /** Some programs write the chosen text too. */
  text(): void {
    const field = this.#open.at(-1);
    if (field?.isResult) field.hasText = true;
  }
}

function editOf(field: Field | undefined): Edit | undefined {
  const { run, choices = [], chosen, usual, hasText } = field ?? {};
  const text = choices[chosen ?? usual ?? 0];
  if (run === undefined || text === undefined || hasText) return undefined;
  const prefix = run.tag.slice(0, run.tag.indexOf(':') + 1);
  const words = `<${prefix}t xml:space="preserve">${escapedXml(text)}</${prefix}t>`;
  return { start: run.start, end: run.start, text: `<${run.tag}>${words}</${run.tag}>` };
}
