import { printableInPage } from './printable.ts';

/** HTML that is already escaped; only `html` creates it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type HtmlValue = Html | string | number | readonly HtmlValue[] | undefined;

/** A template whose values are escaped and printable unless they are Html already; lists are joined, undefined is nothing. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(literals.map((literal, index) => literal + toText(values[index])).join(''));
}

function toText(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(toText).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return printableInPage(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
