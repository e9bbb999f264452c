interface Mark {
  readonly isShown: boolean;
  readonly id: string | undefined;
}

/** Marked content that is no part of the text, such as the number of the page. */
export const ARTIFACT = 'Artifact';
/** Marked content of a layer, which a reader may turn off. */
const LAYER = 'OC';
const UNMARKED: Mark = { isShown: true, id: undefined };

/** The part of a page that operators are in: marked content, which may be nested, forms and annotations. */
export class MarkedContent {
  readonly #page: string;
  readonly #isOn: (layer: unknown) => boolean;
  readonly #outer: Mark[] = [];
  #mark = UNMARKED;
  #part = 0;
  #annotations = 0;

  /**
   * @param page the beginning of the ids that pdf.js gives to marked content of the page
   * @param isOn tells whether a layer is shown, by the properties of its marked content
   */
  constructor(page: string, isOn: (layer: unknown) => boolean) {
    this.#page = page;
    this.#isOn = isOn;
  }

  /** Counts the parts. */
  get part(): number {
    return this.#part;
  }

  /** The id of the marked content that the structure tree knows. */
  get content(): string | undefined {
    return this.#mark.id;
  }

  /** No layer around it is off. */
  get isShown(): boolean {
    return this.#mark.isShown;
  }

  get isOfNote(): boolean {
    return this.#annotations > 0;
  }

  startPart(): void {
    this.#part += 1;
  }

  /** @param properties the number of the marked content, or those of a layer */
  begin(tag: unknown, properties?: unknown): void {
    this.startPart();
    const { isShown, id } = this.#mark;
    this.#outer.push(this.#mark);
    if (tag === LAYER) this.#mark = { isShown: isShown && this.#isOn(properties), id };
    else this.#mark = { isShown, id: id === ARTIFACT ? ARTIFACT : this.#idOf(tag, properties) };
  }

  end(): void {
    this.startPart();
    this.#mark = this.#outer.pop() ?? UNMARKED;
  }

  beginAnnotation(): void {
    this.#annotations += 1;
  }

  endAnnotation(): void {
    this.#annotations -= 1;
  }

  #idOf(tag: unknown, properties: unknown): string | undefined {
    if (tag === ARTIFACT) return ARTIFACT;
    return Number.isInteger(properties) ? `${this.#page}_mc${properties}` : this.#mark.id;
  }
}
