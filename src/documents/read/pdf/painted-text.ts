import { type Box, EVERYWHERE, type Matrix, moved, UNIT } from './boxes.ts';
import type { GraphicsState } from './graphics-state.ts';
import { isBeyond, isIn, type Letter } from './letter.ts';
import type { MarkedContent } from './marked-content.ts';
import { addLetters, type Glyph } from './shown-letters.ts';

/** Text rendering modes in which letters are filled, and those in which they are neither filled nor stroked. */
const FILL = 0;
const INVISIBLE = new Set([3, 7]);

/** The letters of a page and the place of the next one. */
export class PaintedText {
  /** In the order in which they are painted, without spaces. */
  readonly letters: Letter[] = [];
  readonly #white: Letter[] = [];
  readonly #page: Box;
  /** The place of the next letter, and that of the first one of its line. */
  #matrix = UNIT;
  #line = UNIT;

  constructor(page: Box) {
    this.#page = page;
  }

  begin(): void {
    this.#startLine(UNIT);
  }

  /** @param values six numbers, or one array of them */
  setMatrix(values: Matrix | readonly [Matrix]): void {
    const [a, b, c, d, e, f] = values.length === 1 ? values[0] : values;
    this.#startLine([a, b, c, d, e, f]);
  }

  /** Starts a line at a distance from the last one. */
  moveLine(x: number, y: number): void {
    this.#startLine(moved(this.#line, x, y));
  }

  show(glyphs: readonly Glyph[], state: GraphicsState, content: MarkedContent): void {
    const { letters } = this;
    const first = letters.length;
    this.#matrix = addLetters(letters, glyphs, state, { page: state.matrix, text: this.#matrix }, content);
    const isUnseen = state.alpha === 0 || INVISIBLE.has(state.renderingMode) || !content.isShown;
    const isWhite = state.isWhite && state.renderingMode === FILL;
    for (let i = first; i < letters.length; i += 1) {
      const letter = letters[i]!;
      const isClipped = state.clip !== EVERYWHERE && isBeyond(letter, state.clip);
      letter.isHidden = isUnseen || isClipped || !isIn(letter, this.#page);
      if (isWhite) this.#white.push(letter);
    }
  }

  /** Hides white letters on white, once all areas of color are known. */
  hideWhite(isOnColor: (letter: Letter) => boolean): void {
    for (const letter of this.#white) letter.isHidden ||= !isOnColor(letter);
  }

  #startLine(matrix: Matrix): void {
    this.#line = matrix;
    this.#matrix = matrix;
  }
}
