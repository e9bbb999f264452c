import { byId, countText } from '../shared/dom.ts';

export function codePoints(text: string): number {
  return [...text].length;
}

/** A text field with a length limit in Unicode code points, as the service counts them. */
export class LimitedField {
  readonly field: HTMLTextAreaElement;
  readonly #count: HTMLElement;
  #limit: number;

  /** Expects `#id`, a textarea, and `#id-count`. `limit` in code points. */
  constructor(id: string, limit: number) {
    this.field = byId(id, HTMLTextAreaElement);
    this.#count = byId(`${id}-count`, HTMLElement);
    this.#limit = limit;
    this.field.addEventListener('input', () => this.#update());
    this.#update();
  }

  get value(): string {
    return this.field.value;
  }

  set value(text: string) {
    this.field.value = text;
    this.field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** In code points. */
  set limit(limit: number) {
    this.#limit = limit;
    this.#update();
  }

  /** Why the text cannot be sent; undefined when it can. */
  get problem(): string | undefined {
    const length = this.#length;
    if (this.value.trim() === '') return 'Enter a text first.';
    return length > this.#limit
      ? `The text has ${countText(length)} characters; at most ${countText(this.#limit)} are allowed. Shorten it.`
      : undefined;
  }

  get #length(): number {
    return codePoints(this.field.value);
  }

  #update(): void {
    const length = this.#length;
    const over = length > this.#limit;
    this.#count.textContent = `${countText(length)} of ${countText(this.#limit)} characters`;
    this.#count.classList.toggle('over', over);
    if (over) this.field.setAttribute('aria-invalid', 'true');
    else this.field.removeAttribute('aria-invalid');
  }
}
