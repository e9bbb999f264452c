import { type Matrix, moved, multiplied, placeIn, turned } from './boxes.ts';
import type { Letter, Run } from './letter.ts';

/** A font: the unit of the widths of its letters and, for letter sizes of 1 or less, its height, as shares of the letter size. */
export interface FontScale {
  readonly width: number;
  readonly height: number;
  /** Its lines run from top to bottom. */
  readonly isVertical: boolean;
}

/** The parameters of text that operators set. */
export interface TextState {
  font: string;
  fontScale: FontScale;
  size: number;
  scale: number;
  characterSpace: number;
  wordSpace: number;
  leading: number;
  rise: number;
}

/** A letter of pdf.js, or a distance back along the line in thousandths of the letter size. */
export type Glyph =
  | number
  | {
      readonly unicode?: string;
      readonly width?: number;
      readonly vmetric?: ArrayLike<number> | null;
      readonly isSpace?: boolean;
    };

/** For all fonts except those whose letters are drawings or run from top to bottom. */
export const USUAL_FONT: FontScale = { width: 0.001, height: 1, isVertical: false };

/**
 * Adds the letters of an operator to those of a page, without spaces.
 *
 * @param run the part of the page that they belong to
 * @returns the place of the next ones
 */
export function addLetters(
  letters: Letter[],
  glyphs: readonly Glyph[],
  state: TextState,
  { page, text }: { readonly page: Matrix; readonly text: Matrix },
  { part, content, isOfNote }: Pick<Run, 'part' | 'content' | 'isOfNote'>,
): Matrix {
  const { font, fontScale, size } = state;
  const { isVertical } = fontScale;
  const matrix = multiplied(page, text);
  const axis = isVertical ? { x: 0, y: -1 } : { x: state.scale, y: 0 };
  const line = turned(matrix, axis.x, axis.y);
  const stretch = Math.hypot(line.x, line.y);
  const sign = stretch === 0 ? 0 : Math.sign(size) / stretch;
  const height = Math.abs(size) <= 1 ? fontScale.height * size : size;
  const up = isVertical ? turned(matrix, size, 0) : turned(matrix, 0, height);
  const run: Run = {
    font,
    size,
    em: Math.abs(size) * Math.hypot(matrix[0], matrix[1]),
    direction: { x: sign * line.x, y: sign * line.y },
    up,
    height: Math.hypot(up.x, up.y),
    part,
    content,
    isOfNote,
  };
  const unit = Math.abs(size) * stretch;
  const start = placeIn(matrix, 0, state.rise);
  const spaceSign = isVertical ? -1 : 1;
  let isAfterSpace = false;
  let offset = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      offset -= spaceSign * (glyph / 1_000) * size;
      continue;
    }
    const share = (isVertical && glyph.vmetric ? -glyph.vmetric[0]! : (glyph.width ?? 0)) * fontScale.width;
    const unicode = glyph.unicode ?? '';
    const code = unicode.charCodeAt(0);
    if (code === BLANK || (isRare(code) && /^\s/.test(unicode))) isAfterSpace = true;
    else if (!isRare(code) || !FORMAT.test(unicode)) {
      const x = start.x + offset * line.x;
      const y = start.y + offset * line.y;
      letters.push({ text: unicode, x, y, width: share * unit, isHidden: false, isAfterSpace, run });
      isAfterSpace = false;
    }
    offset += share * size + spaceSign * (state.characterSpace + (glyph.isSpace ? state.wordSpace : 0));
  }
  return moved(text, axis.x * offset, axis.y * offset);
}

const BLANK = 0x20;
/** Signs that are not painted, such as a soft hyphen. */
const FORMAT = /\p{Cf}$/u;

function isRare(code: number): boolean {
  return code < BLANK || code > 0x7e;
}
