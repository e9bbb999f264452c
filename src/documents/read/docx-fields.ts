import { attributesOf, escapedXml, prefixOf, type XmlElement } from './scan-xml.ts';

/** A field that is open, and the list of its choices where it has one. */
interface Field {
  readonly run?: XmlElement;
  instruction: string;
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

/** Fields that say how many pages there are and which one this is. */
const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** The fields of a part while it is scanned. A drop-down has its choices and the number of the chosen one, but no text. */
export class Fields {
  readonly #xml: string;
  readonly #open: Field[] = [];
  /** Runs in which a field begins or ends. */
  readonly #runs = new WeakSet<XmlElement>();

  constructor(xml: string) {
    this.#xml = xml;
  }

  /** @returns the chosen text of a drop-down in its own run, at the end of its field */
  open(element: XmlElement): Edit | undefined {
    const { name, parent } = element;
    const field = this.#open.at(-1);
    const is = () => attributesOf(this.#xml, element);
    if (name === 'w:fldSimple') this.#open.push({ instruction: is().instr ?? '', choices: [] });
    else if (name === 'w:fldChar' && parent !== undefined) {
      this.#runs.add(parent);
      const type = is().fldCharType;
      if (type === 'begin') this.#open.push({ run: parent, instruction: '', choices: [] });
      else if (type === 'separate' && field !== undefined) field.isResult = true;
      else if (type === 'end') return editOf(this.#open.pop());
    } else if (parent?.name === 'w:ddList' && field !== undefined) {
      const { val = '' } = is();
      if (name === 'w:listEntry') field.choices.push(val);
      else if (name === 'w:result') field.chosen = Number(val);
      else if (name === 'w:default') field.usual = Number(val);
    }
    return undefined;
  }

  instruction(words: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.instruction += words;
  }

  /** Some programs write the chosen text too. */
  text(): void {
    const field = this.#open.at(-1);
    if (field?.isResult) field.hasText = true;
  }

  /** @returns true for the number of a page */
  endSimple(): boolean {
    return PAGE_FIELD.test(this.#open.pop()?.instruction ?? '');
  }

  get isOfPage(): boolean {
    return this.#open.some(({ instruction }) => PAGE_FIELD.test(instruction));
  }

  hasEnd(run: XmlElement): boolean {
    return this.#runs.has(run);
  }
}

function editOf(field: Field | undefined): Edit | undefined {
  const { run, choices = [], chosen, usual, hasText } = field ?? {};
  const text = choices[chosen ?? usual ?? 0];
  if (run === undefined || text === undefined || hasText) return undefined;
  return { start: run.start, end: run.start, text: runOf(run, text) };
}

/** A run with words, in the namespace of another element. */
export function runOf(like: XmlElement, words: string): string {
  const prefix = prefixOf(like);
  return `<${prefix}r><${prefix}t xml:space="preserve">${escapedXml(words)}</${prefix}t></${prefix}r>`;
}
