import { OPS } from 'unpdf/pdfjs';
import {
  type Box,
  boxOf,
  EVERYWHERE,
  isRule,
  type Matrix,
  multiplied,
  placeIn,
  turned,
  UNIT,
  type Vector,
  within,
} from './boxes.ts';
import { type Cover, isBeyond, isBoxPath, MAX_COVERS, mayCover, uncovered } from './covers.ts';

/** A letter as a page paints it, at the place of the file. */
export interface DrawnGlyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Vectors from this place: to the end of the letter on its base line, and up by the letter size. */
  readonly along: Vector;
  readonly up: Vector;
  readonly isHidden: boolean;
}

/** The unit of the widths of letters and the height of a font, as shares of the letter size. */
export interface FontScale {
  readonly width: number;
  readonly height: number;
}

export interface Drawn {
  readonly glyphs: readonly DrawnGlyph[];
  /** Thin lines along a side of the page, such as underlines. */
  readonly rules: readonly Box[];
  /** Share of the page that its largest picture covers. */
  readonly picture: number;
}

export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

interface State {
  matrix: Matrix;
  isWhite: boolean;
  isStrokeWhite: boolean;
  lineWidth: number;
  alpha: number;
  /** Its colors are mixed with those below, by a group, a blend mode or a pattern. */
  isMixed: boolean;
  isBlended: boolean;
  isPattern: boolean;
  /** The box that letters outside of are not seen; paths within other clips cover nothing. */
  clip: Box;
  isClippedByShape: boolean;
  mode: number;
  size: number;
  font: FontScale;
  scale: number;
  characterSpace: number;
  wordSpace: number;
  leading: number;
  rise: number;
}

interface Glyph {
  readonly unicode?: string;
  readonly width?: number;
  readonly isSpace?: boolean;
}

/** For all fonts except those whose letters are drawings. */
export const USUAL_FONT: FontScale = { width: 0.001, height: 1 };
/** Letters that are neither filled nor stroked. */
const INVISIBLE_MODES = new Set([3, 7]);
/** A channel of a color, out of 255. */
const WHITE = 250;
/** Painted areas that are remembered: with more, white words count as read. */
const MAX_BOXES = 2_000;
/** Rules that are remembered, and the points that they are thick at most. */
export const MAX_RULES = 2_000;
const FILLS = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);
/** Numbers after each operator of a path: move, line, two kinds of curves, close. */
const PATH_ARGUMENTS = [2, 2, 6, 4, 0];
const PICTURES = new Set([
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.paintSolidColorImageMask],
  ...[OPS.paintImageXObjectRepeat, OPS.paintImageMaskXObjectRepeat, OPS.paintInlineImageXObjectGroup],
]);

/**
 * Follows the operators of a page and separates the visible letters from the hidden ones: painted in no color, with no
 * opacity, in white where nothing but white is, in a layer that is off, outside the page or the part that is painted, or
 * below a filled box.
 *
 * @param view the left, bottom, right and top edges of the page
 * @param isOn whether a layer is shown, by the properties of marked content
 * @param scaleOf the scale of a font, by its name in the operators
 * @param part `rules`: without the letters, which takes a fifth of the time
 */
