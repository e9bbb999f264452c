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
  readonly letters: () => readonly DrawnGlyph[];
  /** Some letters may be hidden. */
  readonly mayHide: boolean;
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

/** Letters that are painted together. */
interface Run extends Pick<State, 'size' | 'scale' | 'characterSpace' | 'wordSpace' | 'rise' | 'clip' | 'matrix'> {
  readonly glyphs: readonly (Glyph | number)[];
  /** The breadth of one unit of the font. */
  readonly width: number;
  readonly up: Vector;
  readonly isUnseen: boolean;
  readonly isWhite: boolean;
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
const MAX_RULES = 2_000;
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
 */
export function drawnGlyphs(
  { fnArray, argsArray }: Operators,
  view: readonly number[],
  isOn: (layer: unknown) => boolean,
  scaleOf: (font: string) => FontScale,
): Drawn {
  const [left, bottom, right, top] = view as [number, number, number, number];
  const page: Box = { left, right, bottom, top };
  const runs: Run[] = [];
  /** Letters drawn so far. */
  let count = 0;
  const countLetter = () => {
    count += 1;
  };
  let mayHide = false;
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
    line = moved(line, x, y);
    text = line;
  };
  const show = (glyphs: readonly (Glyph | number)[]) => {
    const { size, scale, font, clip, rise, characterSpace, wordSpace } = state;
    const matrix = multiplied(state.matrix, text);
    const up = turned(matrix, 0, font.height * size);
    const isUnseen = state.alpha === 0 || INVISIBLE_MODES.has(state.mode) || layers.includes(false);
    const isWhite = state.isWhite && state.mode === 0;
    const width = font.width * size;
    const run = { glyphs, matrix, up, clip, rise, size, scale, width, characterSpace, wordSpace, isUnseen, isWhite };
    runs.push(run);
    const length = eachLetter(run, countLetter);
    text = moved(text, length, 0);
    mayHide ||= isUnseen || isWhite || isCut(run, 0) || isCut(run, length);
  };
  const isCut = ({ matrix, rise, clip }: Run, offset: number) => {
    const { x, y } = placeIn(matrix, offset, rise);
    return !isIn(x, y, page) || !isIn(x, y, clip);
  };
  const paint = (box: Box) => {
    if (colored.length < MAX_BOXES) colored.push(box);
  };
  const cover = (path: ArrayLike<number>, area: Box) => {
    const isThrough = state.isMixed || state.isBlended || state.isPattern || state.isClippedByShape || state.alpha < 1;
    const box = within(area, state.clip);
    if (count > 0 && !isThrough && covers.length < MAX_COVERS && mayCover(box) && isBoxPath(path))
      covers.push({ box, after: count });
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
  const letters = () => {
    const isOnColor = ({ x, y }: Vector) => colored.length === MAX_BOXES || colored.some((box) => isIn(x, y, box));
    const glyphs: DrawnGlyph[] = [];
    for (const run of runs)
      eachLetter(run, (text, offset, width) => {
        const at = placeIn(run.matrix, offset, run.rise);
        const glyph = { text, ...at, along: turned(run.matrix, width, 0), up: run.up };
        const isUnpainted = run.isUnseen || !isIn(at.x, at.y, page) || (run.isWhite && !isOnColor(at));
        glyphs.push({ ...glyph, isHidden: isUnpainted || (run.clip !== EVERYWHERE && isBeyond(glyph, run.clip)) });
      });
    return uncovered(glyphs, covers);
  };
  return { letters, mayHide: mayHide || covers.length > 0, rules, picture };
}

/** Passes the letters of a run that are no spaces, with their places along it and their widths; returns its length. */
function eachLetter(run: Run, visit: (text: string, offset: number, width: number) => void): number {
  const { size, scale, characterSpace, wordSpace } = run;
  let offset = 0;
  for (const glyph of run.glyphs) {
    if (typeof glyph === 'number') {
      offset -= (glyph / 1_000) * size * scale;
      continue;
    }
    const width = (glyph.width ?? 0) * run.width * scale;
    const text = glyph.unicode ?? '';
    if (text.trim() !== '') visit(text, offset, width);
    offset += width + (characterSpace + (glyph.isSpace === true ? wordSpace : 0)) * scale;
  }
  return offset;
}

function isIn(x: number, y: number, { left, right, bottom, top }: Box): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
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

/** A place moved by a distance of its own units. */
function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
}

function matrixOf(args: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = (args.length === 1 ? args[0] : args) as Matrix;
  return [a, b, c, d, e, f];
}

function isWhite(args: readonly unknown[]): boolean {
  const channels =
    typeof args[0] === 'string' ? args[0].match(/[0-9a-f]{2}/gi)?.map((hex) => Number.parseInt(hex, 16)) : args;
  return (channels ?? []).length === 3 && (channels as number[]).every((channel) => channel >= WHITE);
}
