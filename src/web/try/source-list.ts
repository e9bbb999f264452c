import type { AnswerSource, SourceFormat } from '../../contract/answer-request.ts';
import { byId, el, labelled } from '../shared/dom.ts';

const FORMATS: readonly (readonly [SourceFormat, string])[] = [
  ['text', 'Text'],
  ['json', 'JSON'],
  ['jsonl', 'JSON Lines'],
  ['csv', 'CSV'],
];

interface SourceFields {
  readonly item: HTMLLIElement;
  readonly legend: HTMLLegendElement;
  readonly id: HTMLInputElement;
  readonly title: HTMLInputElement;
  readonly format: HTMLSelectElement;
  readonly text: HTMLTextAreaElement;
  readonly remove: HTMLButtonElement;
  example?: GivenSource | undefined;
}

/** Characters by which the text of an example is recognized: edited further on, it is still that text. */
const RECOGNIZED = 12;

/** The sources of an answer as fields that can be added and removed; at least one is left. */
export class SourceList {
  readonly #place = byId('sources', HTMLElement);
  #fields: SourceFields[] = [];
  /** Count of all sources ever added: ids of elements are never used again. */
  #made = 0;

  constructor() {
    this.#place.addEventListener('input', () => {
      for (const fields of this.#fields) this.#leaveExample(fields);
    });
    this.add({ text: '' });
  }

  get value(): AnswerSource[] {
    return this.#fields.map(({ id, title, format, text }) => ({
      id: id.value,
      text: text.value,
      ...(title.value.trim() === '' ? {} : { title: title.value }),
      ...(format.value === 'text' ? {} : { format: format.value as SourceFormat }),
    }));
  }

  set value(sources: readonly GivenSource[]) {
    this.#fields = [];
    this.#place.replaceChildren();
    this.append(sources.length === 0 ? [{ text: '' }] : sources);
  }

  /** Shows the sources of an example. Where the user replaces a text, its id and title go too. */
  showExample(sources: readonly GivenSource[]): void {
    this.value = sources;
    for (const [i, fields] of this.#fields.entries()) fields.example = sources[i];
  }

  #leaveExample(fields: SourceFields): void {
    const { example, id, title, text } = fields;
    if (example === undefined || text.value.startsWith(example.text.slice(0, RECOGNIZED))) return;
    fields.example = undefined;
    if (id.value === example.id) id.value = this.#freeId();
    if (title.value === example.title) title.value = '';
  }

  append(sources: readonly GivenSource[]): void {
    for (const empty of this.#fields.filter(({ text }) => text.value === '')) this.#drop(empty);
    for (const source of sources) this.#add(source);
    this.#changed();
  }

  /** Adds a source and returns the field to continue with. */
  add(source: GivenSource): HTMLElement {
    const { text } = this.#add(source);
    this.#changed();
    return text;
  }

  /** A source without an id gets the smallest free number. */
  #add({ id = this.#freeId(), title = '', format = 'text', text }: GivenSource): SourceFields {
    const fields = sourceFields(this.#made, { id, title, format, text });
    this.#made += 1;
    this.#fields.push(fields);
    this.#place.append(fields.item);
    fields.remove.addEventListener('click', () => this.#remove(fields));
    return fields;
  }

  field(name: string): HTMLElement | undefined {
    const [, place, part = 'text'] = /^sources(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(name) ?? [];
    const fields = name.startsWith('sources') ? this.#fields[Number(place ?? 0)] : undefined;
    return fields?.[part === 'id' || part === 'title' ? part : 'text'];
  }

  #freeId(): string {
    const taken = new Set(this.#fields.map(({ id }) => id.value));
    let number = 1;
    while (taken.has(String(number))) number += 1;
    return String(number);
  }

  #remove(fields: SourceFields): void {
    const place = this.#fields.indexOf(fields);
    this.#drop(fields);
    (this.#fields[place] ?? this.#fields.at(-1))?.text.focus();
    this.#changed();
  }

  #drop(fields: SourceFields): void {
    fields.item.remove();
    this.#fields = this.#fields.filter((other) => other !== fields);
  }

  /** Like a field that was typed into, so that the form knows. */
  #changed(): void {
    for (const [i, { legend, remove }] of this.#fields.entries()) {
      legend.textContent = `Source ${i + 1}`;
      remove.setAttribute('aria-label', `Remove source ${i + 1}`);
      remove.hidden = this.#fields.length === 1;
    }
    this.#place.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function sourceFields(number: number, source: FilledSource): SourceFields {
  const idOf = (part: string) => `source-field-${number}-${part}`;
  const legend = el('legend', {});
  const id = el('input', { id: idOf('id'), value: source.id, spellcheck: 'false' });
  const title = el('input', { id: idOf('title'), value: source.title });
  const format = el(
    'select',
    { id: idOf('format') },
    ...FORMATS.map(([value, words]) => el('option', { value }, words)),
  );
  format.value = source.format;
  const text = el('textarea', { id: idOf('text'), rows: '4' }, source.text);
  const remove = el('button', { type: 'button' }, 'Remove');
  const titled = labelled('Title (optional)', title);
  titled.className = 'long';
  const names = el('div', { class: 'source-names' }, labelled('Id', id), titled, labelled('Format', format), remove);
  const item = el('li', {}, el('fieldset', {}, legend, names, labelled('Text', text)));
  return { item, legend, id, title, format, text, remove };
}

export interface GivenSource {
  readonly id?: string;
  readonly title?: string | undefined;
  readonly format?: SourceFormat | undefined;
  readonly text: string;
}

type FilledSource = { readonly [Name in keyof GivenSource]-?: NonNullable<GivenSource[Name]> };