export function drawnGlyphs(
  { fnArray, argsArray }: Operators,
  view: readonly number[],
  isOn: (layer: unknown) => boolean,
  scaleOf: (font: string) => FontScale,
  part: 'all' | 'rules' = 'all',
): Drawn {
  const [left, bottom, right, top] = view as [number, number, number, number];
  const glyphs: (DrawnGlyph & { isOnWhite: boolean })[] = [];
  const colored: Box[] = [];
  const rules: Box[] = [];
  const saved: State[] = [];
  const layers: boolean[] = [];
  let picture = 0;
  let text = UNIT;
  let line = UNIT;
  const covers: Cover[] = [];
  let state = initialState();
  let clips = false;
  const move = (x: number, y: number) => {
    line = multiplied(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  const show = (run: readonly (Glyph | number)[]) => {
    if (part === 'rules') return;
    const isOff = layers.includes(false);
    for (const glyph of run) {
      if (typeof glyph === 'number') {
        text = multiplied(text, [1, 0, 0, 1, (-glyph / 1_000) * state.size * state.scale, 0]);
        continue;
      }
      const words = glyph.unicode ?? '';
      const matrix = multiplied(state.matrix, text);
      const at = placeIn(matrix, 0, state.rise);
      const width = (glyph.width ?? 0) * state.font.width * state.size;
      const isOutside = at.x < left || at.x > right || at.y < bottom || at.y > top;
      const isHidden = isOff || isOutside || INVISIBLE_MODES.has(state.mode) || state.alpha === 0;
      const isOnWhite = state.isWhite && state.mode === 0;
      if (words.trim() !== '') {
        const [along, up] = [turned(matrix, width * state.scale, 0), turned(matrix, 0, state.font.height * state.size)];
        const glyph = { text: words, x: at.x, y: at.y, along, up, isHidden, isOnWhite };
        if (state.clip !== EVERYWHERE && isBeyond(glyph, state.clip)) glyph.isHidden = true;
        glyphs.push(glyph);
      }
      const space = state.characterSpace + (glyph.isSpace === true ? state.wordSpace : 0);
      text = multiplied(text, [1, 0, 0, 1, (width + space) * state.scale, 0]);
    }
  };
  const paint = (box: Box) => {
    if (colored.length < MAX_BOXES) colored.push(box);
  };
  const cover = (path: ArrayLike<number>, area: Box) => {
    const isThrough = state.isMixed || state.isBlended || state.isPattern || state.isClippedByShape || state.alpha < 1;
    const box = within(area, state.clip);
    if (glyphs.length > 0 && !isThrough && covers.length < MAX_COVERS && mayCover(box) && isBoxPath(path))
      covers.push({ box, after: glyphs.length });
  };
  const clip = (path: ArrayLike<number>, area: Box) => {
    clips = false;
    state.clip = within(state.clip, area);
    state.isClippedByShape ||= !isBoxPath(path);
  };
  const addRules = (path: ArrayLike<number>) => {
    for (const bounds of partsOfPath(path)) {
      if (rules.length === MAX_RULES) return;
      const box = boxOf(state.matrix, bounds);
      if (isRule(box)) rules.push(box);
    }
  };
  const drawPicture = () => {
    const box = boxOf(state.matrix, [0, 0, 1, 1]);
    const [width, height] = [
      Math.min(right, box.right) - Math.max(left, box.left),
      Math.min(top, box.top) - Math.max(bottom, box.bottom),
    ];
    if (width > 0 && height > 0) picture = Math.max(picture, (width * height) / ((right - left) * (top - bottom)));
    paint(box);
  };
  for (const [i, operator] of fnArray.entries()) {
    const args = (argsArray[i] ?? []) as readonly never[];
    switch (operator) {
      case OPS.save:
        saved.push({ ...state });
        break;
      case OPS.restore:
        state = saved.pop() ?? state;
        break;
      case OPS.transform:
        state.matrix = multiplied(state.matrix, args as unknown as Matrix);
        break;
      case OPS.paintFormXObjectBegin:
        saved.push({ ...state });
        if (args[0] !== null && args[0] !== undefined) state.matrix = multiplied(state.matrix, args[0]);
        if (args[1] !== null && args[1] !== undefined) state.clip = within(state.clip, boxOf(state.matrix, args[1]));
        break;
      case OPS.beginAnnotation: {
        const [, , transform, matrix] = args as unknown as [string, unknown, Matrix, Matrix];
        saved.push(state);
        state = { ...initialState(), matrix: multiplied(transform, matrix) };
        break;
      }
      case OPS.clip:
      case OPS.eoClip:
        clips = true;
        break;
      case OPS.beginGroup:
        saved.push({ ...state });
        state.isMixed ||= state.alpha < 1;
        state.alpha = 1;
        break;
      case OPS.endGroup:
      case OPS.endAnnotation:
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case OPS.setFillRGBColor:
        state.isWhite = isWhite(args);
        state.isPattern = false;
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        state.isWhite = false;
        state.isPattern = true;
        break;
      case OPS.setStrokeRGBColor:
        state.isStrokeWhite = isWhite(args);
        break;
      case OPS.setLineWidth:
        state.lineWidth = args[0]!;
        break;
      case OPS.setGState:
        for (const [key, value] of args[0]! as [string, never][]) {
          if (key === 'ca') state.alpha = value;
          else if (key === 'BM') state.isBlended = value !== 'source-over';
          else if (key === 'SMask') state.isMixed ||= value !== false;
          else if (key === 'Font') {
            const [font, size] = value as [string, number];
            Object.assign(state, { size, font: scaleOf(font) });
          }
        }
        break;
      case OPS.shadingFill:
        paint({ left, right, bottom, top });
        break;
      case OPS.constructPath: {
        const [kind, [path], bounds] = args as unknown as [number, [ArrayLike<number>?], ArrayLike<number> | null];
        if (bounds === null || bounds === undefined) break;
        const box = boxOf(state.matrix, bounds);
        if (FILLS.has(kind) && !layers.includes(false)) cover(path ?? [], box);
        if (clips) clip(path ?? [], box);
        const isPainted = FILLS.has(kind)
          ? !state.isWhite && state.alpha > 0
          : STROKES.has(kind) && !state.isStrokeWhite;
        if (isPainted && !layers.includes(false)) addRules(path ?? []);
        const isLine = Math.min(box.right - box.left, box.top - box.bottom) <= state.lineWidth;
        if (FILLS.has(kind) ? !state.isWhite : !state.isStrokeWhite && isLine) {
          const wide = FILLS.has(kind) ? 0 : state.lineWidth / 2;
          paint({ left: box.left - wide, right: box.right + wide, bottom: box.bottom - wide, top: box.top + wide });
        }
        break;
      }
      case OPS.beginText:
        text = UNIT;
        line = UNIT;
        break;
      case OPS.setFont:
        state.size = args[1]!;
        state.font = scaleOf(args[0]!);
        break;
      case OPS.setTextRenderingMode:
        state.mode = args[0]!;
        break;
      case OPS.setTextMatrix:
        line = matrixOf(args);
        text = line;
        break;
      case OPS.moveText:
        move(args[0]!, args[1]!);
        break;
      case OPS.setLeadingMoveText:
        state.leading = -args[1]!;
        move(args[0]!, args[1]!);
        break;
      case OPS.nextLine:
        move(0, -state.leading);
        break;
      case OPS.setLeading:
        state.leading = args[0]!;
        break;
      case OPS.setCharSpacing:
        state.characterSpace = args[0]!;
        break;
      case OPS.setWordSpacing:
        state.wordSpace = args[0]!;
        break;
      case OPS.setHScale:
        state.scale = args[0]! / 100;
        break;
      case OPS.setTextRise:
        state.rise = args[0]!;
        break;
      case OPS.showText:
        show(args[0]!);
        break;
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps:
        layers.push(args[0] !== 'OC' || isOn(args[1]));
        break;
      case OPS.endMarkedContent:
        layers.pop();
        break;
      default:
        if (PICTURES.has(operator)) drawPicture();
    }
  }
  const isOnColor = ({ x, y }: DrawnGlyph) =>
    colored.length === MAX_BOXES ||
    colored.some((box) => x >= box.left && x <= box.right && y >= box.bottom && y <= box.top);
  const painted = glyphs.map(({ isOnWhite, ...glyph }) =>
    isOnWhite && !glyph.isHidden && !isOnColor(glyph) ? { ...glyph, isHidden: true } : glyph,
  );
  return {
    glyphs: uncovered(painted, covers),
    rules,
    picture,
  };
}

/** The left, bottom, right and top edges of each connected part of a path. */
function* partsOfPath(path: ArrayLike<number>): Generator<[number, number, number, number]> {
  let part: [number, number, number, number] | undefined;
  for (let at = 0; at < path.length; ) {
    const operator = path[at]!;
    const past = at + 1 + (PATH_ARGUMENTS[operator] ?? 0);
    if (operator === 0) {
      if (part !== undefined) yield part;
      part = undefined;
    }
    for (let i = at + 1; i < past; i += 2) {
      const [x, y] = [path[i]!, path[i + 1]!];
      part ??= [x, y, x, y];
      part = [Math.min(part[0], x), Math.min(part[1], y), Math.max(part[2], x), Math.max(part[3], y)];
    }
    at = past;
  }
  if (part !== undefined) yield part;
}

function initialState(): State {
  return {
    ...{ matrix: UNIT, isWhite: false, isStrokeWhite: false, lineWidth: 1, alpha: 1, mode: 0 },
    ...{ isMixed: false, isBlended: false, isPattern: false, clip: EVERYWHERE, isClippedByShape: false },
    ...{ size: 0, font: USUAL_FONT, scale: 1, characterSpace: 0, wordSpace: 0, leading: 0, rise: 0 },
  };
}

function matrixOf(args: readonly unknown[]): Matrix {
  return Array.from((args.length === 1 ? args[0] : args) as ArrayLike<number>) as unknown as Matrix;
}

function isWhite(args: readonly unknown[]): boolean {
  const channels =
    typeof args[0] === 'string' ? args[0].match(/[0-9a-f]{2}/gi)?.map((hex) => Number.parseInt(hex, 16)) : args;
  return (channels ?? []).length === 3 && (channels as number[]).every((channel) => channel >= WHITE);
}
