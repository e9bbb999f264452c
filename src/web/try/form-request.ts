import { show } from '../shared/dom.ts';

interface FormParts {
  readonly form: HTMLElement;
  readonly submit: HTMLButtonElement;
  readonly cancel: HTMLButtonElement;
  readonly busyText: string;
}

/** One request of a form at a time: its button is busy meanwhile, and `cancel` aborts it. */
export class FormRequest {
  readonly #parts: FormParts;
  readonly #idleText: string;
  #running: AbortController | undefined;
  #isWaiting = false;

  constructor(parts: FormParts) {
    this.#parts = parts;
    this.#idleText = parts.submit.textContent;
    parts.cancel.addEventListener('click', () => {
      // The button is about to go: the keyboard goes on where it began.
      parts.submit.focus();
      this.#running?.abort();
    });
  }

  /** False while a request runs, and after an error until a retry makes sense. */
  get isReady(): boolean {
    return this.#running === undefined && !this.#isWaiting;
  }

  /** Refuses requests while `left` seconds of a wait are not over. */
  wait(left: number): void {
    this.#isWaiting = left > 0;
    this.#update();
  }

  /** Resolves like `send`, or with `undefined` when it rejects. Then `onFailure` is called, unless the user canceled. */
  async run<Result>(
    send: (signal: AbortSignal) => Promise<Result>,
    onFailure: (error: unknown) => void,
  ): Promise<Result | undefined> {
    const running = new AbortController();
    this.#running = running;
    this.#update();
    try {
      return await send(running.signal);
    } catch (error) {
      if (!running.signal.aborted) onFailure(error);
      return undefined;
    } finally {
      this.#running = undefined;
      this.#update();
    }
  }

  #update(): void {
    const { form, submit, cancel, busyText } = this.#parts;
    const isRunning = this.#running !== undefined;
    // A button with `disabled` would lose the focus.
    submit.setAttribute('aria-disabled', String(!this.isReady));
    submit.textContent = isRunning ? busyText : this.#idleText;
    show(cancel, isRunning);
    form.setAttribute('aria-busy', String(isRunning));
  }
}
