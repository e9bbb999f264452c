import { byId } from './dom.ts';

/** A text field with a limit of its own, in characters as the service counts them: code points. */
export class LimitedField {
  readonly field: HTMLTextAreaElement;
  readonly #count: HTMLElement;
  readonly #limit: number;

  /** Expects `#id`, a textarea with `data-limit`, and `#id-count`. */
  constructor(id: string) {
    this.field = byId(id, HTMLTextAreaElement);
    this.#count = byId(`${id}-count`, HTMLElement);
    this.#limit = Number(this.field.dataset.limit);
    this.field.addEventListener('input', () => this.#update());
    this.#update();
  }

  get value(): string {
    return this.field.value;
  }

  set value(text: string) {
    this.field.value = text;
    this.#update();
  }

  /** What is wrong with the text, if anything. */
  get problem(): string | undefined {
    const length = this.#length;
    if (this.value.trim() === '') return 'Write something here first.';
    return length > this.#limit
      ? `At most ${this.#limit.toLocaleString('en')} characters fit, these are ${length.toLocaleString('en')}.`
      : undefined;
  }

  get #length(): number {
    return [...this.field.value].length;
  }

  #update(): void {
    const length = this.#length;
    const over = length > this.#limit;
    this.#count.textContent = `${length.toLocaleString('en')} of ${this.#limit.toLocaleString('en')} characters`;
    this.#count.classList.toggle('over', over);
    this.field.setAttribute('aria-invalid', String(over));
  }
}
