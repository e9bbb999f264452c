import { type Box, boxOf, EVERYWHERE, type Matrix, multiplied, UNIT, within } from './boxes.ts';
import { type FontScale, type TextState, USUAL_FONT } from './shown-letters.ts';

/** The parameters that operators set for those after them. */
export interface GraphicsState extends TextState {
  /** Turns places of an operator into places of the page. */
  matrix: Matrix;
  /** Letters outside of it are not seen. */
  clip: Box;
  /** The clip is smaller than its box, so a path within it may leave letters uncovered. */
  isClippedByShape: boolean;
  isWhite: boolean;
  isPattern: boolean;
  isStrokeWhite: boolean;
  lineWidth: number;
  alpha: number;
  /** A blend mode mixes its colors with those below. */
  isBlended: boolean;
  /** A mask or the opacity of a group does. */
  isMixed: boolean;
  renderingMode: number;
}

/** Channel of a color, out of 255, from which a reader takes it for white. */
const WHITE = 250;

/** The current graphics state and those to restore, such as when a form, a group or an annotation ends. */
export class GraphicsStack {
  readonly #scaleOf: (font: string) => FontScale;
  readonly #saved: GraphicsState[] = [];
  #state = initialState();
  #clipsNextPath = false;

  constructor(scaleOf: (font: string) => FontScale) {
    this.#scaleOf = scaleOf;
  }

  get state(): GraphicsState {
    return this.#state;
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }

  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }

  transform(matrix: Matrix): void {
    this.#state.matrix = multiplied(this.#state.matrix, matrix);
  }

  beginForm(matrix?: Matrix | null, bounds?: ArrayLike<number> | null): void {
    this.save();
    if (matrix !== null && matrix !== undefined) this.transform(matrix);
    if (bounds !== null && bounds !== undefined) this.#clipTo(boxOf(this.#state.matrix, bounds));
  }

  /** The opacity applies to the group as a whole, which then starts with opaque colors. */
  beginGroup(): void {
    this.save();
    this.#state.isMixed ||= this.#state.alpha < 1;
    this.#state.alpha = 1;
  }

  /** An annotation is placed on the page itself, in the colors of a page that begins. */
  beginAnnotation(matrix: Matrix): void {
    this.save();
    this.#state = { ...initialState(), matrix };
  }

  /** The clip operator comes before the path that it clips to. */
  clipNextPath(): void {
    this.#clipsNextPath = true;
  }

  /** @param isBox tells whether the path is a box; asked only of a clip, because most paths are none and may be long */
  endPath(box: Box, isBox: () => boolean): void {
    if (!this.#clipsNextPath) return;
    this.#clipsNextPath = false;
    this.#clipTo(box);
    this.#state.isClippedByShape ||= !isBox();
  }

  setFillColor(color: readonly unknown[]): void {
    this.#state.isWhite = isWhite(color);
    this.#state.isPattern = false;
  }

  setFillPattern(): void {
    this.#state.isWhite = false;
    this.#state.isPattern = true;
  }

  setStrokeColor(color: readonly unknown[]): void {
    this.#state.isStrokeWhite = isWhite(color);
  }

  setFont(font: string, size: number): void {
    this.#state.font = font;
    this.#state.size = size;
    this.#state.fontScale = this.#scaleOf(font);
  }

  /** @param parameters entries of a graphics state dictionary */
  setParameters(parameters: readonly (readonly [key: string, value: never])[]): void {
    for (const [key, value] of parameters) {
      if (key === 'ca') this.#state.alpha = value;
      else if (key === 'BM') this.#state.isBlended = value !== 'source-over';
      else if (key === 'SMask') this.#state.isMixed ||= value !== false;
      else if (key === 'Font') this.setFont(value[0], value[1]);
    }
  }

  #clipTo(box: Box): void {
    this.#state.clip = within(this.#state.clip, box);
  }
}

function initialState(): GraphicsState {
  return {
    matrix: UNIT,
    clip: EVERYWHERE,
    isClippedByShape: false,
    lineWidth: 1,
    renderingMode: 0,
    isWhite: false,
    isPattern: false,
    isStrokeWhite: false,
    alpha: 1,
    isBlended: false,
    isMixed: false,
    size: 0,
    font: '',
    fontScale: USUAL_FONT,
    scale: 1,
    characterSpace: 0,
    wordSpace: 0,
    leading: 0,
    rise: 0,
  };
}

/** @param color its channels, or one text such as "#ffffff" */
function isWhite(color: readonly unknown[]): boolean {
  const [first] = color;
  const channels =
    typeof first === 'string' ? first.match(/[0-9a-f]{2}/gi)?.map((hex) => Number.parseInt(hex, 16)) : color;
  return (channels ?? []).length === 3 && (channels as number[]).every((channel) => channel >= WHITE);
}
