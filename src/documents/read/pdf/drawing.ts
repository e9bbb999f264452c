import { OPS } from 'unpdf/pdfjs';
import { type Box, boxOf, EVERYWHERE, isRule, type Matrix, moved, multiplied, UNIT, within } from './boxes.ts';
import { isBeyond, isCovered, isIn, type Letter } from './letter.ts';
import { isBoxPath, partsOfPath } from './paths.ts';
import { addLetters, type FontScale, type Glyph, type TextState, USUAL_FONT } from './shown-letters.ts';

export interface Drawing {
  /** In the order in which they are painted, without spaces. */
  readonly letters: readonly Letter[];
  /** Thin lines along a side of the page, such as underlines. */
  readonly rules: readonly Box[];
  /** Share of the page that its largest picture covers. */
  readonly picture: number;
}

/** Operators of pdf.js with their arguments. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The page that operators paint. */
export interface Canvas {
  /** Its left, bottom, right and top edges. */
  readonly view: readonly number[];
  /** The beginning of the ids that pdf.js gives to its marked content. */
  readonly id: string;
  /** Whether a layer is shown, by the properties of marked content. */
  readonly isOn: (layer: unknown) => boolean;
  readonly scaleOf: (font: string) => FontScale;
}

interface State extends TextState {
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
}

/** Marked content that operators are in. */
interface Mark {
  readonly isShown: boolean;
  readonly content: string | undefined;
}

/** Marked content that is no part of the text, such as the number of the page. */
export const ARTIFACT = 'Artifact';
/** Letters that are neither filled nor stroked. */
const INVISIBLE_MODES = new Set([3, 7]);
/** A channel of a color, out of 255. */
const WHITE = 250;
/** Painted areas that are remembered: with more, white words count as read. */
const MAX_BOXES = 2_000;
const MAX_RULES = 2_000;
/** Boxes on words that are looked at: with more, the letters below the others count as seen. */
const MAX_COVERS = 200;
/** Least breadth and height of a box that covers a letter, in points. */
const LEAST_COVER = 4;
const FILLS = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);
const PICTURES = new Set([
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.paintSolidColorImageMask],
  ...[OPS.paintImageXObjectRepeat, OPS.paintImageMaskXObjectRepeat, OPS.paintInlineImageXObjectGroup],
]);

/**
 * Follows the operators of a page and tells the visible letters from the hidden ones: painted in no color, with no opacity,
 * in white where nothing but white is, in a layer that is off, outside the page or the part that is painted, or below a
 * filled box.
 */
