import { show } from '../shared/dom.ts';

interface ResultParts {
  /** What says that the result belongs to other inputs. */
  readonly warning: HTMLElement;
  /** What the form would send now. */
  readonly request: () => object;
}

/** Marks a result as soon as the form holds something else than what it is about. */
export class StaleResult {
  readonly #parts: ResultParts;
  #shown: string | undefined;

  constructor(parts: ResultParts) {
    this.#parts = parts;
  }

  /** The result of this request is shown from now on. */
  showsResultOf(request: object): void {
    this.#shown = JSON.stringify(request);
    this.check();
  }

  /** Call it whenever the form may have changed. */
  check(): void {
    const { warning, request } = this.#parts;
    const isStale = this.#shown !== undefined && JSON.stringify(request()) !== this.#shown;
    show(warning, isStale);
  }
}
