import { show } from '../shared/dom.ts';

interface FormParts {
  readonly form: HTMLFormElement;
  readonly submit: HTMLButtonElement;
  readonly cancel: HTMLButtonElement;
  /** The text of `submit` while a request runs. */
  readonly busyText: string;
}

/** One request of a form at a time: its button is busy meanwhile, and `cancel` aborts it. */
export class FormRequest {
  readonly #parts: FormParts;
  readonly #idleText: string;
  #running: AbortController | undefined;

  constructor(parts: FormParts) {
    this.#parts = parts;
    this.#idleText = parts.submit.textContent;
    parts.cancel.addEventListener('click', () => this.#running?.abort());
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** False while a request runs, and after an error until a retry makes sense. */
  get isReady(): boolean {
    return !this.isRunning && !this.#parts.submit.disabled;
  }

  /** Keeps the button disabled while `left` seconds of a wait are not over. */
  wait(left: number): void {
    this.#parts.submit.disabled = left > 0;
  }

  /** Resolves like `send`, or with `undefined` when it rejects. Then `onFailure` is called, unless the user canceled. */
  async run<Result>(
    send: (signal: AbortSignal) => Promise<Result>,
    onFailure: (error: unknown) => void,
  ): Promise<Result | undefined> {
    const running = new AbortController();
    this.#running = running;
    this.#busy(true);
    try {
      return await send(running.signal).finally(() => {
        this.#running = undefined;
        this.#busy(false);
      });
    } catch (error) {
      if (!running.signal.aborted) onFailure(error);
      return undefined;
    }
  }

  #busy(on: boolean): void {
    const { form, submit, cancel, busyText } = this.#parts;
    submit.disabled = on;
    submit.textContent = on ? busyText : this.#idleText;
    show(cancel, on);
    form.setAttribute('aria-busy', String(on));
  }
}

interface ResultParts {
  /** Notes that the result belongs to other inputs. */
  readonly warning: HTMLElement;
  /** The request of the form in its present state. */
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