export function drawingOf({ fnArray, argsArray }: Operators, { view, id, isOn, scaleOf }: Canvas): Drawing {
  const [left, bottom, right, top] = view as [number, number, number, number];
  const page: Box = { left, right, bottom, top };
  const letters: Letter[] = [];
  const whiteLetters: Letter[] = [];
  const colored: Box[] = [];
  const rules: Box[] = [];
  const saved: State[] = [];
  const marks: Mark[] = [];
  let covers = 0;
  let picture = 0;
  let part = 0;
  let notes = 0;
  let text = UNIT;
  let line = UNIT;
  let state = initialState();
  let clips = false;
  const move = (x: number, y: number) => {
    line = moved(line, x, y);
    text = line;
  };
  const isInShownLayer = () => marks.at(-1)?.isShown !== false;
  const show = (glyphs: readonly Glyph[]) => {
    const first = letters.length;
    const run = { part, content: marks.at(-1)?.content, isOfNote: notes > 0 };
    text = addLetters(letters, glyphs, state, { page: state.matrix, text }, run);
    const isUnseen = state.alpha === 0 || INVISIBLE_MODES.has(state.mode) || !isInShownLayer();
    for (let i = first; i < letters.length; i += 1) {
      const letter = letters[i]!;
      const isCut = state.clip !== EVERYWHERE && isBeyond(letter, state.clip);
      letter.isHidden = isUnseen || isCut || !isIn(letter, page);
      if (state.isWhite && state.mode === 0) whiteLetters.push(letter);
    }
  };
  const mark = (tag: unknown, properties: unknown) => {
    part += 1;
    const { isShown = true, content } = marks.at(-1) ?? {};
    const own =
      tag === ARTIFACT ? ARTIFACT : tag !== 'OC' && Number.isInteger(properties) ? `${id}_mc${properties}` : content;
    marks.push({
      isShown: isShown && (tag !== 'OC' || isOn(properties)),
      content: content === ARTIFACT ? ARTIFACT : own,
    });
  };
  const paint = (box: Box) => {
    if (colored.length < MAX_BOXES) colored.push(box);
  };
  const cover = (path: ArrayLike<number>, area: Box) => {
    const isThrough = state.isMixed || state.isBlended || state.isPattern || state.isClippedByShape || state.alpha < 1;
    const box = within(area, state.clip);
    const isLarge = Math.min(box.right - box.left, box.top - box.bottom) >= LEAST_COVER;
    if (letters.length === 0 || isThrough || !isLarge || covers === MAX_COVERS || !isBoxPath(path)) return;
    covers += 1;
    for (const letter of letters) letter.isHidden ||= isCovered(letter, box);
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
  const drawPath = (kind: number, path: ArrayLike<number>, box: Box) => {
    const isFilled = FILLS.has(kind);
    if (isFilled && isInShownLayer()) cover(path, box);
    if (clips) clip(path, box);
    const isPainted = isFilled ? !state.isWhite && state.alpha > 0 : STROKES.has(kind) && !state.isStrokeWhite;
    if (isPainted && isInShownLayer()) addRules(path);
    const isLine = Math.min(box.right - box.left, box.top - box.bottom) <= state.lineWidth;
    if (isFilled ? state.isWhite : state.isStrokeWhite || !isLine) return;
    const wide = isFilled ? 0 : state.lineWidth / 2;
    paint({ left: box.left - wide, right: box.right + wide, bottom: box.bottom - wide, top: box.top + wide });
  };
  const drawPicture = () => {
    const box = boxOf(state.matrix, [0, 0, 1, 1]);
    const shown = within(box, page);
    const [width, height] = [shown.right - shown.left, shown.top - shown.bottom];
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
        part += 1;
        saved.push({ ...state });
        if (args[0] !== null && args[0] !== undefined) state.matrix = multiplied(state.matrix, args[0]);
        if (args[1] !== null && args[1] !== undefined) state.clip = within(state.clip, boxOf(state.matrix, args[1]));
        break;
      case OPS.beginAnnotation: {
        const [, , transform, matrix] = args as unknown as [string, unknown, Matrix, Matrix];
        notes += 1;
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
      case OPS.endAnnotation:
        notes -= 1;
        state = saved.pop() ?? state;
        break;
      case OPS.paintFormXObjectEnd:
        part += 1;
        state = saved.pop() ?? state;
        break;
      case OPS.endGroup:
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
            Object.assign(state, { font, size, fontScale: scaleOf(font) });
          }
        }
        break;
      case OPS.shadingFill:
        paint(page);
        break;
      case OPS.constructPath: {
        const [kind, [path], bounds] = args as unknown as [number, [ArrayLike<number>?], ArrayLike<number> | null];
        if (bounds !== null && bounds !== undefined) drawPath(kind, path ?? [], boxOf(state.matrix, bounds));
        break;
      }
      case OPS.beginText:
        text = UNIT;
        line = UNIT;
        break;
      case OPS.setFont:
        Object.assign(state, { font: args[0], size: args[1], fontScale: scaleOf(args[0]!) });
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
        mark((args[0] as { readonly name?: string } | undefined)?.name, undefined);
        break;
      case OPS.beginMarkedContentProps:
        mark(args[0], args[1]);
        break;
      case OPS.endMarkedContent:
        part += 1;
        marks.pop();
        break;
      default:
        if (PICTURES.has(operator)) drawPicture();
    }
  }
  const isOnColor = (letter: Letter) => colored.length === MAX_BOXES || colored.some((box) => isIn(letter, box));
  for (const letter of whiteLetters) letter.isHidden ||= !isOnColor(letter);
  return { letters, rules, picture };
}

function initialState(): State {
  return {
    ...{ matrix: UNIT, isWhite: false, isStrokeWhite: false, lineWidth: 1, alpha: 1, mode: 0 },
    ...{ isMixed: false, isBlended: false, isPattern: false, clip: EVERYWHERE, isClippedByShape: false },
    ...{ size: 0, font: '', fontScale: USUAL_FONT, scale: 1, characterSpace: 0, wordSpace: 0, leading: 0, rise: 0 },
  };
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
